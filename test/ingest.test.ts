import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { grk, workFolder, writeFiles } from './binary.ts';

const folder = workFolder('ingest');
const ingest = (...args: string[]) => grk(folder, ['ingest', ...args]);
const NOT_UTF8 = Buffer.from([0x23, 0xff]);

beforeAll(() => {
  const documents = Array.from({ length: 6 }, (_, i) => [`docs/${i}.md`, `# Page ${i}\n\nwalrus ${i}\n`]);
  writeFiles(folder, { 'grk.config.json': '{ "reranker": "none" }', ...Object.fromEntries(documents) });
});

describe('grk ingest', () => {
  it('shows the plan of a dry run and writes nothing', async () => {
    const { code, out } = await ingest('docs', '--dry-run');
    expect([code, out]).toEqual([0, expect.stringContaining('6 added; nothing was written')]);
    expect(out).toContain('added: docs/0.md');
    expect(existsSync(join(folder, '.grk', 'catalog.sqlite'))).toBe(false);
    const json = JSON.parse((await ingest('docs', '--dry-run', '--json')).out);
    expect(json).toMatchObject({
      dryRun: true,
      documents: 0,
      changes: { added: 6, deleted: 0 },
      plan: { changed: [] },
    });
  });
  it('counts what changed, and names on stdout what goes (groundkit D12)', async () => {
    expect((await ingest('docs')).code).toBe(0);
    writeFiles(folder, { 'docs/1.md': '# Page 1\n\nnarwhal\n' });
    rmSync(join(folder, 'docs/2.md'));
    const { code, out } = await ingest('docs', '--json');
    expect([code, JSON.parse(out)]).toEqual([
      0,
      expect.objectContaining({
        documents: 5,
        unchanged: false,
        changes: { added: 0, changed: 1, renamed: 0, emptied: 0, deleted: 1, unread: 0, unchanged: 4 },
        removed: ['docs/2.md'],
        work: { documentsCut: 1, passagesEmbedded: 1, vectorsReused: 4 },
      }),
    ]);
    rmSync(join(folder, 'docs/3.md'));
    expect((await ingest('docs')).out).toMatch(/1 deleted, 4 unchanged \(4 documents.*\n {2}deleted: docs\/3\.md\n/);
  });
  it('refuses an emptied folder with exit 2 and an empty stdout, until it is allowed (groundkit D12)', async () => {
    writeFiles(folder, { 'empty/x.bin': 'x' });
    const refused = await ingest('empty');
    expect([refused.code, refused.out]).toEqual([2, '']);
    expect(refused.err).toContain('would remove 4 of the 4 documents of collection "default": docs/0.md');
    expect(refused.err).toContain('--allow-mass-delete');
    expect((await grk(folder, ['search', 'walrus'])).code).toBe(0);
    const done = await ingest('empty', '--allow-mass-delete');
    expect([done.code, done.out]).toEqual([0, expect.stringContaining('deleted: docs/0.md')]);
    for (const mode of ['bm25', 'hybrid']) {
      expect((await grk(folder, ['search', 'walrus', '--mode', mode])).code).toBe(1);
    }
    expect((await ingest('docs')).code).toBe(0);
  });
  it('does the rest beside a bad file and ends with 4; --strict ends at it and changes nothing (groundkit D13)', async () => {
    writeFiles(folder, { 'docs/bad.md': NOT_UTF8, 'docs/good.md': '# Good\n' });
    const catalog = () => readFileSync(join(folder, '.grk', 'catalog.sqlite'));
    const before = catalog();
    const strict = await ingest('docs', '--strict');
    expect([strict.code, strict.out]).toEqual([1, '']);
    expect(strict.err).toContain('docs/bad.md is not UTF-8');
    expect(catalog()).toEqual(before);
    const partial = await ingest('docs');
    expect(partial.code).toBe(4);
    expect(partial.out).toContain('1 added');
    expect(partial.err).toContain('not readable, left out: docs/bad.md');
    const again = await ingest('docs', '--json');
    expect([again.code, JSON.parse(again.out).unread]).toEqual([
      4,
      [{ path: 'docs/bad.md', code: 'GRK_NOT_UTF8', message: expect.any(String) }],
    ]);
    rmSync(join(folder, 'docs/bad.md'));
    expect((await ingest('docs')).code).toBe(0);
  });
  it('builds lost vectors anew though the files are unchanged, and says so', async () => {
    const dense = async () => {
      const { out } = await grk(folder, ['search', 'walrus', '--mode', 'dense', '--json']);
      return JSON.parse(out);
    };
    const before = (await dense()).hits;
    rmSync(join(folder, '.grk', 'vectors'), { recursive: true });
    expect(await dense()).toMatchObject({ error: { code: 'GRK_VECTORS_LOST' } });
    const plan = await ingest('docs', '--dry-run');
    expect([plan.code, plan.out]).toEqual([0, expect.stringContaining('damaged, would be built anew: the vectors in')]);
    expect(await dense()).toMatchObject({ error: { code: 'GRK_VECTORS_LOST' } });
    const { code, out } = await ingest('docs');
    expect([code, out]).toEqual([0, expect.stringContaining('  was damaged, built anew: the vectors in')]);
    expect((await dense()).hits).toEqual(before);
    expect((await ingest('docs')).out).toContain('unchanged, nothing to do');
    expect((await grk(folder, ['index', 'doctor'])).code).toBe(0);
  });
  it('says in a dry run that the ingest would be refused, unless it is allowed', async () => {
    writeFiles(folder, { 'few/x.md': '# X\n' });
    const plan = await ingest('few', '--dry-run');
    expect([plan.code, plan.err]).toEqual([0, expect.stringContaining('without --dry-run it would be refused: this')]);
    const json = JSON.parse((await ingest('few', '--dry-run', '--json')).out);
    expect(json).toMatchObject({ refusal: { code: 'GRK_MASS_DELETE' }, profile: { documents: 1 } });
    expect((await ingest('few', '--dry-run', '--allow-mass-delete')).err).toBe('');
  });
  it('makes no state folder for a path that does not exist', async () => {
    const place = join(folder, 'other');
    writeFiles(place, { 'grk.config.json': '{}', 'docs/a.md': '# A\n' });
    expect(await grk(place, ['ingest', 'dcos'])).toMatchObject({ code: 2, err: expect.stringContaining('docs') });
    expect(existsSync(join(place, '.grk'))).toBe(false);
  });
  it('drops a damaged embedding cache, says so, and builds the same index', async () => {
    const vectors = async () => {
      const { out } = await grk(folder, ['search', 'walrus', '--mode', 'dense', '--json']);
      return JSON.parse(out).hits;
    };
    const before = await vectors();
    writeFiles(folder, { '.grk/embeddings.sqlite': 'no database, but long enough to be taken for one. '.repeat(200) });
    const { code, err, out } = await ingest('docs', '--rebuild');
    expect([code, err]).toEqual([0, expect.stringContaining('embeddings.sqlite is damaged')]);
    expect(out).toContain('0 vectors known already');
    expect(await vectors()).toEqual(before);
  });
  it('shares vectors between ingest and eval', async () => {
    writeFiles(folder, {
      'gold/manifest.json': JSON.stringify({
        name: 'few',
        version: '1',
        description: 'A few pages.',
        licence: 'Apache-2.0',
        language: 'en',
        unit: 'passage',
        corpus: { path: '../docs' },
      }),
      'gold/judgments.jsonl': `${JSON.stringify({ topicId: 't', query: 'walrus', category: 'c', split: 'dev', answerable: true, gold: [{ doc: '0.md', quote: 'walrus 0', grade: 1 }] })}\n`,
    });
    const rows = () => {
      const cache = new Database(join(folder, '.grk', 'embeddings.sqlite'), { readonly: true });
      const keys = cache.prepare('SELECT hex(key) FROM entries ORDER BY number').pluck().all();
      cache.close();
      return keys;
    };
    const before = rows();
    expect((await grk(folder, ['eval', '--golden', 'gold', '--quiet'])).code).toBe(0);
    expect(rows()).toEqual(before);
  });
});
