import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CorpusSource } from '../contracts/golden.ts';
import { hashCorpus, readCorpus } from './corpus.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'grk cörpus '));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const options = { maxFileBytes: 1000 };
const corpusSha256Of = async (...of: Parameters<typeof hashCorpus>) => (await hashCorpus(...of)).corpusSha256;
const write = (path: string, content: string | Uint8Array) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
  return join(root, path);
};
const folder = (include = ['**/*.md'], exclude: string[] = []): CorpusSource => ({
  kind: 'folder',
  root,
  include,
  exclude,
});
const jsonl = (...files: string[]): CorpusSource => ({ kind: 'jsonl', files });

/** The documented framing, written a second time. */
function expectedHash(...files: [path: string, content: string | Uint8Array][]): string {
  const fields = files.flat().map((field) => Buffer.from(field as string));
  const framed = fields.flatMap((bytes) => {
    const length = Buffer.alloc(8);
    length.writeUInt32BE(bytes.length, 4);
    return [length, bytes];
  });
  return createHash('sha256').update(Buffer.concat(framed)).digest('hex');
}

describe('faults', () => {
  it('says what was looked for and left out when nothing is there', async () => {
    write('a.txt', 'text');
    write('b.txt', 'text');
    write('empty.md', ' \r\n');
    await expect(readCorpus(folder(['**/*.md'], ['x/**']), options)).rejects.toMatchObject({
      code: 'GRK_INGEST_EMPTY',
      message: `no document in ${root} (include **/*.md, exclude x/**); left out: 2 × matches no include glob, 1 × empty`,
      remedy: 'Check the path, the include and exclude globs, and .gitignore.',
    });
    await expect(corpusSha256Of(folder(['*.rst']), options)).rejects.toMatchObject({ code: 'GRK_INGEST_EMPTY' });
    const file = write('corpus.jsonl', '\n');
    await expect(readCorpus(jsonl(file), options)).rejects.toThrow(`no document in ${file}; nothing was left out`);
  });

  it('does not offer a link that leads nowhere in its own place', async () => {
    symlinkSync('gone.jsonl', join(root, 'rows.jsonl'));
    await expect(readCorpus(jsonl(join(root, 'rows.jsonl')), options)).rejects.toMatchObject({
      code: 'GRK_FILE_MISSING',
      remedy: 'It is a link: check where it leads.',
    });
  });
  it('names a JSONL file that is missing, and its likely neighbour', async () => {
    const file = write('corpus.jsonl', '{"_id": "1", "text": "a"}');
    await expect(readCorpus(jsonl(join(root, 'corpsu.jsonl')), options)).rejects.toMatchObject({
      code: 'GRK_FILE_MISSING',
      remedy: `Did you mean ${file}?`,
    });
    await expect(readCorpus(jsonl(root), options)).rejects.toMatchObject({
      code: 'GRK_FILE_UNREADABLE',
      message: `cannot read ${root}: it is a folder (EISDIR)`,
    });
  });

  it('names both lines of an id that occurs twice, also across files (pyserini#1902)', async () => {
    const first = write('corpus-00.jsonl', '{"_id": "1", "text": "a"}\n{"_id": "2", "text": "b"}');
    const second = write('corpus-01.jsonl', '{"_id": "2", "text": "c"}');
    await expect(readCorpus(jsonl(first, second), options)).rejects.toMatchObject({
      code: 'GRK_DUPLICATE_ID',
      message: `the document id 2 occurs twice: ${first}:2 and ${second}:1`,
    });
  });

  it('names both files whose paths are equal in NFC', async () => {
    write('\u00e9.md', 'a');
    write('e\u0301.md', 'b');
    await expect(readCorpus(folder(), options)).rejects.toMatchObject({
      code: 'GRK_DUPLICATE_ID',
      message: expect.stringMatching(/^two files have the id é\.md: ".*\/e\\u0301\.md" and ".*\/\\u00e9\.md"$/),
    });
  });

  it('names the file that is not UTF-8', async () => {
    const file = write('a.md', Uint8Array.of(0x61, 0xe9));
    await expect(readCorpus(folder(), options)).rejects.toThrow(`${file} is not UTF-8: byte 1 (0xe9) does not fit`);
  });

  it('refuses a name with control characters', async () => {
    write('a\nb.md', 'text');
    await expect(readCorpus(folder(), options)).rejects.toThrow(/^the name ".*a\\nb\.md" holds a control character$/);
  });

  it('stops when it is told to', async () => {
    const file = write('corpus.jsonl', '{"_id": "1", "text": "a"}');
    const signal = AbortSignal.abort();
    await expect(readCorpus(jsonl(file), { ...options, signal })).rejects.toMatchObject({ code: 'GRK_INTERRUPTED' });
  });
});

describe('reading', () => {
  it('skips what is no text to index, with the reason', async () => {
    write('a.md', 'text');
    write('empty.md', '');
    write('blank.md', '\uFEFF \r\n');
    write('binary.md', 'a\0b');
    write('large.md', 'x'.repeat(1001));
    write('limit.md', 'x'.repeat(1000));
    symlinkSync(join(root, 'a.md'), join(root, 'link.md'));
    const { documents, skipped } = await readCorpus(folder(), options);
    expect((await hashCorpus(folder(), options)).skipped).toEqual(skipped);
    expect(documents.map(({ id }) => id)).toEqual(['a.md', 'limit.md']);
    expect(skipped).toEqual([
      { path: 'binary.md', reason: 'binary (holds a NUL byte)' },
      { path: 'blank.md', reason: 'empty' },
      { path: 'empty.md', reason: 'empty' },
      { path: 'large.md', reason: 'larger than corpus.maxFileBytes of grk.config.json' },
      { path: 'link.md', reason: 'symbolic link' },
    ]);
  });

  it('looks for NUL in the first 8 KiB only', async () => {
    write('a.md', Buffer.concat([Buffer.alloc(8192, 'a'), Buffer.alloc(1)]));
    expect((await readCorpus(folder(), { maxFileBytes: 10_000 })).documents).toHaveLength(1);
  });

  it('sorts documents by id as bytes, and lists values that it leaves out', async () => {
    for (const name of ['b.md', 'a/z.md', 'B.md', '\u{1f600}.md', '\uff5e.md']) write(name, 'text');
    write('a.md', '---\ntags: {x: y}\n---\ntext');
    const { documents, metadataLeftOut } = await readCorpus(folder(), options);
    expect(documents.map(({ id }) => id)).toEqual(['B.md', 'a.md', 'a/z.md', 'b.md', '\uff5e.md', '\u{1f600}.md']);
    expect(metadataLeftOut).toEqual([{ doc: 'a.md', key: 'tags', why: 'nested' }]);
  });

  it('joins sources below one base and reads a file that two of them reach once', async () => {
    write('docs/a.md', 'a');
    write('docs/b.md', 'b');
    write('more/c.txt', 'c');
    const sources: CorpusSource[] = [
      { kind: 'folder', root: join(root, 'docs'), include: ['**/*.md'], exclude: [] },
      { kind: 'folder', root: join(root, 'docs/a.md'), include: [], exclude: [] },
      { kind: 'folder', root: join(root, 'more/c.txt'), include: [], exclude: [] },
    ];
    const { documents, corpusSha256 } = await readCorpus(sources, { ...options, base: root });
    expect(documents.map(({ id }) => id)).toEqual(['docs/a.md', 'docs/b.md', 'more/c.txt']);
    expect(corpusSha256).toBe(expectedHash(['docs/a.md', 'a'], ['docs/b.md', 'b'], ['more/c.txt', 'c']));
    expect(await corpusSha256Of([...sources].reverse(), { ...options, base: root })).toBe(corpusSha256);
  });
});

describe('corpusSha256', () => {
  it('is over path and bytes of exactly the indexed files, in byte order, line ends and byte-order mark kept (groundkit D8)', async () => {
    write('b.md', 'b\r\n');
    write('a/c.md', '\uFEFFc');
    write('left-out.txt', 'x');
    write('empty.md', '');
    const expected = expectedHash(['a/c.md', '\uFEFFc'], ['b.md', 'b\r\n']);
    expect((await readCorpus(folder(), options)).corpusSha256).toBe(expected);
    expect(await corpusSha256Of(folder(), options)).toBe(expected);
    write('left-out.txt', 'changed');
    expect(await corpusSha256Of(folder(), options)).toBe(expected);
    write('b.md', 'b\n');
    expect(await corpusSha256Of(folder(), options)).not.toBe(expected);
  });

  it('is the same for a name in NFD', async () => {
    write('re\u0301.md', 'text');
    expect(await corpusSha256Of(folder(), options)).toBe(expectedHash(['r\u00e9.md', 'text']));
  });

  it('does not take a part of a path for a part of a file', async () => {
    write('a.md', 'bc');
    const first = await corpusSha256Of(folder(['*']), options);
    rmSync(join(root, 'a.md'));
    write('a.mdb', 'c');
    expect(await corpusSha256Of(folder(['*']), options)).not.toBe(first);
  });

  it('is over the files of a JSONL corpus, in whatever order they are named', async () => {
    const rows = ['{"_id": "2", "text": "b"}\n', '{"_id": "1", "text": "a"}\n'];
    const [first, second] = rows.map((row, i) => write(`${i === 0 ? 'z' : 'a'}/corpus-0${i}.jsonl`, row));
    const source = jsonl(second ?? '', first ?? '');
    const expected = expectedHash(['corpus-00.jsonl', rows[0] ?? ''], ['corpus-01.jsonl', rows[1] ?? '']);
    const corpus = await readCorpus(source, options);
    expect(corpus.corpusSha256).toBe(expected);
    expect(await corpusSha256Of(source, options)).toBe(expected);
    expect(corpus.documents.map(({ id }) => id)).toEqual(['1', '2']);
  });
});

const repository = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const scifact = join(process.env.GRK_SHARED ?? join(repository, '../shared'), 'datasets/scifact');
const hasShared = existsSync(scifact);
it.skipIf(!hasShared)(
  `reads SciFact as its notes count it${hasShared ? '' : ' (skipped: shared data not present)'}`,
  async () => {
    const files = ['00', '01', '02'].map((part) => join(scifact, `corpus-${part}.jsonl`));
    const { documents, skipped, metadataLeftOut } = await readCorpus(jsonl(...files), options);
    expect(documents).toHaveLength(5183);
    expect(documents.filter(({ text }) => text === '')).toEqual([]);
    expect([skipped, metadataLeftOut]).toEqual([[], []]);
    const first = documents.find(({ id }) => id === '4983');
    expect(first?.text.startsWith(`${first.title} Alterations of the architecture`)).toBe(true);
  },
);
