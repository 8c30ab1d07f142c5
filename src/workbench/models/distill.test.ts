import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { embeddingGraph, tinyTokenizer } from '../../../test/tiny-onnx.ts';
import type { Progress } from '../../contracts/ports.ts';
import { openEmbedder } from '../../providers/registry.ts';
import { createSession } from '../session/session.ts';
import { type DistillRequest, distill } from './distill.ts';

const folder = mkdtempSync(join(tmpdir(), 'grk distill ü '));
afterAll(() => rmSync(folder, { recursive: true }));
const WORDS = ['lease', 'expires', 'walrus', 'sleeps', 'key', 'rotates', '[unused0]', 'a'];
const FRAME = 4;
const WIDTH = 4;

function writeTeacher(): string {
  const path = join(folder, 'teacher');
  mkdirSync(join(path, 'onnx'), { recursive: true });
  const write = (file: string, value: object) => writeFileSync(join(path, file), JSON.stringify(value));
  write('config.json', { architectures: ['BertModel'], model_type: 'bert', max_position_embeddings: 64 });
  write('tokenizer.json', {
    ...tinyTokenizer(WORDS),
    truncation: { max_length: 2 },
    padding: { strategy: { Fixed: 2 } },
  });
  write('tokenizer_config.json', { tokenizer_class: 'BertTokenizer', model_max_length: 32 });
  const row = (i: number) => Array.from({ length: WIDTH }, (_, j) => Math.round(9 * Math.sin(7 * i + 3 * j)));
  const table = Array.from({ length: FRAME + WORDS.length }, (_, i) => (i < FRAME ? [0, 0, 0, 0] : row(i)));
  writeFileSync(join(path, 'onnx', 'model.onnx'), embeddingGraph(table));
  return path;
}
const teacher = `transformers:${writeTeacher()}?pooling=mean`;
/** Three of them occur twice. */
const LINES = Array.from({ length: 60 }, (_, i) => {
  const word = (step: number) => WORDS[Math.floor(i / step) % 6];
  return `${word(1)} ${word(2)} ${word(3)} ${word(7)} a`;
});

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(folder, 'project '));
});
const write = (path: string, content: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
};
const quiet: Progress = { start: () => {}, advance: () => {}, done: () => {} };
const run = (over: Partial<DistillRequest> = {}, world: { progress?: Progress; signal?: AbortSignal } = {}) =>
  distill(createSession({ cwd: root, ...world }), {
    teacher,
    to: 'mine',
    corpus: [],
    texts: undefined,
    dimensions: undefined,
    passages: 1000,
    ...over,
  });
const filesIn = (path: string) =>
  Object.fromEntries(readdirSync(path).map((name) => [name, readFileSync(join(path, name), 'latin1')]));

describe('distill', () => {
  it('writes an embedder that opens, embeds near its teacher, and lists its own files', async () => {
    write('texts.jsonl', LINES.map((text) => `${JSON.stringify({ role: 'passage', text })}\n`).join(''));
    const outcome = await run({ texts: 'texts.jsonl' });
    expect(outcome).toMatchObject({ folder: join(root, 'mine'), dimensions: WIDTH, tokens: 7, share: 1 });
    expect(outcome.texts).toMatchObject({ used: 57, found: 57, truncated: 0 });
    expect(outcome.fit?.heldOutPassages).toBe(3);
    expect(outcome.fit?.distilled).toBeGreaterThan(0.8);
    expect(outcome.fit?.distilled).toBeGreaterThan(outcome.fit?.prior ?? 1);
    const embedder = await openEmbedder('static:mine', root);
    expect(embedder.identity).toMatchObject({ weightsSha256: outcome.weightsSha256, dimensions: WIDTH, model: 'mine' });
    const { vectors } = await embedder.embed(['lease expires', 'expires lease', '[unused0]', '[CLS]'], 'query');
    const [first, second, ...none] = [0, 1, 2, 3].map((row) => [...vectors.subarray(row * WIDTH, (row + 1) * WIDTH)]);
    expect(Math.hypot(...(first ?? []))).toBeCloseTo(1, 6);
    expect(first).toEqual(second?.map((value) => expect.closeTo(value, 6)));
    expect(none).toEqual([
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ]);
    const page = readFileSync(join(root, 'mine', 'SOURCE.md'), 'utf8');
    const listed = [...page.matchAll(/^\| (\S+) \| (\d+) \| ([0-9a-f]{64}) \|$/gm)].map(([, ...row]) => row);
    expect(listed).toHaveLength(4);
    for (const [name = '', size, hash] of listed) {
      const bytes = readFileSync(join(root, 'mine', name));
      expect([String(bytes.length), createHash('sha256').update(bytes).digest('hex')]).toEqual([size, hash]);
    }
    const identity = (await openEmbedder(teacher, root)).identity;
    expect(page).toContain(identity.weightsSha256);
    expect(page).toContain('- 60 texts of texts.jsonl\n');
    expect(page).toContain(outcome.texts?.sha256);
    expect(page).toContain(outcome.fit?.distilled.toFixed(4));
    expect(page).toContain('Derived from the weights of teacher');
    const tokenizer = JSON.parse(readFileSync(join(root, 'mine', 'tokenizer.json'), 'utf8'));
    expect([tokenizer.truncation, tokenizer.padding]).toEqual([null, null]);
  });

  it('gives the same bytes again, from a cache or without one, whatever the order of texts', async () => {
    write('texts.txt', LINES.join('\n'));
    await run({ texts: 'texts.txt' });
    await run({ texts: 'texts.txt', to: 'again' });
    rmSync(join(root, '.grk'), { recursive: true });
    write('elsewhere/texts.txt', [...LINES].reverse().join('\r\n'));
    await run({ texts: 'elsewhere/texts.txt', to: 'anew' });
    expect(filesIn(join(root, 'again'))).toEqual(filesIn(join(root, 'mine')));
    expect(filesIn(join(root, 'anew'))).toEqual(filesIn(join(root, 'mine')));
  });

  it('reads a corpus as an ingest does, and takes as many passages as it was told', async () => {
    for (const [i, line] of LINES.entries()) write(`docs/${i}.md`, `${line}\n`);
    const { texts } = await run({ corpus: ['docs'], passages: 40 });
    expect(texts).toMatchObject({ used: 40, found: 57 });
  });

  it('uses the vocabulary alone where no texts are named, and says so', async () => {
    const { texts, fit } = await run({ dimensions: 2 });
    expect([texts, fit]).toEqual([null, null]);
    expect((await openEmbedder('static:mine', root)).identity.dimensions).toBe(2);
    const page = readFileSync(join(root, 'mine', 'SOURCE.md'), 'utf8');
    expect(page).toContain('the vocabulary alone was used');
    expect(page).not.toMatch(/regression:|## Fit/);
  });

  it('leaves no folder when it is stopped, and goes on from what the teacher said', async () => {
    write('texts.txt', LINES.join('\n'));
    const started: string[] = [];
    for (const at of ['teacher, passages', 'fitting']) {
      const stop = new AbortController();
      const progress: Progress = {
        ...quiet,
        start: (label) => {
          started.push(label);
          if (label === at) stop.abort();
        },
      };
      await expect(run({ texts: 'texts.txt' }, { progress, signal: stop.signal })).rejects.toMatchObject({
        code: 'GRK_INTERRUPTED',
      });
      expect(readdirSync(root).sort()).toEqual(['.grk', 'texts.txt']);
    }
    expect(started).toContain('fitting');
    await run({ texts: 'texts.txt' });
    const kept = filesIn(join(root, 'mine'));
    rmSync(join(root, '.grk'), { recursive: true });
    await run({ texts: 'texts.txt', to: 'anew' });
    expect(filesIn(join(root, 'anew'))).toEqual(kept);
  });

  it.each<[string, Partial<DistillRequest>, RegExp]>([
    ['a folder that exists', { to: 'taken' }, /taken exists already/],
    ['an embedder that shows no tokens', { teacher: 'static:shipped' }, /"static:shipped" cannot teach/],
    ['a teacher that is not there', { teacher: 'transformers:nowhere' }, /there is no folder .*nowhere/],
    ['more dimensions than the teacher has', { dimensions: 5 }, /the teacher has 4 dimensions; 5 cannot be had/],
    ['too few passages', { texts: 'few.txt' }, /needs 20 different passages, and these are 2$/],
    ['queries of grk golden texts', { texts: 'queries.jsonl' }, /these are 0$/],
    [
      'fewer passages than can be fitted',
      { texts: 'many.txt', passages: 19 },
      /needs 20 .* --passages takes 19 of them/,
    ],
    ['a row without a text', { texts: 'bad.jsonl' }, /bad\.jsonl:2: this row is no JSON object with a "text"/],
    ['texts that are not there', { texts: 'none.txt' }, /none\.txt does not exist/],
  ])('refuses %s, and writes nothing', async (_, over, message) => {
    mkdirSync(join(root, 'taken'));
    write('many.txt', LINES.join('\n'));
    write('few.txt', 'lease\nkey\n\nlease\n');
    write('queries.jsonl', LINES.map((text) => `${JSON.stringify({ role: 'query', text })}\n`).join(''));
    write('bad.jsonl', '{"text": "lease"}\n{"txt": "key"}\n');
    await expect(run(over)).rejects.toThrow(message);
    expect([existsSync(join(root, 'mine')), readdirSync(join(root, 'taken'))]).toEqual([false, []]);
  });
});
