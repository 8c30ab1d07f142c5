import { chmod, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadLanceDb } from './lancedb.ts';
import { dropTable, lancedbVectorStore } from './lancedb-store.ts';
import { vectorStoreContract } from './vector-store.contract.ts';
import { VECTORS_REMEDY } from './vectors-remedy.ts';

let root = '';
let tables = 0;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "grk dense ü '"));
});
afterAll(async () => {
  await chmod(root, 0o700);
  await rm(root, { recursive: true });
});

const rows = { ids: ['a', 'b'], docs: ['one', 'two'], vectors: Float32Array.of(1, 0, 0, 1) };

/** A folder that nothing else uses, holding one table of two vectors. */
async function written(table = 'vectors'): Promise<string> {
  const folder = join(root, `folder ${tables++}`);
  const store = await lancedbVectorStore({ folder, table, dimensions: 2 });
  await store.put(rows);
  await store.close();
  return folder;
}

vectorStoreContract('lancedbVectorStore', (dimensions) =>
  lancedbVectorStore({ folder: join(root, 'contract'), table: `t${tables++}`, dimensions }),
);

describe('lancedbVectorStore', () => {
  it('refuses a table of another width', async () => {
    const folder = await written();
    await expect(lancedbVectorStore({ folder, table: 'vectors', dimensions: 3 })).rejects.toMatchObject({
      code: 'GRK_DIMENSIONS',
      message: `the table ${join(folder, 'vectors.lance')} has 2 dimensions; this collection has 3`,
    });
  });

  it('refuses a table that it did not write', async () => {
    const folder = join(root, 'foreign');
    const { lance } = await loadLanceDb();
    const connection = await lance.connect(folder);
    await connection.createTable('vectors', [{ id: 1, text: 'x' }]);
    connection.close();
    await expect(lancedbVectorStore({ folder, table: 'vectors', dimensions: 2 })).rejects.toMatchObject({
      code: 'GRK_STORE_CORRUPT',
      message: `${join(folder, 'vectors.lance')} is not a table of vectors that grk wrote`,
    });
  });

  it.each([
    ['a vector', [null, [0, 1]]],
    [
      'a number',
      [
        [1, 0],
        [0, null],
      ],
    ],
  ] as const)('loads nothing where %s is null', async (_what, values) => {
    const { lance, arrow } = await loadLanceDb();
    const folder = join(root, `folder ${tables++}`);
    const type = new arrow.FixedSizeList(2, new arrow.Field('item', new arrow.Float32(), true));
    const fields = [
      new arrow.Field('id', new arrow.Utf8(), false),
      new arrow.Field('doc', new arrow.Utf8(), false),
      new arrow.Field('vector', type, true),
    ];
    const connection = await lance.connect(folder);
    const data = ['a', 'b'].map((id, i) => ({ id, doc: id, vector: values[i] }));
    await connection.createTable('vectors', data, { schema: new arrow.Schema(fields) });
    connection.close();
    const store = await lancedbVectorStore({ folder, table: 'vectors', dimensions: 2 });
    await expect(store.searcher(['a', 'b'])).rejects.toMatchObject({ code: 'GRK_STORE_CORRUPT' });
    await store.close();
  });

  it.each(['', '../up', 'a/b', "x'; --", '.hidden'])('refuses the table name "%s"', async (table) => {
    await expect(lancedbVectorStore({ folder: root, table, dimensions: 2 })).rejects.toMatchObject({
      code: 'GRK_INTERNAL',
    });
    await expect(dropTable(root, table)).rejects.toMatchObject({ code: 'GRK_INTERNAL' });
  });

  it('says that a data file is damaged, and what to do', async () => {
    const folder = await written();
    const data = join(folder, 'vectors.lance', 'data');
    for (const file of await readdir(data)) await truncate(join(data, file), 10);
    const damaged = {
      code: 'GRK_STORE_CORRUPT',
      message: expect.stringMatching(/^vectors cannot be read in .*vectors\.lance: (?!.*\.rs:)/),
      remedy: VECTORS_REMEDY,
    };
    const store = await lancedbVectorStore({ folder, table: 'vectors', dimensions: 2 });
    await expect(store.searcher(['a', 'b'])).rejects.toMatchObject(damaged);
    await store.close();
  });

  it('says so when the table has lost its manifest, and can drop it still', async () => {
    const folder = await written();
    await rm(join(folder, 'vectors.lance', '_versions'), { recursive: true });
    const open = () => lancedbVectorStore({ folder, table: 'vectors', dimensions: 2 });
    await expect(open()).rejects.toMatchObject({ code: 'GRK_STORE_CORRUPT' });
    await dropTable(folder, 'vectors');
    const store = await open();
    expect(await store.count()).toBe(0);
    await store.close();
  });

  it('refuses to write below something that is not a folder', async () => {
    const file = join(root, 'file');
    await writeFile(file, '');
    const store = await lancedbVectorStore({ folder: join(file, 'below'), table: 'vectors', dimensions: 2 });
    await expect(store.put(rows)).rejects.toMatchObject({
      code: 'GRK_STORE_READONLY',
      message: `vectors cannot be written in ${join(file, 'below', 'vectors.lance')}: the folder cannot be written`,
    });
    await store.close();
  });

  it('makes nothing on disk before the first write', async () => {
    const folder = join(root, 'not', 'yet');
    const store = await lancedbVectorStore({ folder, table: 'vectors', dimensions: 2 });
    expect(await store.count()).toBe(0);
    expect(await store.deleteDocuments(['one'])).toBe(0);
    await store.close();
    await expect(readdir(folder))
      .resolves.toEqual([])
      .catch(() => expect(readdir(folder)).rejects.toThrow('ENOENT'));
  });

  it('finds the same vectors after reopening, and replaces those with known ids', async () => {
    const folder = await written();
    const store = await lancedbVectorStore({ folder, table: 'vectors', dimensions: 2 });
    expect(await store.count()).toBe(2);
    await store.put({ ids: ['b', 'c'], docs: ['two', 'three'], vectors: Float32Array.of(1, 0, 0.5, 1) });
    expect(await store.count()).toBe(3);
    const before = await store.searcher(['a', 'b', 'c']);
    await store.close();
    const again = await lancedbVectorStore({ folder, table: 'vectors', dimensions: 2 });
    const after = await again.searcher(['a', 'b', 'c']);
    expect(after.sha256).toBe(before.sha256);
    expect(after.search(Float32Array.of(1, 0), 3)).toEqual(before.search(Float32Array.of(1, 0), 3));
    await again.close();
  });

  it('keeps tables of one folder apart; dropping one leaves the other, and a missing one is no error', async () => {
    const folder = await written('default.a');
    const other = await lancedbVectorStore({ folder, table: 'default.b', dimensions: 3 });
    await other.put({ ids: ['z'], docs: ['d'], vectors: Float32Array.of(1, 2, 3) });
    await dropTable(folder, 'default.a');
    await dropTable(folder, 'default.a');
    await dropTable(join(folder, 'none'), 'default.a');
    expect(await other.count()).toBe(1);
    await other.close();
    const emptied = await lancedbVectorStore({ folder, table: 'default.a', dimensions: 2 });
    expect(await emptied.count()).toBe(0);
    await emptied.close();
  });

  it('reads what another handle has written meanwhile', async () => {
    const folder = await written();
    const reader = await lancedbVectorStore({ folder, table: 'vectors', dimensions: 2 });
    const writer = await lancedbVectorStore({ folder, table: 'vectors', dimensions: 2 });
    await writer.put({ ids: ['c'], docs: ['three'], vectors: Float32Array.of(1, 1) });
    expect(await reader.count()).toBe(3);
    await reader.close();
    await writer.close();
  });
});

describe('loadLanceDb', () => {
  it('names the package and the command that installs it, and no path', async () => {
    const missing = () =>
      Promise.reject(new Error("Cannot find package '@lancedb/lancedb' imported from /home/me/x\nmore"));
    await expect(loadLanceDb(missing)).rejects.toMatchObject({
      code: 'GRK_DEPENDENCY_MISSING',
      message: 'LanceDB, which stores vectors, cannot be loaded',
      remedy: expect.stringContaining('npm install @lancedb/lancedb@0.31.0 apache-arrow@18.1.0'),
    });
  });
});
