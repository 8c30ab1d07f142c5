import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openReranker, RERANKER_PROVIDERS, SHIPPED_RERANKER_FOLDER } from './registry.ts';
import { PASSAGES, rerankerContract, TOPIC } from './reranker.contract.ts';

const folder = mkdtempSync(join(tmpdir(), 'grk rerankers ü '));
afterAll(() => rmSync(folder, { recursive: true }));

const row = (value: object) => JSON.stringify(value);
function scores(name: string, ...lines: (string | object)[]): string {
  writeFileSync(join(folder, name), lines.map((line) => (typeof line === 'string' ? line : row(line))).join('\n'));
  return `scripted:${name}`;
}
const byDocument = PASSAGES.map(({ doc }, i) => ({ topicId: 't1', doc, score: i }));
scores('all scores.jsonl', ...byDocument.slice(0, 2), { topicId: 't1', id: 'p3', score: -2.5 });

const grades = (topicId: string, id: string) => (topicId === 't1' ? ({ p0: 2, p3: 0, p4: 3 }[id] ?? null) : null);
const open = (id: string) => async () => (await openReranker(id, folder))(grades);
const scoresOf = async (id: string, topicId = 't1') => [
  ...(await (await open(id)()).score({ ...TOPIC, topicId }, PASSAGES)).scores,
];

rerankerContract('noop', open('noop'));
rerankerContract('reverse', open('reverse'), { isRelative: true });
rerankerContract('oracle', open('oracle'));
rerankerContract('scripted', open('scripted:all scores.jsonl'));
rerankerContract('cross-tiny', open('cross-tiny'));
rerankerContract('combined', open('combined(cross-tiny)'), { isRelative: true });

describe('openReranker', () => {
  it.each([
    ['nop', ' Did you mean "noop"?'],
    ['orcale', ' Did you mean "oracle"?'],
    ['scripted', ' Did you mean "scripted:PATH"?'],
    ['scripted:', ' Did you mean "scripted:PATH"?'],
    ['voyage:rerank-2', ''],
    ['', ''],
  ])('does not know "%s", and lists what it knows', async (id, hint) => {
    await expect(openReranker(id, folder)).rejects.toMatchObject({
      code: 'GRK_RERANKER_UNKNOWN',
      message: `there is no reranker "${id}".${hint}`,
      remedy: `Known rerankers: ${RERANKER_PROVIDERS.map(({ form }) => form).join(', ')}.`,
    });
  });
  it.each([
    ['combined(noop, -1)', 'the weight -1 is not a number of at least 0'],
    ['combined(noop, heavy)', 'the weight heavy is not a number of at least 0'],
    ['noop?dtype=q8', 'takes no option dtype'],
    ['scripted:all scores.jsonl?depth=5', 'takes no option depth'],
    ['cross-tiny?maxToken=128', 'did you mean "maxTokens"?'],
    ['cross-tiny?maxTokens=1', 'maxTokens'],
    ['combined(cross-tiny?dtype=q9)', '"q9" is not one of'],
  ])('refuses %s', async (id, message) => {
    await expect(openReranker(id, folder)).rejects.toMatchObject({
      code: 'GRK_CONFIG_INVALID',
      message: expect.stringContaining(message),
    });
  });
  it('opens what the table lists, as the table says', async () => {
    const remote = /^(cohere|jina|tei):/;
    for (const { form, isStructural } of RERANKER_PROVIDERS.filter((each) => !remote.test(each.form))) {
      const path = form.startsWith('scripted') ? 'all scores.jsonl' : SHIPPED_RERANKER_FOLDER;
      const id = form.replace('PATH', path).replace('RERANKER', 'noop').replace('WEIGHT', '2');
      expect((await open(id)()).isStructural).toBe(isStructural || id.includes('noop'));
    }
  });
});

describe('the stand-ins', () => {
  it('score as the input did, by place, and by grade with the unjudged below grade 0', async () => {
    expect(await scoresOf('noop')).toEqual(PASSAGES.map(({ inputScore }) => inputScore));
    expect(await scoresOf('reverse')).toEqual([0, 1, 2, 3, 4, 5]);
    expect(await scoresOf('oracle')).toEqual([2, -1, -1, 0, 3, -1]);
    expect(await scoresOf('oracle', 'other')).toEqual([-1, -1, -1, -1, -1, -1]);
  });
});

describe('scripted', () => {
  it('refuses a candidate that it has no score for, naming topic and passage', async () => {
    const id = scores('few.jsonl', { topicId: 't1', id: 'p0', score: 1 });
    await expect(scoresOf(id)).rejects.toMatchObject({
      code: 'GRK_RERANKER_OUTPUT',
      message: `${join(folder, 'few.jsonl')} has no score for topic "t1" and passage p1 of d1.md, which is one of its candidates`,
    });
    await expect(scoresOf('scripted:all scores.jsonl', 't2')).rejects.toThrow('no score for topic "t2" and passage p0');
  });
  it.each([
    ['half a row', ['{"topicId": "t1"'], ':1: not valid JSON'],
    ['a misspelt key', [{ topicID: 't1', id: 'p', score: 1 }], ':1: topicId: '],
    ['no passage', [{ topicId: 't1', score: 1 }], ':1: name a passage by "id" or a document by "doc"'],
    ['both', [{ topicId: 't1', id: 'p', doc: 'd', score: 1 }], ':1: name a passage by "id" or a document by "doc"'],
    ['a text for a score', ['', { topicId: 't1', id: 'p', score: 'x' }], ':2: score: '],
    ['a score that overflows', ['{"topicId": "t1", "id": "p", "score": 1e999}'], ':1: score: '],
    [
      'a second score',
      [
        { topicId: 't1', id: 'p', score: 1 },
        { topicId: 't1', id: 'p', score: 2 },
      ],
      ':2: topic "t1" has a second score for "p"',
    ],
    ['nothing', ['', ''], ': the file holds no scores'],
  ])('refuses a file with %s, by line', async (_, lines, message) => {
    const id = scores('bad.jsonl', ...lines);
    await expect(openReranker(id, folder)).rejects.toMatchObject({
      code: 'GRK_CONFIG_INVALID',
      message: expect.stringContaining(`${join(folder, 'bad.jsonl')}${message}`),
    });
  });
  it('refuses a file that is not there, is a folder, or is no UTF-8', async () => {
    await expect(openReranker('scripted:nowhere.jsonl', folder)).rejects.toMatchObject({
      code: 'GRK_FILE_MISSING',
      message: `${join(folder, 'nowhere.jsonl')} does not exist`,
    });
    await expect(openReranker('scripted:.', folder)).rejects.toMatchObject({ code: 'GRK_FILE_UNREADABLE' });
    writeFileSync(join(folder, 'latin.jsonl'), Buffer.from([0x22, 0xff, 0x22]));
    await expect(openReranker('scripted:latin.jsonl', folder)).rejects.toMatchObject({ code: 'GRK_NOT_UTF8' });
  });
  it('takes a passage’s own score before that of its document', async () => {
    expect(await scoresOf('scripted:all scores.jsonl')).toEqual([0, 1, 0, -2.5, 0, 1]);
  });
  it('is known by its bytes, not by its name', async () => {
    const identities = [];
    for (const [i, name] of ['a.jsonl', 'b.jsonl', 'c.jsonl'].entries()) {
      const id = scores(name, { topicId: 't', id: 'p', score: i < 2 ? 1 : 2 });
      identities.push((await open(id)()).identity);
    }
    expect(identities.map(({ model }) => model)).toEqual(['a.jsonl', 'b.jsonl', 'c.jsonl']);
    const hashes = identities.map(({ weightsSha256 }) => weightsSha256);
    expect([hashes[0] === hashes[1], hashes[0] === hashes[2]]).toEqual([true, false]);
  });
});
