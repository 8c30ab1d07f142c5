import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSession } from '../session/session.ts';
import { type IngestRequest, ingest } from './ingest.ts';
import { search } from './search.ts';

let root: string;
let notices: string[];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'grk ingest ü-'));
  mkdirSync(join(root, '.grk'));
  notices = [];
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (path: string, content: string | Uint8Array) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
};
const session = (settings: Record<string, string> = {}) =>
  createSession({ cwd: root, settings, notice: (text) => notices.push(text) });
const run = (over: Partial<IngestRequest> = {}, settings: Record<string, string> = {}) =>
  ingest(session({ embedder: 'hash', ...settings }), { paths: ['docs'], dense: true, rebuild: false, ...over });
const idsOf = async (query: string) =>
  (await search(session({ embedder: 'hash' }), { query, mode: 'bm25', topK: 50, filters: [] })).hits.map(
    ({ doc }) => doc,
  );
const catalogBytes = () => readFileSync(join(root, '.grk', 'catalog.sqlite'));
const NOT_UTF8 = Uint8Array.of(0x23, 0x20, 0xff, 0x0a);

function tenDocuments(): void {
  for (let i = 0; i < 10; i++) write(`docs/${i}.md`, `# Page ${i}\n\nword${i} walrus\n\n## More\n\nmore ${i}\n`);
}

it('takes no name of the index of an eval, which a drop of those would delete', async () => {
  write('docs/a.md', 'a walrus');
  await expect(run({}, { collection: 'eval-mine' })).rejects.toMatchObject({ code: 'GRK_USAGE' });
  expect((await run({}, { collection: 'evals' })).collection?.name).toBe('evals');
});

describe('an ingest of what was ingested before', () => {
  it('cuts and embeds only what changed, and reports each kind of change', async () => {
    tenDocuments();
    expect((await run()).work).toEqual({ documentsCut: 10, passagesEmbedded: 20, vectorsReused: 0 });
    write('docs/1.md', '# Page 1\n\nword1 narwhal\n\n## More\n\nmore 1\n');
    renameSync(join(root, 'docs/2.md'), join(root, 'docs/zwei ü.md'));
    write('docs/3.md', ' \r\n');
    rmSync(join(root, 'docs/4.md'));
    write('docs/new.md', '# New\n\nnarwhal\n');
    const { changes, work, collection } = await run();
    expect(changes).toEqual({
      added: ['docs/new.md'],
      changed: ['docs/1.md'],
      renamed: [{ from: 'docs/2.md', to: 'docs/zwei ü.md' }],
      emptied: ['docs/3.md'],
      deleted: ['docs/4.md'],
      unread: [],
      unchanged: 6,
    });
    expect(work).toEqual({ documentsCut: 3, passagesEmbedded: 2, vectorsReused: 15 });
    expect(collection).toMatchObject({ documents: 9, passages: 17 });
    expect((await idsOf('narwhal')).sort()).toEqual(['docs/1.md', 'docs/new.md']);
    expect(await idsOf('walrus')).not.toContain('docs/4.md');
  });
  it('gives what an ingest from nothing gives', async () => {
    tenDocuments();
    await run();
    write('docs/1.md', '# Page 1\n\nother words\n');
    rmSync(join(root, 'docs/4.md'));
    const again = await run();
    const stored = readCatalog();
    rmSync(join(root, '.grk'), { recursive: true });
    mkdirSync(join(root, '.grk'));
    const fresh = await run();
    expect(again.collection?.vectors?.sha256).toBe(fresh.collection?.vectors?.sha256);
    expect(again.collection?.corpusSha256).toBe(fresh.collection?.corpusSha256);
    expect(stored).toEqual(readCatalog());
  });
  it('costs nothing to go back to a chunker or an embedder', async () => {
    tenDocuments();
    await run();
    await run({ rebuild: true }, { 'chunker.name': 'whole' });
    await run({ rebuild: true }, { embedder: 'static:shipped' });
    const back = await run({ rebuild: true });
    expect(back.work).toEqual({ documentsCut: 10, passagesEmbedded: 0, vectorsReused: 20 });
  });
  it('does nothing where nothing changed, to the byte', async () => {
    tenDocuments();
    await run();
    const bytes = catalogBytes();
    expect(await run()).toMatchObject({ isUnchanged: true, work: null, changes: { unchanged: 10 } });
    expect(catalogBytes()).toEqual(bytes);
  });
  it('cuts everything anew where the catalog lost passages, and says so', async () => {
    tenDocuments();
    await run();
    const raw = new Database(join(root, '.grk', 'catalog.sqlite'));
    raw.exec("DELETE FROM passages WHERE doc = 'docs/5.md'");
    raw.close();
    write('docs/new.md', '# New\n');
    const { work, collection } = await run();
    expect([work?.documentsCut, collection?.passages]).toEqual([11, 21]);
    expect(notices).toEqual([expect.stringContaining('18 of the 20 passages')]);
  });
  it('goes on with a catalog of the version before, whose documents it cuts once', async () => {
    cpSync(
      fileURLToPath(new URL('../../store/fixtures/catalog-v1.sqlite', import.meta.url)),
      join(root, '.grk/catalog.sqlite'),
    );
    write('docs/restore.md', '# Restore a file\r\n\r\nUse `lamp restore` to bring one file back.\r\n');
    write('docs/keys ü.md', '---\ntitle: Keys ü\nyear: 2026\n---\n# Keys\n\nA key is rotated each year.\n');
    const words = { dense: false };
    // Its metadata was read by other rules, so the whole of it is refused.
    await expect(run(words)).rejects.toMatchObject({
      code: 'GRK_IDENTITY_MISMATCH',
      message: expect.stringContaining('readingAlgorithm is "reading/1" in the index, "reading/2" is asked for'),
    });
    const raw = new Database(join(root, '.grk', 'catalog.sqlite'));
    raw.exec(`UPDATE collections SET identity = replace(identity, 'reading/1', 'reading/2')`);
    raw.close();
    expect(await run(words)).toMatchObject({ isUnchanged: true });
    write('docs/new.md', '# New\n');
    expect((await run(words)).work?.documentsCut).toBe(3);
    write('docs/other.md', '# Other\n');
    expect((await run(words)).work?.documentsCut).toBe(1);
  });
  it('refuses another embedder before anything is read, and changes nothing', async () => {
    tenDocuments();
    await run();
    const bytes = catalogBytes();
    write('docs/0.md', NOT_UTF8);
    await expect(run({ strict: true }, { embedder: 'static:shipped' })).rejects.toMatchObject({
      code: 'GRK_IDENTITY_MISMATCH',
    });
    expect(catalogBytes()).toEqual(bytes);
  });
});

describe('--dry-run', () => {
  it('gives the plan and writes nothing, where there is no state folder too', async () => {
    tenDocuments();
    rmSync(join(root, '.grk'), { recursive: true });
    write('grk.config.json', '{}');
    const plan = await run({ dryRun: true });
    expect(plan).toMatchObject({ isDryRun: true, collection: null, work: null });
    expect(plan.changes.added).toHaveLength(10);
    expect(plan.profile).toMatchObject({ documents: 10, passages: 20, duplicates: [] });
    expect(existsSync(join(root, '.grk'))).toBe(false);
    expect(await run()).toMatchObject({ profile: null, refusal: null });
    const bytes = catalogBytes();
    rmSync(join(root, 'docs'), { recursive: true });
    mkdirSync(join(root, 'docs'));
    const refused = await run({ dryRun: true });
    expect(refused.changes.deleted).toHaveLength(10);
    expect(refused).toMatchObject({ profile: null, refusal: { code: 'GRK_MASS_DELETE' } });
    expect((await run({ dryRun: true, allowMassDelete: true })).refusal).toBeNull();
    expect(catalogBytes()).toEqual(bytes);
  });
  it('stops at the first bad file under strict, as the ingest would', async () => {
    tenDocuments();
    write('docs/5.md', NOT_UTF8);
    await expect(run({ dryRun: true, strict: true })).rejects.toMatchObject({ code: 'GRK_NOT_UTF8' });
    expect(await run({ dryRun: true })).toMatchObject({ unread: [{ path: 'docs/5.md' }], profile: { documents: 9 } });
  });
});

describe('an emptied folder, or one that is not mounted, does not delete a collection unseen (groundkit D12)', () => {
  const remove = (count: number) => {
    for (let i = 0; i < count; i++) rmSync(join(root, `docs/${i}.md`));
  };
  it('refuses to remove everything, naming some, until it is allowed; then removes it and lists it', async () => {
    tenDocuments();
    await run();
    remove(10);
    const bytes = catalogBytes();
    await expect(run()).rejects.toMatchObject({
      code: 'GRK_MASS_DELETE',
      message: expect.stringContaining('10 of the 10 documents of collection "default": docs/0.md, docs/1.md'),
      remedy: expect.stringContaining('--allow-mass-delete'),
    });
    expect(catalogBytes()).toEqual(bytes);
    const { changes, collection } = await run({ allowMassDelete: true });
    expect(changes.deleted).toHaveLength(10);
    expect(collection).toMatchObject({ documents: 0, passages: 0 });
    expect(await idsOf('walrus')).toEqual([]);
    expect(await run({ allowMassDelete: true })).toMatchObject({ isUnchanged: true });
    tenDocuments();
    expect((await run()).changes.added).toHaveLength(10);
  });
  it.each([
    [3, false],
    [4, true],
  ])('takes %d of 10 for a mass: %s', async (count, isRefused) => {
    tenDocuments();
    await run();
    remove(count);
    const outcome = await run().then(
      ({ changes }) => changes.deleted.length,
      (error) => error.code,
    );
    expect(outcome).toBe(isRefused ? 'GRK_MASS_DELETE' : count);
  });
  it('refuses to remove a single document where nothing remains', async () => {
    write('docs/a.md', '# A\n');
    await run();
    rmSync(join(root, 'docs/a.md'));
    await expect(run()).rejects.toMatchObject({ code: 'GRK_MASS_DELETE' });
  });
  it('protects a collection from an ingest of another folder', async () => {
    tenDocuments();
    write('notes/a.md', '# A\n');
    await run();
    await expect(run({ paths: ['notes'] })).rejects.toMatchObject({ code: 'GRK_MASS_DELETE' });
    expect((await run({ paths: ['docs', 'notes'] })).changes).toMatchObject({ added: ['notes/a.md'], unchanged: 10 });
  });
  it('counts a moved folder as renamed, not removed', async () => {
    tenDocuments();
    await run();
    renameSync(join(root, 'docs'), join(root, 'papers'));
    expect((await run({ paths: ['papers'] })).changes.renamed).toHaveLength(10);
  });
  it('still says that nothing was found where there is nothing to lose', async () => {
    mkdirSync(join(root, 'docs'));
    await expect(run()).rejects.toMatchObject({ code: 'GRK_INGEST_EMPTY' });
  });
});

describe('one bad file neither stops the rest nor hides what was deleted (groundkit D13)', () => {
  it('leaves it out with its earlier version, names it, and does the rest', async () => {
    tenDocuments();
    await run();
    write('docs/5.md', NOT_UTF8);
    rmSync(join(root, 'docs/6.md'));
    write('docs/new.md', '# New\n\nwalrus\n');
    const { changes, unread, collection } = await run();
    expect(unread).toEqual([{ path: 'docs/5.md', code: 'GRK_NOT_UTF8', message: expect.stringContaining('byte 2') }]);
    expect(changes).toMatchObject({
      added: ['docs/new.md'],
      deleted: ['docs/6.md'],
      unread: ['docs/5.md'],
      unchanged: 8,
    });
    expect(collection?.documents).toBe(9);
    expect(await idsOf('word5')).not.toContain('docs/5.md');
    expect(await run()).toMatchObject({ isUnchanged: true, unread: [{ path: 'docs/5.md' }] });
    write('docs/5.md', '# Page 5\n\nword5 walrus\n\n## More\n\nmore 5\n');
    expect((await run()).work).toEqual({ documentsCut: 1, passagesEmbedded: 0, vectorsReused: 19 });
  });
  it('stops at once under strict, with nothing changed', async () => {
    tenDocuments();
    await run();
    const bytes = catalogBytes();
    write('docs/5.md', NOT_UTF8);
    await expect(run({ strict: true })).rejects.toMatchObject({ code: 'GRK_NOT_UTF8' });
    expect(catalogBytes()).toEqual(bytes);
  });
  it('counts files that cannot be read as removed: a broken disk is no reason to forget', async () => {
    tenDocuments();
    await run();
    for (let i = 0; i < 4; i++) write(`docs/${i}.md`, NOT_UTF8);
    rmSync(join(root, 'docs/4.md'));
    await expect(run()).rejects.toMatchObject({
      code: 'GRK_MASS_DELETE',
      message: expect.stringMatching(/would remove 5 of the 10 .*; 4 of them could not be read$/),
    });
  });
  it('is the fault of the file where there is no other', async () => {
    write('docs/a.md', NOT_UTF8);
    await expect(run()).rejects.toMatchObject({ code: 'GRK_NOT_UTF8' });
  });
});

/** All rows of all tables. */
function readCatalog() {
  const raw = new Database(join(root, '.grk', 'catalog.sqlite'), { readonly: true });
  try {
    const tables = ['documents', 'passages', 'collections'];
    return tables.map((table) =>
      (raw.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all() as Record<string, unknown>[]).map(
        ({ vectors: _table, ...row }) => row,
      ),
    );
  } finally {
    raw.close();
  }
}
