import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { VectorStore } from '../../contracts/ports.ts';

/** Opens an empty store of this width; the contract closes it. */
export type OpenEmptyStore = (dimensions: number) => Promise<VectorStore>;

export type Row = readonly [id: string, vector: readonly number[], doc?: string];

export const put = (store: VectorStore, ...rows: readonly Row[]) =>
  store.put({
    ids: rows.map(([id]) => id),
    docs: rows.map(([id, , doc]) => doc ?? `doc of ${id}`),
    vectors: Float32Array.from(rows.flatMap(([, vector]) => vector)),
  });

/** How the vectors of every store are ranked. */
export function vectorSearcherContract(name: string, openEmpty: OpenEmptyStore): void {
  const opened: VectorStore[] = [];
  const open = async (dimensions = 2) => {
    const store = await openEmpty(dimensions);
    opened.push(store);
    return store;
  };
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });

  describe(`${name} ranks`, () => {
    const numbers = (list: { readonly passages: Int32Array }) => [...list.passages];

    it('by cosine, whatever the lengths of vectors and query', async () => {
      const store = await open();
      await put(store, ['a', [0, 9]], ['b', [0.1, 0.1]], ['c', [5, 0]], ['d', [-3, 0]]);
      const { search } = await store.searcher(['a', 'b', 'c', 'd']);
      const { passages, scores } = search(Float32Array.of(1e-3, 0), 10);
      expect([...passages]).toEqual([2, 1, 0, 3]);
      expect(scores[0]).toBe(1);
      expect(scores[1]).toBeCloseTo(Math.SQRT1_2, 7);
      expect([...scores.subarray(2)]).toEqual([0, -1]);
    });

    it('numbers passages by the order that it is given, not by insertion', async () => {
      const store = await open();
      await put(store, ['a', [1, 0]], ['b', [0, 1]]);
      expect(numbers((await store.searcher(['b', 'a'])).search(Float32Array.of(1, 0.1), 1))).toEqual([1]);
    });

    it('ties by the lower number, also where the limit cuts through them', async () => {
      const store = await open();
      const ids = Array.from({ length: 9 }, (_, i) => `p${i}`);
      await put(store, ...ids.toReversed().map((id): Row => [id, id === 'p7' ? [1, 0] : [1, 1]]));
      const { search } = await store.searcher(ids);
      expect(numbers(search(Float32Array.of(1, 0), 4))).toEqual([7, 0, 1, 2]);
    });

    it('only what the mask lets through, before the limit counts', async () => {
      const store = await open();
      await put(store, ['a', [1, 0]], ['b', [1, 0.5]], ['c', [1, 1]], ['d', [0, 1]]);
      const { search } = await store.searcher(['a', 'b', 'c', 'd']);
      expect(numbers(search(Float32Array.of(1, 0), 2, Uint8Array.of(0, 0, 1, 1)))).toEqual([2, 3]);
      expect(numbers(search(Float32Array.of(1, 0), 2, new Uint8Array(4)))).toEqual([]);
    });

    it('everything when asked for more than there is (mteb PR#3261), nothing for a limit of 0', async () => {
      const store = await open();
      await put(store, ['a', [1, 0]], ['b', [0, 1]]);
      const { search } = await store.searcher(['a', 'b']);
      expect(numbers(search(Float32Array.of(1, 0), 1000))).toEqual([0, 1]);
      expect(numbers(search(Float32Array.of(1, 0), 0))).toEqual([]);
    });

    it('never a zero vector, and nothing for a zero query', async () => {
      const store = await open();
      await put(store, ['zero', [0, 0]], ['a', [-1, 0]], ['minus', [-0, -0]]);
      const { search } = await store.searcher(['zero', 'a', 'minus']);
      expect(numbers(search(Float32Array.of(1, 0), 10))).toEqual([1]);
      expect(numbers(search(Float32Array.of(0, -0), 10))).toEqual([]);
    });

    it('vectors at the ends of the float32 range', async () => {
      const store = await open();
      await put(store, ['huge', [3.4e38, 3.4e38]], ['tiny', [1e-45, 0]]);
      const { search } = await store.searcher(['huge', 'tiny']);
      const { passages, scores } = search(Float32Array.of(3.4e38, 0), 2);
      expect([...passages]).toEqual([1, 0]);
      expect(scores[0]).toBe(1);
    });

    it('an empty store as nothing', async () => {
      const { search } = await (await open()).searcher([]);
      expect(numbers(search(Float32Array.of(1, 0), 10))).toEqual([]);
    });

    it('each query alone: an answer stays as it was after the next one', async () => {
      const store = await open();
      await put(store, ['a', [1, 0]], ['b', [0, 1]]);
      const { search } = await store.searcher(['a', 'b']);
      const query = Float32Array.of(3, 4);
      const first = search(query, 2);
      const copy = [...first.passages, ...first.scores];
      search(Float32Array.of(1, 0), 2);
      expect([...first.passages, ...first.scores]).toEqual(copy);
      expect([...query]).toEqual([3, 4]);
    });

    it('as a naive second implementation does', async () => {
      const store = await open(3);
      const vector = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 3, maxLength: 3 });
      const rows = fc.sample(vector, { numRuns: 60, seed: 1 });
      await put(store, ...rows.map((row, i): Row => [`p${i}`, row]));
      const { search } = await store.searcher(rows.map((_, i) => `p${i}`));
      const cosine = (a: readonly number[], b: readonly number[]) => {
        const dot = a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);
        return dot / Math.hypot(...a) / Math.hypot(...b);
      };
      fc.assert(
        fc.property(vector, fc.integer({ min: 0, max: 70 }), (query, limit) => {
          const { passages, scores } = search(Float32Array.from(query), limit);
          const expected = query.every((x) => x === 0)
            ? []
            : rows.flatMap((row) => (row.every((x) => x === 0) ? [] : [cosine(row, query)]));
          expect(passages.length).toBe(Math.min(limit, expected.length));
          expected.sort((a, b) => b - a);
          passages.forEach((number, rank) => {
            expect(scores[rank]).toBeCloseTo(expected[rank] ?? Number.NaN, 6);
            expect(scores[rank]).toBeCloseTo(cosine(rows[number] ?? [], query), 6);
          });
        }),
      );
    });
  });
}
