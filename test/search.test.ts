import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { grk, isLocked, smallGolden, workFolder, writeFiles } from './binary.ts';

const folder = workFolder('search');
const search = (...args: string[]) => grk(folder, ['search', ...args]);
const hitsOf = (
  out: string,
): {
  rank: number;
  id: string;
  doc: string;
  startLine: number;
  legs?: { leg: string; rank: number | null; share: number | null }[];
  score: number;
}[] => JSON.parse(out).hits;

beforeAll(async () => {
  smallGolden(join(folder, 'gold'));
  writeFileSync(join(folder, 'grk.config.json'), '{}');
  const { code, err, out } = await grk(folder, ['ingest', 'gold/corpus']);
  expect([err, code, out]).toEqual(['', 0, expect.stringContaining('6 documents')]);
});

describe('grk search', () => {
  it('follows grep: 0 with hits, 1 without, 2 for an error', async () => {
    expect((await search('restore')).code).toBe(0);
    expect(await search('xylophone')).toMatchObject({ code: 1, out: expect.stringContaining('no hits') });
    expect(await search('restore', '--collection', 'defualt')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Did you mean "default"?'),
    });
  });
  it('answers with bm25 unless asked otherwise', async () => {
    expect(JSON.parse((await search('restore', '--json')).out)).toMatchObject({ mode: 'bm25', stage: 'bm25' });
  });
  it('names documents by path from the project root, with lines', async () => {
    const [first] = hitsOf((await search('LP-101', '--json')).out);
    expect(first).toMatchObject({ doc: 'gold/corpus/reference/errors.md', rank: 1 });
    expect(first?.startLine).toBeGreaterThan(0);
  });
  it('explains each leg’s rank and contribution, which add up to the score', async () => {
    const hits = hitsOf((await search('restore a file', '--mode', 'hybrid', '--explain', '--json')).out);
    expect(hits.length).toBeGreaterThan(0);
    for (const hit of hits) {
      expect(hit.legs?.map(({ leg }) => leg)).toEqual(['bm25', 'dense']);
      expect((hit.legs ?? []).reduce((sum, { share }) => sum + (share ?? 0), 0)).toBeCloseTo(hit.score, 12);
    }
    expect((await search('restore a file', '--mode', 'hybrid', '--explain')).out).toContain('dense');
  });
  it('reranks on request, by the configured reranker or the one behind =, and says how each hit moved', async () => {
    const args = ['restore a file', '--mode', 'hybrid', '--explain'];
    const { code, out, err } = await search('--rerank', ...args);
    expect([code, err]).toEqual([0, '']);
    const head = 'hybrid search · stage rerank · top 7 of fusion by combined(cross-tiny) · collection default · 7 hits';
    expect(out.split('\n\n')[0]?.replace(/\s+/g, ' ')).toBe(head);
    expect(out).toMatch(/rank 1 of fusion, score 0\.03\d+: (stayed|fell \d)\n/);
    const reversed = JSON.parse((await search('--rerank=reverse', ...args, '--json')).out);
    expect(reversed).toMatchObject({ stage: 'rerank', rerank: { reranker: 'reverse', input: 'fusion', depth: 50 } });
    expect(reversed.hits.map((hit: { rerank: object }) => hit.rerank)).toMatchObject(
      [7, 6, 5, 4, 3, 2, 1].map((inputRank, i) => ({ inputRank, score: 6 - i, moved: inputRank - 1 - i })),
    );
    expect(await search('--rerank=revers', ...args)).toMatchObject({
      code: 2,
      err: expect.stringContaining('there is no reranker "revers". Did you mean "reverse"?'),
    });
  });
  it('gives the same top 5 for a top-50 request', async () => {
    const at = async (k: string) =>
      hitsOf((await search('restore a file', '--mode', 'hybrid', '--top-k', k, '--json')).out);
    expect((await at('50')).slice(0, 5)).toEqual(await at('5'));
  });
  it('filters before the window, the same in every mode', async () => {
    for (const mode of ['bm25', 'dense', 'hybrid']) {
      const hits = hitsOf(
        (await search('file', '--mode', mode, '--filter', 'path=gold/corpus/guides/restore.md', '--json')).out,
      );
      expect(hits.length).toBeGreaterThan(0);
      expect(new Set(hits.map(({ doc }) => doc))).toEqual(new Set(['gold/corpus/guides/restore.md']));
    }
  });
  it('finds nothing for an unknown filter key, and says why', async () => {
    expect(await search('file', '--filter', 'foldr=x')).toMatchObject({
      code: 1,
      err: expect.stringContaining('has the metadata "foldr"'),
    });
  });
  it('searches for words that look like options behind --', async () => {
    const { out, code } = await search('--json', '--', '--dry-run');
    expect([code, hitsOf(out)[0]?.doc]).toEqual([0, 'gold/corpus/reference/flags.md']);
  });
});

describe('grk ingest', () => {
  it('does nothing for unchanged files, and replaces what changed', async () => {
    expect((await grk(folder, ['ingest', 'gold/corpus'])).out).toContain('unchanged');
    writeFiles(folder, { 'docs/new.md': '# New\n\nA walrus.\n' });
    await grk(folder, ['ingest', 'docs', '--collection', 'other']);
    expect(hitsOf((await search('walrus', '--collection', 'other', '--json')).out)).toHaveLength(1);
    writeFiles(folder, { 'docs/new.md': '# New\n\nA narwhal.\n' });
    await grk(folder, ['ingest', 'docs', '--collection', 'other']);
    expect((await search('walrus', '--collection', 'other')).code).toBe(1);
    expect((await search('narwhal', '--collection', 'other')).code).toBe(0);
  });
  it('refuses another configuration for a collection, naming the fields, until told to rebuild', async () => {
    const other = await grk(folder, [
      'ingest',
      'gold/corpus',
      '--set',
      'chunker.maxChars=300',
      '--set',
      'lexical.analyzer=plain',
    ]);
    expect(other.code).toBe(2);
    expect(other.err).toContain('analyzer is "english" in the index, "plain" is asked for');
    expect(other.err).toContain('--rebuild');
  });
  it('refuses dense and hybrid search of a collection without vectors, naming the trap and the command', async () => {
    await grk(folder, ['ingest', 'gold/corpus', '--collection', 'words', '--no-dense']);
    for (const mode of ['dense', 'hybrid']) {
      const { code, err, out } = await search('restore', '--collection', 'words', '--mode', mode);
      expect([code, out]).toEqual([2, '']);
      expect(err).toContain('has no vectors');
      expect(err).toContain('grk index backfill words');
    }
    expect((await search('restore', '--collection', 'words')).code).toBe(0);
    expect((await grk(folder, ['ingest', 'gold/corpus', '--collection', 'words'])).code).toBe(2);
    expect((await grk(folder, ['ingest', 'gold/corpus', '--collection', 'words', '--rebuild'])).code).toBe(0);
    expect((await search('restore', '--collection', 'words', '--mode', 'hybrid')).code).toBe(0);
  });
  it('refuses vectors of another embedder', async () => {
    expect(await search('restore', '--mode', 'hybrid', '--embedder', 'hash')).toMatchObject({
      code: 2,
      err: expect.stringContaining('embedder.provider is'),
    });
  });
  it('loses nothing to Ctrl-C: exit 130, the old content answers, the next run is whole', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 4000 }, (_, i) => [`many/${i}.md`, `# Page ${i}\n\n${`word${i % 97} `.repeat(300)}\n`]),
    );
    writeFiles(folder, { 'few/a.md': '# A\n\nhedgehog\n', ...many });
    await grk(folder, ['ingest', 'few', '--collection', 'stop']);
    const stopped = await grk(folder, ['ingest', 'many', '--collection', 'stop'], {
      interruptWhen: () => isLocked(join(folder, '.grk', 'writer.lock')),
    });
    expect([stopped.code, stopped.out]).toEqual([130, '']);
    expect(stopped.err).not.toMatch(/\n\s+at /);
    expect((await search('hedgehog', '--collection', 'stop', '--mode', 'hybrid')).code).toBe(0);
    const again = await grk(folder, ['ingest', 'many', '--collection', 'stop']);
    expect([again.code, again.out]).toEqual([0, expect.stringContaining('4000 documents')]);
    expect((await search('hedgehog', '--collection', 'stop')).code).toBe(1);
  }, 120_000);
});

describe('grk init, config show, doctor', () => {
  it('writes a configuration that lists and explains every choice, once', async () => {
    const place = join(folder, 'fresh');
    writeFiles(place, { 'x.md': 'x' });
    const { code, out } = await grk(place, ['init']);
    expect([code, existsSync(join(place, 'grk.config.json'))]).toEqual([0, true]);
    for (const text of ['chunker.name', 'markdown', 'recursive', 'whole', 'minisearch', 'cjk', 'fusion.window'])
      expect(out).toContain(text);
    expect(await grk(place, ['init'])).toMatchObject({ code: 2, err: expect.stringContaining('is there already') });
    expect((await grk(place, ['init', '--force'])).code).toBe(0);
    expect((await grk(place, ['config', 'show'])).code).toBe(0);
    rmSync(place, { recursive: true });
  });
  it('says what to do next in a folder, with the exit code of a missing command', async () => {
    const { code, out, err } = await grk(folder, []);
    expect([code, err]).toEqual([2, '']);
    expect(out).toContain('grk search');
  });
  it('shows where each value comes from', async () => {
    const { out } = await grk(folder, ['config', 'show', '--origin', '--json', '--set', 'topK=7'], {
      env: { GRK_LEXICAL_K1: '1.1' },
    });
    expect(JSON.parse(out).config).toMatchObject({
      topK: { value: 7, origin: 'flag' },
      'lexical.k1': { value: 1.1, origin: 'env' },
      'fusion.k': { value: 60, origin: 'default' },
    });
  });
  it('tells of a damaged catalog in a line of its own', async () => {
    const place = join(folder, 'damaged');
    writeFiles(place, { '.grk/catalog.sqlite': 'no database, but long enough to be looked at as one '.repeat(30) });
    const { code, out, err } = await grk(place, ['doctor']);
    expect([code, out, err]).toEqual([0, expect.stringContaining('is damaged'), '']);
  });
  it('says what is installed and what would run', async () => {
    const { code, out } = await grk(folder, ['doctor']);
    expect(code).toBe(0);
    for (const text of [
      'better-sqlite3',
      'LanceDB',
      'static:shipped',
      'would run',
      'transformers.js',
      'combined(cross-tiny)',
    ])
      expect(out).toContain(text);
  });
});
