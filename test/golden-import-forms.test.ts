import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Report } from '../src/contracts/report.ts';
import { grk, smallGolden, workFolder, writeFiles } from './binary.ts';

const folder = workFolder('import forms');
const read = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8');
const importing = (...args: string[]) => grk(folder, ['golden', 'import', ...args]);
const jsonl = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

async function meansOf(golden: string): Promise<Record<string, number>> {
  const { code, err } = await grk(folder, ['eval', '--golden', golden, '--no-dense', '--out', 'r.json', '--quiet']);
  expect([code, err]).toEqual([0, '']);
  return (JSON.parse(read('r.json')) as Report).stages[0]?.means ?? {};
}

describe('grk golden import trec', () => {
  writeFiles(folder, {
    'trec/topics.txt':
      '<top>\n<num> Number: 301\n<title> walrus tusks\n<desc> x\n</top>\n<top>\n<num> Number: 302\n<title> seals\n</top>\n<top>\n<num> 303\n<title> unjudged\n</top>\n',
    'wide.tsv': 'q1\td1\t1\n',
    'trec/topics.tsv': '301\twalrus tusks\n302\tseals\n303\tunjudged\n',
    'trec/qrels.txt': '301 0 walrus.md 2\n301 0 sub/seals.txt 0\n302 0 walrus.md 0\n',
    'trec/docs/walrus.md': '# Walrus\n\nIt has tusks.\n',
    'trec/docs/sub/seals.txt': 'seals sleep ashore\r\n',
  });

  it.each(['topics.txt', 'topics.tsv'])('reads %s, qrels and a folder of documents', async (topics) => {
    const out = `trec gold ${topics}`;
    const run = await importing(
      'trec',
      `trec/${topics}`,
      'trec/qrels.txt',
      'trec/docs',
      '--split',
      'dev',
      '--out',
      out,
      '--json',
    );
    expect(run.err).toBe('grk: 1 of 3 topics have no judgment and are left out\n');
    expect(JSON.parse(run.out)).toMatchObject({
      unit: 'document',
      documents: 2,
      topics: 2,
      answerable: 1,
      unknown: 1,
      splits: ['dev'],
    });
    expect(read(out, 'corpus', 'sub', 'seals.txt')).toBe('seals sleep ashore\r\n');
    expect((await grk(folder, ['golden', 'check', '--golden', out])).code).toBe(0);
    expect((await meansOf(out))['nDCG@10']).toBe(1);
  });

  it.each<[string[], string]>([
    [['trec/topics.tsv', 'trec/qrels.txt'], 'trec is imported from TOPICS, QRELS, CORPUS, and 2 paths are named'],
    [
      ['trec/topics.tvs', 'trec/qrels.txt', 'trec/docs'],
      'the topics file trec/topics.tvs does not exist. Did you mean "topics.tsv"?',
    ],
    [['trec/topics.tsv', 'trec/docs', 'trec/docs'], 'trec/docs is a folder'],
    [['trec/topics.tsv', 'trec/topics.tsv', 'trec/docs'], 'topics.tsv:1: 3 columns instead of 4'],
    [['wide.tsv', 'trec/qrels.txt', 'trec/docs'], '3 columns instead of 2'],
    [['trec/topics.tsv', 'trec/qrels.txt', 'trec/docs/sub'], 'name documents that the corpus lacks'],
  ])('refuses %j', async (paths, message) => {
    const { code, err, out } = await importing('trec', ...paths, '--out', 'trec-bad');
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
    expect(existsSync(join(folder, 'trec-bad'))).toBe(false);
  });
});

describe('grk golden import jsonl', () => {
  it('reads rows with quotes as passages, and fields under other names', async () => {
    smallGolden(join(folder, 'lamp'));
    writeFiles(folder, {
      'rows.jsonl': jsonl([
        {
          id: 't1',
          question: 'bring back a file',
          gold: [{ doc: 'guides/restore.md', quote: 'bring one file back', grade: 3 }],
          score: 1,
        },
        { id: 't2', question: 'bread', gold: [], answerable: false },
      ]),
      'docs.jsonl': jsonl([{ id: 't1', question: 'q', gold: ['guides/restore.md'] }]),
    });
    const args = ['--map', 'topicId=id', '--map', 'query=question', '--json'];
    const run = await importing('jsonl', 'rows.jsonl', 'lamp/corpus', '--out', 'rows', ...args);
    expect(run.err).toBe('grk: the field "score" of 1 rows means nothing here and is left out\n');
    expect(JSON.parse(run.out)).toMatchObject({ unit: 'passage', topics: 2, answerable: 1, unknown: 0, documents: 6 });
    expect((await grk(folder, ['golden', 'check', '--golden', 'rows'])).code).toBe(0);
    expect((await meansOf('rows'))['Success@1']).toBe(1);
    const docs = await importing('jsonl', 'docs.jsonl', 'lamp/corpus', '--out', 'docs', ...args);
    expect(JSON.parse(docs.out)).toMatchObject({ unit: 'document', answerable: 1 });
  });

  it.each<[string, string[], string]>([
    [
      jsonl([{ topicId: 't', query: 'q', gold: [{ doc: 'guides/keys.md', quote: 'not there', grade: 1 }] }]),
      [],
      'bad.jsonl:1: guides/keys.md: the quote "not there" is not in the document',
    ],
    [jsonl([{ topicId: 't', query: 'q', gold: ['guides/keys.md'], answerable: false }]), [], 'declared unanswerable'],
    [
      jsonl([{ topicId: 't', query: 'q', gold: ['guides/keys.md', 'guides/keys.md'] }]),
      [],
      'gold[1] points where gold[0] does',
    ],
    ['{"topicId": "t"\n', [], 'bad.jsonl:1: not valid JSON'],
    [jsonl([]), ['--map', 'qery=q'], '--map "qery=q" is not of the form FIELD=NAME. Did you mean "query"?'],
  ])('refuses %s', async (rows, args, message) => {
    smallGolden(join(folder, 'lamp'));
    writeFiles(folder, { 'bad.jsonl': rows });
    const { code, err } = await importing('jsonl', 'bad.jsonl', 'lamp/corpus', '--out', 'jsonl-bad', ...args);
    expect(err).toContain(message);
    expect([code, existsSync(join(folder, 'jsonl-bad'))]).toEqual([2, false]);
  });
});
