import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import type { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { lancedbVectorStore } from './lancedb-store.ts';
import { syncFiles } from './sync-files.ts';

const synced: string[] = [];
vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs/promises')>();
  return {
    ...original,
    open: async (...args: Parameters<typeof open>) => {
      const handle = await original.open(...args);
      const sync = handle.sync.bind(handle);
      handle.sync = async () => {
        await sync();
        synced.push(String(args[0]));
      };
      return handle;
    },
  };
});

const root = realpathSync(mkdtempSync(join(tmpdir(), 'grk sync ü-')));
afterAll(() => rmSync(root, { recursive: true, force: true }));
beforeEach(() => void synced.splice(0));
const names = () => synced.map((path) => relative(root, path));

it('puts files on the disk before the folders that name them, and those before the folders above', async () => {
  mkdirSync(join(root, 'state', 'vectors', 'a.lance', 'data'), { recursive: true });
  writeFileSync(join(root, 'state', 'vectors', 'a.lance', 'data', 'x ü.lance'), 'x');
  writeFileSync(join(root, 'state', 'vectors', 'other'), 'x');
  await syncFiles(join(root, 'state', 'vectors', 'a.lance'));
  expect(names()).toEqual([
    'state/vectors/a.lance/data/x ü.lance',
    'state/vectors/a.lance/data',
    'state/vectors/a.lance',
    'state/vectors',
    'state',
  ]);
});

it('is what a store of vectors does when it is flushed: data, manifests, folders', async () => {
  const folder = join(root, 'grk', 'vectors');
  const store = await lancedbVectorStore({ folder, table: 'default.a', dimensions: 2 });
  await store.flush();
  expect(synced).toEqual([]);
  await store.put({ ids: ['a'], docs: ['d'], vectors: Float32Array.of(1, 0) });
  expect(synced).toEqual([]);
  await store.flush();
  await store.close();
  expect(names()).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/default\.a\.lance\/data\/.+\.lance$/),
      expect.stringMatching(/default\.a\.lance\/_versions\/.+\.manifest$/),
      'grk/vectors/default.a.lance',
    ]),
  );
  expect(names().slice(-3)).toEqual(['grk/vectors/default.a.lance', 'grk/vectors', 'grk']);
});

it('says where a folder is not there', async () => {
  await expect(syncFiles(join(root, 'none', 'a', 'b'))).rejects.toMatchObject({ code: 'ENOENT' });
});
