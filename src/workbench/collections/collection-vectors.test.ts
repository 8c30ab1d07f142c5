import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeTinyTransformer } from '../../../test/tiny-onnx.ts';
import type { GoldenSet } from '../../contracts/golden.ts';
import type { Catalog, Embedder } from '../../contracts/ports.ts';
import { openEmbedder } from '../../providers/registry.ts';
import { createSession } from '../session/session.ts';
import { catalogFile, type Session, withCatalog } from '../session/state.ts';
import { configuredEmbedder } from './configured-embedder.ts';
import { evalIndex, openGoldenCorpus } from './eval-index.ts';
import { findCollection, openCollection } from './open-collection.ts';

const SETTINGS = { chunker: { name: 'whole' }, analyzer: 'plain', engine: 'bm25' } as const;

let folder: string;
let session: Session;
let golden: GoldenSet;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'grk role-'));
  mkdirSync(join(folder, '.grk'));
  mkdirSync(join(folder, 'docs'));
  writeFileSync(join(folder, 'docs', 'a.md'), 'a walrus');
  writeFileSync(join(folder, 'docs', 'b.md'), 'a seal');
  session = createSession({ cwd: folder, settings: { embedder: 'hash' } });
  const source = { kind: 'folder', root: join(folder, 'docs'), include: ['**/*.md'], exclude: [] } as const;
  golden = { name: 'lamp', source } as unknown as GoldenSet;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The hash embedder, recording each text with the role that it was embedded in. */
async function spied(): Promise<{ embedder: Embedder; asked: string[] }> {
  const inner = await openEmbedder('hash', folder);
  const asked: string[] = [];
  const embed: Embedder['embed'] = (texts, role, signal) => {
    asked.push(...texts.map((text) => `${role}: ${text}`));
    return inner.embed(texts, role, signal);
  };
  return { embedder: { ...inner, embed }, asked };
}

const indexed = async (catalog: Catalog, embedder: Embedder) =>
  evalIndex(session, catalog, golden, await openGoldenCorpus(session, golden), SETTINGS, embedder);

it('embeds passages as passages and queries as queries (groundkit D16)', async () => {
  const { embedder, asked } = await spied();
  await withCatalog(session, async (catalog) => {
    const { collection } = await indexed(catalog, embedder);
    expect(asked.splice(0).sort()).toEqual(['passage: a seal', 'passage: a walrus']);
    const leg = await collection.dense(embedder);
    await leg({ topicId: 't', query: 'a walrus' }, 2, undefined);
    expect(asked).toEqual(['query: a walrus']);
  });
});

it('counts the passages and the different queries that were cut; what the embedder cannot tell is not counted', async () => {
  const { embedder } = await spied();
  const flags = (texts: readonly string[]) => Uint8Array.from(texts, (text) => Number(text.includes('walrus')));
  const cutting: Embedder = {
    ...embedder,
    embed: async (texts, role) => ({ ...(await embedder.embed(texts, role)), truncated: flags(texts) }),
  };
  await withCatalog(session, async (catalog) => {
    const { collection } = await indexed(catalog, cutting);
    expect(catalog.find(collection.info.name)?.vectors).toHaveProperty('truncated', 1);
    const leg = await collection.dense(cutting);
    for (const query of ['a walrus', 'a seal', 'a walrus']) await leg({ topicId: 't', query }, 2, undefined);
    expect(collection.truncatedQueries()).toBe(1);
    const untold: Embedder = {
      ...embedder,
      embed: async (texts, role) => ({ ...(await embedder.embed(texts, role)), truncated: null }),
    };
    await (await collection.dense(untold))({ topicId: 't', query: 'a seal' }, 2, undefined);
    expect(collection.truncatedQueries()).toBeNull();
  });
});

it('tells of a known model that is used without the prefix of its makers (row 64), wherever the configuration opens it', async () => {
  const model = writeTinyTransformer(join(folder, 'bge-small-en-v1.5'));
  const notices: string[] = [];
  const open = (options: string) =>
    configuredEmbedder(
      createSession({
        cwd: folder,
        settings: { embedder: `transformers:${model}${options}` },
        notice: (text) => notices.push(text),
      }),
    );
  await open('');
  expect(notices).toEqual([]);
  const { identity } = await open('?queryPrefix=');
  expect([identity.queryPrefix, notices]).toEqual([
    '',
    [expect.stringContaining('warning: bge-small-en-v1.5 is used')],
  ]);
});

it('refuses vectors that are not those that were indexed', async () => {
  const { embedder } = await spied();
  await withCatalog(session, async (catalog) => {
    const { info } = (await indexed(catalog, embedder)).collection;
    const table = info.vectors?.table ?? '';
    const raw = new Database(catalogFile(session));
    raw.prepare('UPDATE collections SET vectors = ?').run(JSON.stringify({ table, sha256: '0'.repeat(64) }));
    raw.close();
    catalog.refresh();
    const other = openCollection(session, catalog, findCollection(catalog, info.name));
    await expect(other.dense(embedder)).rejects.toMatchObject({
      code: 'GRK_STORE_CORRUPT',
      message: `the vectors in table "${table}" are not those that were indexed`,
    });
  });
});

it('builds an index once where two runs want it at the same time', async () => {
  const { embedder, asked } = await spied();
  await withCatalog(session, async (first) =>
    withCatalog(session, async (second) => {
      const found = await Promise.all([indexed(first, embedder), indexed(second, embedder)]);
      expect(found.map(({ collection }) => collection.passages.length)).toEqual([2, 2]);
      expect(asked).toHaveLength(2);
    }),
  );
});
