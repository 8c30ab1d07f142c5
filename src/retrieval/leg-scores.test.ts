import { describe, expect, it } from 'vitest';
import { type Stage, type StageOf, StageSchema, VariantSchema } from '../contracts/pipeline.ts';
import { addsToLegs, LEG_SCORES_ALGORITHM, legScores } from './leg-scores.ts';
import { type LegSearch, type PipelineInput, runPipeline } from './pipeline.ts';
import type { RerankCandidates } from './rerank.ts';

const list = (rows: Record<number, number>) => {
  const sorted = Object.entries(rows).sort(([, a], [, b]) => b - a);
  return {
    passages: Int32Array.from(sorted, ([passage]) => Number(passage)),
    scores: Float64Array.from(sorted, ([, score]) => score),
  };
};
const scoresOf = (...args: Parameters<typeof legScores>) => [...legScores(...args)].map((score) => +score.toFixed(9));

describe('legScores', () => {
  it('adds weighted z-scores over the candidates; whom a leg did not read has its lowest score: by hand, frozen', () => {
    // Of a: 9, 6, 3 (unread: the lowest, though 3 is no candidate): mean 6, deviation √6. Of b: 1, 0, 0: mean 1/3, √2/3.
    const legs = [
      { weight: 1, list: list({ 0: 9, 1: 6, 7: 3 }) },
      { weight: 2, list: list({ 0: 1, 1: 0 }) },
    ];
    const [a, b] = [Math.sqrt(6), Math.sqrt(2) / 3];
    const expected = [3 / a + (2 * (2 / 3)) / b, (2 * (-1 / 3)) / b, -3 / a + (2 * (-1 / 3)) / b];
    expect([LEG_SCORES_ALGORITHM, scoresOf(Int32Array.of(0, 1, 2), legs, undefined)]).toEqual([
      'leg-scores/1',
      expected.map((score) => +score.toFixed(9)),
    ]);
  });
  it('takes nothing from a leg without weight, without hits, or with equal scores', () => {
    const one = { weight: 1, list: list({ 0: 1, 1: 2 }) };
    const silent = [
      { weight: 0, list: list({ 0: 5, 1: 1 }) },
      { weight: 1, list: list({}) },
      { weight: 1, list: list({ 0: 0.1, 1: 0.1 }) },
    ];
    const candidates = Int32Array.of(1, 0);
    expect(scoresOf(candidates, [one, ...silent], undefined)).toEqual([1, -1]);
    expect(scoresOf(candidates, silent, undefined)).toEqual([0, 0]);
    expect(scoresOf(Int32Array.of(), [one], undefined)).toEqual([]);
  });
  it('knows a document by whichever of its passages a leg names', () => {
    const legs = [{ weight: 1, list: list({ 1: 8, 2: 4 }) }];
    // Passages 0 and 1 are of document 0, 2 of document 1.
    expect(scoresOf(Int32Array.of(0, 2), legs, Int32Array.of(0, 0, 1))).toEqual([1, -1]);
    expect(scoresOf(Int32Array.of(0, 2), legs, undefined)).toEqual([0, 0]);
  });
});

const STAGES = [{ kind: 'bm25' }, { kind: 'dense' }, { kind: 'fusion', window: 3, weights: { dense: 0.5 } }];
const rerankOf = (over: object) => ({ kind: 'rerank', reranker: 'combined(cross-tiny)', ...over });
const parse = (...stages: object[]): Stage[] => stages.map((stage) => StageSchema.parse(stage));

describe('addsToLegs', () => {
  it.each<[object, boolean]>([
    [{}, true],
    [{ inputScore: 'input' }, false],
    [{ inputScore: 'legs' }, true],
    [{ reranker: 'cross-tiny' }, false],
    [{ input: 'bm25' }, false],
  ])('a stage with %j: %s', (over, expected) => {
    const stages = parse(...STAGES, rerankOf(over));
    expect(addsToLegs(stages.at(-1) as StageOf<'rerank'>, stages)).toBe(expected);
  });
  it.each([
    [{ inputScore: 'legs', input: 'bm25' }, 'its input "bm25" fuses none'],
    [{ inputScore: 'legs', reranker: 'noop' }, 'which only combined(…) does'],
  ])('%j is refused', (over, message) => {
    const { error } = VariantSchema.safeParse({ name: 'v', stages: [...STAGES, rerankOf(over)] });
    expect(error?.issues.map((issue) => issue.message)).toEqual([expect.stringContaining(message)]);
  });
});

describe('runPipeline', () => {
  const leg =
    (rows: Record<number, number>): LegSearch =>
    async (_topic, limit) => {
      const { passages, scores } = list(rows);
      return { passages: passages.slice(0, limit), scores: scores.slice(0, limit) };
    };
  const seen = async (over: object, depth = 4) => {
    const calls: Parameters<RerankCandidates>[] = [];
    const stages = parse(...STAGES, rerankOf({ depth, ...over }));
    const input: PipelineInput = {
      stages,
      legs: new Map([
        ['bm25', leg({ 0: 40, 1: 30, 2: 20, 3: 10 })],
        ['dense', leg({ 3: 0.9, 0: 0.5 })],
      ]),
      rerankers: new Map([
        [
          'rerank',
          async (...call) => {
            calls.push(call);
            return call[1].scores;
          },
        ],
      ]),
      topK: 3,
      passages: 4,
      documentOf: undefined,
      now: () => 0,
    };
    await runPipeline(input, { topicId: 't', query: 'q' });
    return calls[0];
  };
  it('tells a combined reranker the scores of the legs as they are fused: weights, window, candidates', async () => {
    const [, candidates, scores] = (await seen({})) ?? [];
    // In the window of 3, bm25 does not know passage 3: it has 20 there, and 1 and 2 have 0.5 in dense.
    expect([...(candidates?.passages ?? [])]).toEqual([0, 1, 2, 3]);
    const [bm25, dense] = [
      [40, 30, 20, 20],
      [0.5, 0.5, 0.5, 0.9],
    ].map((values) => {
      const mean = values.reduce((sum, value) => sum + value) / 4;
      const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 4);
      return values.map((value) => (value - mean) / deviation);
    });
    [...(scores ?? [])].forEach((score, i) => {
      expect(score).toBeCloseTo((bm25?.[i] ?? Number.NaN) + 0.5 * (dense?.[i] ?? Number.NaN), 12);
    });
    expect(scores).toHaveLength(4);
  });
  it('standardises over exactly the candidates of a lower depth', async () => {
    const [, candidates, scores] = (await seen({}, 2)) ?? [];
    expect([[...(candidates?.passages ?? [])], [...(scores ?? [])]]).toEqual([
      [0, 1],
      [1, -1],
    ]);
  });
  it('tells no other reranker, nor where the input is what counts', async () => {
    expect((await seen({ reranker: 'cross-tiny' }))?.[2]).toBeUndefined();
    expect((await seen({ inputScore: 'input' }))?.[2]).toBeUndefined();
  });
});
