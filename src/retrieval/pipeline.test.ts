import { describe, expect, it } from 'vitest';
import { GrkError } from '../contracts/errors.ts';
import { type Stage, StageSchema } from '../contracts/pipeline.ts';
import type { ScoredList } from '../contracts/ranking.ts';
import { checkDepths, type LegSearch, type PipelineInput, runPipeline, windowOf } from './pipeline.ts';

const stage = (value: unknown): Stage => StageSchema.parse(value);
const BM25 = stage({ kind: 'bm25' });
const DENSE = stage({ kind: 'dense' });
const fusion = (window = 100) => stage({ kind: 'fusion', window });

/** A leg with a fixed ranking that records the limits asked of it. */
function leg(ranking: readonly number[], limits: number[] = []): LegSearch {
  return async (_query, limit, mask) => {
    limits.push(limit);
    const kept = ranking.filter((passage) => mask === undefined || mask[passage] === 1).slice(0, limit);
    return { passages: Int32Array.from(kept), scores: Float64Array.from(kept, (_, i) => 1 / (i + 1)) };
  };
}

function input(
  stages: readonly Stage[],
  legs: Record<string, LegSearch>,
  over: Partial<PipelineInput> = {},
): PipelineInput {
  let ms = 0;
  return {
    stages,
    legs: new Map(Object.entries(legs)),
    topK: 10,
    passages: 200,
    documentOf: undefined,
    now: () => ms++,
    ...over,
  };
}

const Q = { topicId: 't', query: 'q' };
const numbers = (list: ScoredList | undefined) => [...(list?.passages ?? [])];
const count = (n: number, from = 0) => Array.from({ length: n }, (_, i) => from + i);

describe('checkDepths', () => {
  it('refuses a top-k above the window', () => {
    expect(() => checkDepths([BM25, DENSE, fusion(50)], 51)).toThrow(
      'top-k 51 is above the window 50 of stage "fusion"',
    );
    expect(() => checkDepths([BM25, DENSE, fusion(50)], 50)).not.toThrow();
  });
});

describe('runPipeline', () => {
  it('keeps the other stages when one fails, and fails those that read it', async () => {
    const broken: LegSearch = async () => {
      throw new GrkError('GRK_EMBEDDER_OUTPUT', 'no vector', { remedy: '' });
    };
    const traces = await runPipeline(input([BM25, DENSE, fusion()], { bm25: leg([1, 2]), dense: broken }), Q);
    expect(
      traces.map(({ stage: name, list, error }) => [name, numbers(list), (error as Error | undefined)?.message]),
    ).toEqual([
      ['bm25', [1, 2], undefined],
      ['dense', [], 'no vector'],
      ['fusion', [], 'no vector'],
    ]);
  });
  it('orders equal scores as outside in a fusion of stored runs alone, and by passage number in any other', async () => {
    const external = (name: string, source: object) => stage({ kind: 'external', name, source });
    const stages = [
      external('a', { run: 'a.run' }),
      external('b', { run: 'b.run' }),
      external('c', { module: 'c.mjs' }),
      stage({ kind: 'fusion', name: 'outside', legs: ['a', 'b'] }),
      stage({ kind: 'fusion', name: 'mixed', legs: ['a', 'c'] }),
    ];
    const legs = { a: leg([1]), b: leg([2]), c: leg([2]) };
    const outsidePlaces = Int32Array.of(2, 1, 0);
    const traces = await runPipeline(input(stages, legs, { outsidePlaces }), Q);
    expect(traces.slice(3).map(({ list }) => numbers(list))).toEqual([
      [2, 1],
      [1, 2],
    ]);
  });
  it('lets an interruption through', async () => {
    const stopped: LegSearch = async () => {
      throw new GrkError('GRK_INTERRUPTED', 'stopped');
    };
    await expect(runPipeline(input([BM25], { bm25: stopped }), Q)).rejects.toThrow('stopped');
  });

  it('reads each leg to the window whatever top-k is, so that a top-5 is the head of a top-50', async () => {
    const limits: number[] = [];
    const legs = { bm25: leg(count(150), limits), dense: leg(count(150, 50).reverse()) };
    const at = async (topK: number) =>
      (await runPipeline(input([BM25, DENSE, fusion()], legs, { topK }), Q)).map(({ list }) => numbers(list));
    const [five, fifty] = [await at(5), await at(50)];
    expect(five).toEqual(fifty.map((ranking) => ranking.slice(0, 5)));
    expect(limits).toEqual([100, 100]);
  });
  it('reads a leg that feeds no fusion to top-k only', () => {
    expect(windowOf([BM25, DENSE, stage({ kind: 'fusion', legs: ['dense'], window: 30 })], 'bm25', 7)).toBe(7);
  });
  it('reads a leg to the widest of two windows, and gives each fusion its own', async () => {
    const stages = [
      BM25,
      DENSE,
      stage({ kind: 'fusion', name: 'narrow', window: 2 }),
      stage({ kind: 'fusion', name: 'wide', window: 4 }),
    ];
    // Passage 9 stands third in both legs: the wide window sees it, the narrow one does not.
    const legs = { bm25: leg([0, 1, 9, 2, 3]), dense: leg([4, 5, 9, 6, 7]) };
    const traces = await runPipeline(input(stages, legs, { topK: 4 }), Q);
    expect(windowOf(stages, 'bm25', 2)).toBe(4);
    expect(traces.map(({ list }) => numbers(list))).toEqual([
      [0, 1, 9, 2],
      [4, 5, 9, 6],
      [0, 4, 1, 5],
      [9, 0, 4, 1],
    ]);
  });

  it('applies the mask before the window, so that a filter does not shorten the list (lancedb#511, qmd#775)', async () => {
    const mask = new Uint8Array(200);
    mask[149] = 1;
    const [trace] = await runPipeline(input([BM25], { bm25: leg(count(150)) }), Q, mask);
    expect(numbers(trace?.list)).toEqual([149]);
  });

  it('applies the mask in document unit too, and ranks a document by its best passage that is left', async () => {
    // Passages 0-2 are document 0, 3 is document 1, 4 is document 2; 0, the best of document 0, and 4 are masked.
    const documentOf = Int32Array.of(0, 0, 0, 1, 2);
    const legs = { bm25: leg([0, 4, 3, 2, 1]), dense: leg([0, 4, 1, 3]) };
    const stages = [BM25, DENSE, fusion(3)];
    const over = { topK: 3, passages: 5, documentOf };
    const traces = await runPipeline(input(stages, legs, over), Q, Uint8Array.of(0, 1, 1, 1, 0));
    expect(traces.map(({ list }) => numbers(list))).toEqual([
      [3, 2],
      [1, 3],
      [1, 3],
    ]);
  });

  it('collapses legs to documents before fusion, reading deeper until the window is full', async () => {
    // Document 0 owns passages 0-149, documents 1 and 2 own one each.
    const documentOf = Int32Array.from(count(152), (passage) => (passage < 150 ? 0 : passage - 149));
    const limits: number[] = [];
    const legs = { bm25: leg(count(152), limits), dense: leg([151, 7, 150]) };
    const traces = await runPipeline(input([BM25, DENSE, fusion(3)], legs, { topK: 3, documentOf }), Q);
    expect(limits.at(-1)).toBeGreaterThanOrEqual(152);
    // Document 0 is named by the passage of the leg that ranks it best: passage 0, first of bm25.
    expect(traces.map(({ list }) => numbers(list))).toEqual([
      [0, 150, 151],
      [151, 7, 150],
      [0, 151, 150],
    ]);
  });
});
