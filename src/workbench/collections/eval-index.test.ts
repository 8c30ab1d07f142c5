import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GoldenSet } from '../../contracts/golden.ts';
import { createSession } from '../session/session.ts';
import { catalogFile, withCatalog } from '../session/state.ts';
import { evalIndex, openGoldenCorpus } from './eval-index.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'grk golden-'));
  mkdirSync(join(folder, '.grk'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('evalIndex', () => {
  it('refuses an index whose identity is not what its name says', async () => {
    writeFileSync(join(folder, 'a.md'), 'text');
    const source = { kind: 'folder', root: folder, include: ['**/*.md'], exclude: [] } as const;
    const golden = { name: 'lamp', source } as unknown as GoldenSet;
    const session = createSession({ cwd: folder });
    const settings = { chunker: { name: 'whole' }, analyzer: 'plain', engine: 'bm25' } as const;
    const corpus = await openGoldenCorpus(session, golden);
    const open = () =>
      withCatalog(
        session,
        async (catalog) => (await evalIndex(session, catalog, golden, corpus, settings, null)).isReused,
      );
    expect([await open(), await open()]).toEqual([false, true]);
    const raw = new Database(catalogFile(session));
    raw.exec("UPDATE collections SET identity = json_set(identity, '$.contextAlgorithm', 'context/0')");
    raw.close();
    await expect(open()).rejects.toMatchObject({
      code: 'GRK_STORE_CORRUPT',
      message: expect.stringContaining('contextAlgorithm is "context/0" in it'),
      remedy: expect.stringContaining('grk index drop eval-lamp-'),
    });
  });
});

describe('openGoldenCorpus', () => {
  it('refuses documents that were changed after they were hashed', async () => {
    writeFileSync(join(folder, 'a.md'), 'text');
    const source = { kind: 'folder', root: folder, include: ['**/*.md'], exclude: [] } as const;
    const golden = { name: 'lamp', source } as unknown as GoldenSet;
    const session = createSession({ cwd: folder });
    const corpus = await openGoldenCorpus(session, golden);
    writeFileSync(join(folder, 'a.md'), 'other');
    await expect(corpus.read()).rejects.toMatchObject({
      code: 'GRK_CORPUS_CHANGED',
      message: 'the documents of "lamp" were changed while they were read',
    });
    expect((await (await openGoldenCorpus(session, golden)).read()).documents).toHaveLength(1);
  });
});
