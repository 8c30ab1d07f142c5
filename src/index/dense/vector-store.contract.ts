import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { VectorStore } from '../../contracts/ports.ts';
import { type OpenEmptyStore, put, type Row, vectorSearcherContract } from './vector-searcher.contract.ts';

const HOSTILE = [
  "it's",
  "x' OR '1'='1",
  "'; DROP TABLE vectors; --",
  '"quoted"',
  'back\\slash',
  "back\\'slash quote",
  '`tick`',
  '%',
  '_',
  '#{id}',
  'a b',
  ' ',
  'ünïcödé/日本語.md',
  'e\u0301',
  '\u00e9',
  '👩‍👩‍👧‍👦',
  '\u202Ertl',
  'tab\tnew\nline',
  'null',
  'docs/../../etc/passwd',
  '__proto__',
  'constructor',
];

/** What every store of vectors does. */
export function vectorStoreContract(name: string, openEmpty: OpenEmptyStore): void {
  const opened: VectorStore[] = [];
  const open = async (dimensions = 2) => {
    const store = await openEmpty(dimensions);
    opened.push(store);
    return store;
  };
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });

  vectorSearcherContract(name, openEmpty);

  describe(`${name} refuses`, () => {
    it.each([
      ['too short', [1], 1],
      ['too long', [1, 2, 3], 3],
    ])('a vector that is %s, and writes nothing', async (_, vector, found) => {
      const store = await open();
      await expect(put(store, ['a', vector])).rejects.toMatchObject({
        code: 'GRK_DIMENSIONS',
        message: `the vector of passage "a" has ${found} dimensions; this collection has 2`,
      });
      expect(await store.count()).toBe(0);
    });

    it('vectors that are cut short among several', async () => {
      const store = await open();
      const rows = { ids: ['a', 'b'], docs: ['d', 'd'], vectors: Float32Array.of(1, 2, 3) };
      await expect(store.put(rows)).rejects.toMatchObject({ code: 'GRK_DIMENSIONS' });
    });

    it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
      'the number %s, and writes nothing of the batch',
      async (bad) => {
        const store = await open();
        await expect(put(store, ['a', [1, 0]], ['b', [0, bad]])).rejects.toMatchObject({
          code: 'GRK_EMBEDDER_OUTPUT',
          message: 'the vector of passage "b" holds NaN or an infinite number',
        });
        expect(await store.count()).toBe(0);
      },
    );

    it('one id twice in a batch', async () => {
      const store = await open();
      await expect(put(store, ['a', [1, 0]], ['a', [0, 1]])).rejects.toMatchObject({ code: 'GRK_DUPLICATE_ID' });
    });

    it('ids without documents, and half of a surrogate pair', async () => {
      const store = await open();
      const unequal = { ids: ['a'], docs: [], vectors: Float32Array.of(1, 0) };
      await expect(store.put(unequal)).rejects.toMatchObject({ code: 'GRK_INTERNAL' });
      await expect(put(store, ['a\ud800', [1, 0]])).rejects.toMatchObject({ code: 'GRK_INTERNAL' });
      await expect(put(store, ['a', [1, 0], '\udc00'])).rejects.toMatchObject({ code: 'GRK_INTERNAL' });
    });

    it('to load a passage that has no vector, naming it', async () => {
      const store = await open();
      await put(store, ['a', [1, 0]]);
      await expect(store.searcher(['a', 'gone', 'away'])).rejects.toMatchObject({
        code: 'GRK_VECTORS_PARTIAL',
        message: expect.stringMatching(/do not fit their collection: 2 of 3 passages have no vector, "gone" first$/),
        remedy: expect.stringContaining('grk index repair'),
      });
    });

    it('to load a collection of which no vector is there', async () => {
      await expect((await open()).searcher(['a', 'b'])).rejects.toMatchObject({
        code: 'GRK_VECTORS_LOST',
        message: expect.stringMatching(/it has 2 passages, and no vector is there$/),
        remedy: expect.stringContaining('grk index repair'),
      });
      expect((await (await open()).searcher([])).search(Float32Array.of(1, 0), 1).passages).toHaveLength(0);
    });

    it('to load while a vector is stored that belongs to no passage, naming it', async () => {
      const store = await open();
      await put(store, ['a', [1, 0]], ['stray', [0, 1]], ['another', [0, 1]]);
      await expect(store.searcher(['a'])).rejects.toMatchObject({
        code: 'GRK_VECTORS_ORPHANED',
        message: expect.stringContaining('2 of them belong to no passage of it, "another" first'),
        remedy: expect.stringContaining('grk index repair'),
      });
      await expect(store.searcher(['a', 'gone'])).rejects.toMatchObject({
        code: 'GRK_VECTORS_ORPHANED',
        facts: { orphans: 2, missing: 1 },
      });
      await expect(store.searcher([])).rejects.toMatchObject({ code: 'GRK_VECTORS_ORPHANED' });
    });

    it('to load a passage twice', async () => {
      const store = await open();
      await put(store, ['a', [1, 0]]);
      await expect(store.searcher(['a', 'a'])).rejects.toMatchObject({ code: 'GRK_DUPLICATE_ID' });
    });

    it('a query of another width, a query that is not finite and a mask of another length', async () => {
      const store = await open();
      await put(store, ['a', [1, 0]]);
      const searcher = await store.searcher(['a']);
      expect(() => searcher.search(Float32Array.of(1, 0, 0), 1)).toThrow(
        expect.objectContaining({
          code: 'GRK_DIMENSIONS',
          message: 'the query vector has 3 dimensions; this collection has 2',
        }),
      );
      expect(() => searcher.search(Float32Array.of(1, Number.NaN), 1)).toThrow(
        expect.objectContaining({ code: 'GRK_EMBEDDER_OUTPUT' }),
      );
      expect(() => searcher.search(Float32Array.of(1, 0), 1, new Uint8Array(2))).toThrow(
        expect.objectContaining({ code: 'GRK_INTERNAL' }),
      );
    });

    it('any use after it was closed, and is closed twice without complaint', async () => {
      const store = await open();
      await put(store, ['a', [1, 0]]);
      await store.close();
      await store.close();
      const closed = { code: 'GRK_INTERNAL', message: expect.stringContaining('closed') };
      await expect(put(store, ['b', [1, 0]])).rejects.toMatchObject(closed);
      await expect(store.count()).rejects.toMatchObject(closed);
      await expect(store.flush()).rejects.toMatchObject(closed);
      await expect(store.searcher(['a'])).rejects.toMatchObject(closed);
      await expect(store.deleteDocuments(['a'])).rejects.toMatchObject(closed);
    });
  });

  describe(`${name} keeps`, () => {
    it('hostile ids apart, and deletes exactly the documents named', async () => {
      const store = await open();
      await put(store, ...HOSTILE.map((id, i): Row => [id, [1, i], id]));
      expect(await store.count()).toBe(HOSTILE.length);
      const { search } = await store.searcher(HOSTILE);
      expect(search(Float32Array.of(1, 0), 1).passages[0]).toBe(0);
      let left = HOSTILE.length;
      for (const doc of HOSTILE) {
        expect(await store.deleteDocuments([doc])).toBe(1);
        expect(await store.count()).toBe(--left);
      }
    });

    it('nothing of a document that is deleted, and counts what went', async () => {
      const store = await open();
      await put(store, ['a', [1, 0], 'one'], ['b', [0, 1], 'two'], ['c', [1, 1], 'one']);
      expect(await store.deleteDocuments([])).toBe(0);
      expect(await store.deleteDocuments(['none', 'One'])).toBe(0);
      expect(await store.deleteDocuments(['one', 'one', 'none'])).toBe(2);
      expect(await store.count()).toBe(1);
      expect((await store.searcher(['b'])).search(Float32Array.of(1, 1), 9).passages.length).toBe(1);
      await put(store, ['a', [1, 0], 'one']);
      expect(await store.count()).toBe(2);
    });

    it('many documents deleted at once', async () => {
      const store = await open();
      const rows = Array.from({ length: 1201 }, (_, i): Row => [`p${i}`, [1, i], `doc ${i}`]);
      await put(store, ...rows);
      expect(await store.deleteDocuments(rows.slice(1).map(([, , doc]) => doc ?? ''))).toBe(1200);
      expect(await store.count()).toBe(1);
    });

    it('the newest vector and document of an id', async () => {
      const store = await open();
      await put(store, ['a', [1, 0], 'old'], ['b', [0, 1]]);
      await put(store, ['c', [1, 1]], ['a', [0, 1], 'new']);
      expect(await store.count()).toBe(3);
      const { search } = await store.searcher(['a', 'b', 'c']);
      expect([...search(Float32Array.of(0, 1), 2).passages]).toEqual([0, 1]);
      expect(await store.deleteDocuments(['old'])).toBe(0);
      expect(await store.deleteDocuments(['new'])).toBe(1);
    });

    it('no tie to the array that it was given', async () => {
      const store = await open();
      const vectors = Float32Array.of(1, 0);
      await store.put({ ids: ['a'], docs: ['d'], vectors });
      vectors.fill(0);
      expect((await store.searcher(['a'])).search(Float32Array.of(1, 0), 1).passages.length).toBe(1);
    });

    it('every row as it was put, to be looked at', async () => {
      const store = await open();
      await put(store, ['b', [3, 4]], ['a', [0, 0]]);
      const found = new Map<string, number[]>();
      for await (const { id, vector } of store.rows()) found.set(id, [...vector]);
      expect([...found].sort()).toEqual([
        ['a', [0, 0]],
        ['b', [3, 4]],
      ]);
    });

    it('every row when it is flushed, before the first one too', async () => {
      const store = await open();
      await store.flush();
      await put(store, ['a', [1, 0]]);
      await store.flush();
      await put(store, ['b', [0, 1]]);
      expect(await store.count()).toBe(2);
    });

    it('an empty batch as nothing', async () => {
      const store = await open();
      await put(store);
      expect(await store.count()).toBe(0);
      expect(store.dimensions).toBe(2);
    });
  });

  it(`${name} counts vectors that no search can find`, async () => {
    const store = await open();
    await put(store, ['a', [0, 0]], ['b', [0, 1e-45]], ['c', [-0, 0]]);
    expect((await store.searcher(['a', 'b', 'c'])).zeroVectors).toBe(2);
  });

  describe(`${name} hashes`, () => {
    it('what is stored, in passage order', async () => {
      const store = await open();
      await put(store, ['b', [3, 4]], ['ä', [1, 0.5]]);
      const floats = Buffer.from(Float32Array.of(1, 0.5, 3, 4).buffer);
      const expected = createHash('sha256').update('vectors/1 2 2\n2:ä1:b').update(floats).digest('hex');
      expect((await store.searcher(['ä', 'b'])).sha256).toBe(expected);
    });

    it('equal content equally, however it came in, and each difference differently', async () => {
      const sha256 = async (order: readonly string[], ...batches: readonly (readonly Row[])[]) => {
        const store = await open();
        for (const batch of batches) await put(store, ...batch);
        return (await store.searcher(order)).sha256;
      };
      const a: Row = ['a', [1, 2]];
      const b: Row = ['b', [3, 4]];
      const expected = await sha256(['a', 'b'], [a, b]);
      expect(await sha256(['a', 'b'], [b], [a])).toBe(expected);
      expect(await sha256(['a', 'b'], [['a', [9, 9]], b], [a])).toBe(expected);
      const others = [
        await sha256(['b', 'a'], [a, b]),
        await sha256(['a', 'b'], [a, ['b', [3, 4.5]]]),
        await sha256(['a', 'c'], [a, ['c', [3, 4]]]),
        await sha256(['a'], [a]),
        await sha256([]),
      ];
      expect(new Set([expected, ...others]).size).toBe(6);
    });
  });
}
