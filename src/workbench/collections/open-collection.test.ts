import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEmbedder } from '../../providers/registry.ts';
import { createSession } from '../session/session.ts';
import { type Session, withCatalog } from '../session/state.ts';
import { ingest } from './ingest.ts';
import { findCollection, openCollection } from './open-collection.ts';

let folder: string;
let session: Session;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'grk open-'));
  mkdirSync(join(folder, '.grk'));
  mkdirSync(join(folder, 'docs'));
  session = createSession({ cwd: folder, settings: { embedder: 'hash' } });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function index(...texts: string[]): Promise<void> {
  texts.forEach((text, i) => {
    writeFileSync(join(folder, 'docs', `${i}.md`), text);
  });
  await ingest(session, { paths: ['docs'], dense: true, rebuild: true });
}

describe('openCollection', () => {
  it('refuses a lexical index of another number of passages', async () => {
    await index('one', 'two');
    const raw = new Database(join(folder, '.grk', 'catalog.sqlite'));
    raw.exec("DELETE FROM passages WHERE text = 'two'");
    raw.close();
    await withCatalog(session, async (catalog) => {
      const collection = openCollection(session, catalog, findCollection(catalog, 'default'));
      await expect(collection.bm25({ k1: 1.2, b: 0.75 })).rejects.toMatchObject({
        code: 'GRK_STORE_CORRUPT',
        message: 'collection "default": the lexical index holds 2 passages, the catalog 1',
      });
    });
  });

  it('answers from what was opened while the collection is rebuilt, on both legs, texts included', async () => {
    await index('a walrus', 'a seal');
    const embedder = await openEmbedder('hash', folder);
    await withCatalog(session, async (catalog) => {
      const info = findCollection(catalog, 'default');
      await index('a narwhal', 'a whale', 'a walrus, but another one');
      const collection = openCollection(session, catalog, info);
      const bm25 = await collection.bm25({ k1: 1.2, b: 0.75 });
      const dense = await collection.dense(embedder);
      for (const leg of [bm25, dense]) {
        const { passages } = await leg({ topicId: 't', query: 'walrus' }, 1, undefined);
        const ids = [...passages].map((number) => collection.passages[number]?.id ?? '');
        expect([...catalog.contents('default', ids).values()].map(({ text }) => text)).toEqual(['a walrus']);
      }
      catalog.refresh();
      expect(catalog.passages('default')).toHaveLength(3);
    });
  });
});
