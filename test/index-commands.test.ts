import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { grk, ROOT, smallGolden, workFolder, writeFiles } from './binary.ts';

const folder = workFolder('index');
const run = (...args: string[]) => grk(folder, args);
const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).out);

beforeAll(() => {
  cpSync(join(ROOT, 'golden/handbook/corpus'), join(folder, 'docs'), { recursive: true });
  smallGolden(join(folder, 'gold'));
  writeFileSync(join(folder, 'grk.config.json'), '{}');
});

function storedBytes(): string {
  const state = join(folder, '.grk');
  const files = readdirSync(state, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('writer.lock'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

describe('the sequence that passed bm25 for hybrid', () => {
  it('is refused with the remedy, and the remedy works: rankings are those of a fresh ingest', async () => {
    expect((await run('ingest', 'docs', '--no-dense')).code).toBe(0);
    for (const mode of ['dense', 'hybrid']) {
      const { code, out, err } = await run('search', '--mode', mode, 'rotate a key');
      expect([code, out]).toEqual([2, '']);
      expect(err).toContain('grk index backfill default');
    }
    const again = await run('ingest', 'docs');
    expect([again.code, again.out]).toEqual([2, '']);
    expect(again.err).toContain('grk index backfill default');
    const filled = await run('index', 'backfill');
    expect([filled.code, filled.err]).toEqual([0, '']);
    expect((await run('ingest', 'docs', '--collection', 'fresh')).code).toBe(0);
    for (const query of ['rotate a key', 'restore one file', 'what does Q-4102 mean']) {
      const hits = (collection: string) =>
        json('search', '--mode', 'hybrid', '--explain', '--top-k', '50', '--collection', collection, query);
      expect(await hits('default')).toEqual(await hits('fresh'));
    }
    expect((await run('index', 'backfill')).out).toContain('nothing to do');
  }, 60_000);
});

describe('another embedder in the configuration', () => {
  it('is refused by every command that would use it, both named, and no byte changes', async () => {
    const before = storedBytes();
    for (const args of [
      ['ingest', 'docs'],
      ['search', '--mode', 'hybrid', 'key'],
      ['index', 'backfill'],
    ]) {
      const { code, out, err } = await run(...args, '--embedder', 'hash');
      expect([code, out]).toEqual([2, '']);
      expect(err).toContain('embedder is static:static-minilm-256-int8 in the index, hash:hash is asked for');
    }
    expect(storedBytes()).toBe(before);
  }, 30_000);
});

describe('grk cite verify', () => {
  it('verifies, and tells of one edited character with its place', async () => {
    writeFiles(folder, { 'win/größe.md': '\uFEFF# Größe 😀\r\n\r\nZwei Zeilen,\r\nmit 日本語.\r\n' });
    await run('ingest', 'win', '--collection', 'win', '--no-dense');
    expect(await run('cite', 'verify', 'win')).toMatchObject({ code: 0, out: expect.stringContaining('1 verified') });
    writeFiles(folder, { 'win/größe.md': '\uFEFF# Größe 😀\r\n\r\nZwei Zeilen,\r\nmit 日木語.\r\n' });
    const { code, out } = await run('cite', 'verify', 'win');
    expect([code, out]).toEqual([1, expect.stringContaining('first difference at line 4, column 6')]);
    expect(await json('cite', 'verify', 'win')).toMatchObject({ verified: 0, drifted: 1, missing: 0 });
    expect((await run('search', '--collection', 'win', '--verify', 'zeilen')).out).toContain('drifted');
    rmSync(join(folder, 'win'), { recursive: true });
    expect(await run('cite', 'verify', 'win')).toMatchObject({ code: 1, out: expect.stringContaining('1 missing') });
    expect((await run('cite', 'verify', 'wni')).err).toContain('Did you mean "win"?');
  }, 30_000);
});

describe('grk index status', () => {
  it('says what changed in the sources since', async () => {
    writeFiles(folder, { 'few/a.md': 'a walrus', 'few/b.md': 'a seal', 'few/c.md': 'a whale' });
    await run('ingest', 'few', '--collection', 'few', '--no-dense');
    const freshness = async () => (await json('index', 'status', 'few')).collections[0].freshness;
    expect(await freshness()).toMatchObject({ isFresh: true });
    writeFiles(folder, { 'few/a.md': 'a Walrus', 'few/d.md': 'new' });
    rmSync(join(folder, 'few/b.md'));
    expect(await freshness()).toEqual({
      kind: 'compared',
      isFresh: false,
      changed: ['few/a.md'],
      added: ['few/d.md'],
      gone: ['few/b.md'],
    });
    expect((await run('index', 'status', 'few')).out).toContain(
      '1 changed: few/a.md; 1 added: few/d.md; 1 gone: few/b.md',
    );
    // What was never indexed does not hide what became of the rest; what was, and cannot be read, does.
    writeFileSync(join(folder, 'few/bad.md'), Buffer.of(0x61, 0xff));
    expect(await freshness()).toMatchObject({ kind: 'compared', changed: ['few/a.md'], gone: ['few/b.md'] });
    writeFileSync(join(folder, 'few/c.md'), Buffer.of(0x61, 0xff));
    expect(await freshness()).toMatchObject({ kind: 'unknown', reason: expect.stringContaining('c.md is not UTF-8') });
    rmSync(join(folder, 'few'), { recursive: true });
    expect(await freshness()).toMatchObject({ kind: 'unknown', reason: expect.stringContaining('few') });
  }, 30_000);
  it('looks for sources by the globs of their ingest', async () => {
    writeFiles(folder, { 'globs/a.md': 'a walrus', 'globs/b.odd': 'a seal' });
    await run('ingest', 'globs', '--collection', 'globs', '--no-dense', '--set', 'corpus.include=["**/*.odd"]');
    expect((await json('index', 'status', 'globs')).collections[0].freshness).toMatchObject({ isFresh: true });
  });
  it('shows indexes of evals apart, and how to drop them', async () => {
    expect((await run('eval', '--golden', 'gold', '--no-dense')).code).toBe(0);
    const { out } = await run('index', 'status');
    expect(out).toMatch(
      /collection default[\s\S]*vectors +536 of 536 passages[\s\S]*indexes of evals \(1\)[\s\S]*grk index drop --evals/,
    );
    const doctor = await run('index', 'doctor');
    expect([doctor.code, doctor.out]).toEqual([0, expect.stringContaining('no faults')]);
    expect((await run('index', 'drop', '--evals', '--yes')).out).toMatch(/^dropped eval-lamp-\S+ \(6 documents/);
    expect((await run('index', 'status')).out).not.toContain('indexes of evals');
    expect((await run('index', 'drop', '--evals')).out).toBe('there is nothing to drop\n');
  }, 30_000);
});

describe('grk index doctor and drop', () => {
  it('exits with 1 for a fault, and with 0 after the repair that it names', async () => {
    const [table = ''] = readdirSync(join(folder, '.grk/vectors')).filter((name) => name.startsWith('fresh'));
    rmSync(join(folder, '.grk/vectors', table), { recursive: true });
    const sick = await run('index', 'doctor', 'fresh');
    expect([sick.code, sick.out]).toEqual([1, expect.stringMatching(/vectors-lost[\s\S]*grk index repair fresh/)]);
    const search = () => run('search', '--collection', 'fresh', '--mode', 'hybrid', 'key');
    expect(await search()).toMatchObject({ code: 2, out: '', err: expect.stringContaining('GRK_VECTORS_LOST') });
    expect((await run('search', '--collection', 'fresh', 'key')).code).toBe(0);
    expect((await run('index', 'repair', 'fresh')).code).toBe(0);
    expect((await run('index', 'doctor', 'fresh')).code).toBe(0);
    expect((await search()).code).toBe(0);
  }, 30_000);
  it('does not drop without a question or --yes, and then all of it', async () => {
    const refused = await run('index', 'drop', 'fresh');
    expect([refused.code, refused.out]).toEqual([2, '']);
    expect(refused.err).toContain('--yes');
    expect((await run('search', '--collection', 'fresh', 'key')).code).toBe(0);
    expect((await run('index', 'drop', 'fresh', 'wni', '--yes')).code).toBe(2);
    expect((await run('search', '--collection', 'fresh', 'key')).code).toBe(0);
    expect((await run('index', 'drop', 'fresh', '--yes')).code).toBe(0);
    expect((await run('search', '--collection', 'fresh', 'key')).code).toBe(2);
    expect(readdirSync(join(folder, '.grk/vectors')).filter((name) => name.startsWith('fresh'))).toEqual([]);
    expect((await run('index', 'drop')).err).toContain('nothing to drop was named');
  }, 30_000);
  it('say so where nothing is stored, and make no state folder', async () => {
    const empty = join(folder, 'empty');
    writeFiles(empty, { 'grk.config.json': '{}' });
    expect((await grk(empty, ['index', 'status'])).out).toContain('no collections');
    expect((await grk(empty, ['index', 'doctor'])).code).toBe(0);
    expect((await grk(empty, ['index', 'drop', 'x', '--yes'])).code).toBe(2);
    expect(existsSync(join(empty, '.grk'))).toBe(false);
    expect((await grk(empty, ['index'])).err).toContain('status, doctor, repair, backfill, drop');
    expect((await grk(empty, ['index', 'repiar'])).err).toContain('repair');
  }, 30_000);
});

describe('filters', () => {
  it('are typed, the same in every mode, and give k where k match', async () => {
    const pages = Array.from({ length: 40 }, (_, i): [string, string] => [
      `typed/${i}.md`,
      `---\nyear: ${2000 + i}\ndate: 2024-${String((i % 12) + 1).padStart(2, '0')}-15\ndraft: ${i % 2 === 0}\n---\n\n# Page ${i}\n\nwalrus number ${i}\n`,
    ]);
    writeFiles(folder, Object.fromEntries(pages));
    await run('ingest', 'typed', '--collection', 'typed');
    const found = async (mode: string, ...filters: string[]) => {
      const options = filters.flatMap((filter) => ['--filter', filter]);
      const { hits } = await json(
        'search',
        '--collection',
        'typed',
        '--mode',
        mode,
        '--top-k',
        '5',
        ...options,
        'walrus',
      );
      return (hits as { doc: string }[]).map(({ doc }) => Number(/(\d+)\.md$/.exec(doc)?.[1]));
    };
    const inOrder = (numbers: number[]) => numbers.toSorted((a, b) => a - b);
    for (const mode of ['bm25', 'dense', 'hybrid']) {
      expect(inOrder(await found(mode, 'year>=2033', 'year<2038'))).toEqual([33, 34, 35, 36, 37]);
      expect(inOrder(await found(mode, 'date>=2024-12', 'draft=false'))).toEqual([11, 23, 35]);
      expect(await found(mode, 'draft!=true')).toHaveLength(5);
      expect(await found(mode, 'year>3000')).toEqual([]);
    }
    const misspelled = await run('search', '--collection', 'typed', '--filter', 'year=>2033', 'walrus');
    expect([misspelled.code, misspelled.out]).toEqual([2, '']);
    expect(misspelled.err).toContain('unknown operator "=>"');
    const unordered = await run('search', '--collection', 'typed', '--filter', 'draft>=yes', 'walrus');
    expect([unordered.code, unordered.err]).toEqual([1, expect.stringContaining('can be compared with yes')]);
    expect((await run('search', '--filtre', 'a=b', 'x')).err).toContain('Did you mean "--filter"?');
  }, 60_000);

  it('of a variant leave other documents out, and are part of the run configuration', async () => {
    const suite = (filter?: string[]) =>
      JSON.stringify({ golden: 'gold', variants: [{ name: 'v', filter, stages: [{ kind: 'bm25' }] }] });
    writeFiles(folder, {
      'all.json': suite(),
      'guides.json': suite(['folder=guides']),
      'bad.json': suite(['folder=>guides']),
      'typo.json': suite(['foldr!=guides']),
    });
    const report = async (name: string) => {
      await run('eval', `${name}.json`, '--out', `${name}-report.json`);
      return JSON.parse(readFileSync(join(folder, `${name}-report.json`), 'utf8'));
    };
    const [all, guides] = [await report('all'), await report('guides')];
    const docs = ({ stages }: { stages: { topics: { ranking: { doc: string }[] }[] }[] }) =>
      new Set(
        stages.flatMap(({ topics }) => topics.flatMap(({ ranking }) => ranking.map(({ doc }) => doc.split('/')[0]))),
      );
    expect(docs(guides)).toEqual(new Set(['guides']));
    expect(docs(all).size).toBeGreaterThan(1);
    expect(guides.runConfig.variants[0].filter).toEqual(['folder=guides']);
    expect(guides.runConfigSha256).not.toBe(all.runConfigSha256);
    expect((await run('eval', 'compare', 'all-report.json', 'guides-report.json')).out).toContain('folder=guides');
    expect(await run('eval', 'bad.json')).toMatchObject({ code: 2, err: expect.stringContaining('"=>"') });
    expect(await run('eval', 'typo.json')).toMatchObject({
      code: 1,
      err: expect.stringContaining('has the metadata "foldr"'),
    });
  }, 60_000);
});
