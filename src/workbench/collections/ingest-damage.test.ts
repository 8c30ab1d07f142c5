import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSession } from '../session/session.ts';
import { indexDoctor } from './index-doctor.ts';
import { type IngestRequest, ingest } from './ingest.ts';
import { search } from './search.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'grk damäge '));
  mkdirSync(join(root, '.grk'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (path: string, content: string | Uint8Array) => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), content);
};
const session = () => createSession({ cwd: root, settings: { embedder: 'hash' }, notice: () => {} });
const run = (over: Partial<IngestRequest> = {}) =>
  ingest(session(), { paths: ['docs'], dense: true, rebuild: false, ...over });
const faults = async () =>
  (await indexDoctor(session(), [])).findings.filter(({ severity }) => severity === 'fault').map(({ code }) => code);
const hits = async () => (await search(session(), { query: 'walrus', mode: 'hybrid', topK: 50, filters: [] })).hits;
const sql = (statement: string) => {
  const raw = new Database(join(root, '.grk', 'catalog.sqlite'));
  raw.exec(statement);
  raw.close();
};
const vectorFiles = () =>
  readdirSync(join(root, '.grk', 'vectors'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath.endsWith('data'))
    .map((entry) => join(entry.parentPath, entry.name));

describe('an ingest of unchanged files over an index that lost something builds it anew', () => {
  const LOST: [string, () => void, string, string][] = [
    ['all vectors', () => rmSync(join(root, '.grk/vectors'), { recursive: true }), 'vectors-lost', 'GRK_VECTORS_LOST'],
    [
      'the table of vectors',
      () => rmSync(join(root, '.grk/vectors/default.a.lance'), { recursive: true }),
      'vectors-lost',
      'GRK_VECTORS_LOST',
    ],
    ['a file of vectors', () => rmSync(vectorFiles()[0] ?? ''), 'vectors-unreadable', 'GRK_STORE_CORRUPT'],
    [
      'the end of a file of vectors',
      () => truncateSync(vectorFiles()[0] ?? '', 100),
      'vectors-unreadable',
      'GRK_STORE_CORRUPT',
    ],
    [
      'some vectors',
      () => {
        cpSync(join(root, '.few'), join(root, '.grk/vectors'), { recursive: true, force: true });
      },
      'vectors-partial',
      'GRK_VECTORS_PARTIAL',
    ],
    ['the lexical index', () => sql(`UPDATE collections SET lexical = x''`), 'lexical-unreadable', 'GRK_STORE_CORRUPT'],
    [
      'a byte of the lexical index',
      () => sql(`UPDATE collections SET lexical = CAST(substr(lexical, 1, length(lexical) - 1) || x'55' AS BLOB)`),
      'lexical-unreadable',
      'GRK_STORE_CORRUPT',
    ],
    ['a passage', () => sql(`DELETE FROM passages WHERE doc = 'docs/1.md'`), 'count-passages', 'GRK_STORE_CORRUPT'],
    ['a document', () => sql(`DELETE FROM documents WHERE id = 'docs/1.md'`), 'count-documents', 'GRK_STORE_CORRUPT'],
    ['the name of its table', () => sql('UPDATE collections SET vectors = NULL'), 'identity-half', 'GRK_VECTORS_LOST'],
  ];
  beforeEach(async () => {
    for (let i = 0; i < 5; i++) write(`docs/${i}.md`, `# Page ${i}\n\nword${i} walrus\n`);
    // A table that lacks the last document, under the name that the whole one will have.
    write('few/.grk/x', '');
    cpSync(join(root, 'docs'), join(root, 'few/docs'), { recursive: true });
    rmSync(join(root, 'few/docs/4.md'));
    const few = createSession({ cwd: join(root, 'few'), settings: { embedder: 'hash' }, notice: () => {} });
    await ingest(few, { paths: ['docs'], dense: true, rebuild: false });
    cpSync(join(root, 'few/.grk/vectors'), join(root, '.few'), { recursive: true });
    await run();
  });
  it.each(LOST)('%s', async (what, lose, finding, code) => {
    const before = await hits();
    if (what === 'some vectors') rmSync(join(root, '.grk/vectors'), { recursive: true });
    lose();
    expect(await faults()).toContain(finding);
    const plan = await run({ dryRun: true });
    expect(plan).toMatchObject({ isUnchanged: false, work: null });
    expect(plan.damage.map((damage) => damage.code)).toContain(code);
    expect(await faults()).toContain(finding);
    const done = await run();
    expect(done).toMatchObject({ isUnchanged: false, damage: plan.damage, work: { passagesEmbedded: 0 } });
    expect(await faults()).toEqual([]);
    expect(await hits()).toEqual(before);
    expect(await run()).toMatchObject({ isUnchanged: true, damage: [] });
  });
  it('also where the cache of embeddings is gone too: then they are embedded', async () => {
    const before = await hits();
    rmSync(join(root, '.grk/vectors'), { recursive: true });
    rmSync(join(root, '.grk/embeddings.sqlite'));
    expect((await run()).work).toEqual({ documentsCut: 0, passagesEmbedded: 5, vectorsReused: 0 });
    expect(await hits()).toEqual(before);
  });
});

describe('rows of JSONL that cannot be read are not deleted ones', () => {
  const rows = (...lines: string[]) => write('rows.jsonl', `${lines.join('\n')}\n`);
  const row = (id: string) => JSON.stringify({ _id: id, text: `walrus ${id}` });
  const ten = Array.from({ length: 10 }, (_, i) => row(`r${i}`));
  const again = (over: Partial<IngestRequest> = {}) => run({ paths: ['rows.jsonl', 'docs'], ...over });
  beforeEach(async () => {
    write('docs/a.md', '# A\n');
    rows(...ten);
    await again();
  });
  it('a bad row with an id is that document, unread; a row that is gone is deleted', async () => {
    rows('{"_id":"r0"}', ...ten.slice(2));
    const { changes, unread } = await again();
    expect(changes).toMatchObject({ unread: ['r0'], deleted: ['r1'], unchanged: 9 });
    expect(unread).toEqual([{ path: 'rows.jsonl:1', code: 'GRK_GOLDEN_INVALID', message: expect.any(String) }]);
    expect(await again()).toMatchObject({ isUnchanged: true, unread: [{ path: 'rows.jsonl:1' }] });
  });
  it('a row without an id may be any row that is gone, and no file', async () => {
    rows('{"_id":', ...ten.slice(2));
    rmSync(join(root, 'docs/a.md'));
    write('docs/b.md', '# B\n');
    expect((await again()).changes).toMatchObject({ unread: ['r0', 'r1'], deleted: ['docs/a.md'] });
  });
  it('two rows with one id are both unread', async () => {
    rows(...ten, row('r0').replace('walrus', 'narwhal'));
    const { changes, unread } = await again();
    expect(changes).toMatchObject({ unread: ['r0'], deleted: [], unchanged: 10 });
    expect(unread).toMatchObject([{ path: 'rows.jsonl:11', code: 'GRK_DUPLICATE_ID' }]);
    await expect(again({ strict: true })).rejects.toMatchObject({ code: 'GRK_DUPLICATE_ID' });
  });
  it('a file that is not read at all is refused as a mass that could not be read', async () => {
    write('rows.jsonl', Buffer.from([0xff]));
    await expect(again()).rejects.toMatchObject({
      code: 'GRK_MASS_DELETE',
      message: expect.stringMatching(/would remove 10 of the 11 documents .*; 10 of them could not be read$/),
    });
    const { changes } = await again({ allowMassDelete: true });
    expect(changes).toMatchObject({ deleted: [], unchanged: 1 });
    expect(changes.unread).toHaveLength(10);
  });
  it('are named by the reason in citations too', async () => {
    rows('{"_id":"r0"}', ...ten.slice(1));
    const { citeVerify } = await import('./cite-verify.ts');
    const { citations, verified, unreadable } = await citeVerify(session(), 'default');
    expect([verified, unreadable]).toEqual([10, 1]);
    expect(citations.find(({ doc }) => doc === 'r0')).toMatchObject({
      reason: expect.stringContaining('rows.jsonl:1'),
    });
  });
});
