import { describe, expect, it } from 'vitest';
import { StageSchema } from '../../contracts/pipeline.ts';
import type { ScoredList } from '../../contracts/ranking.ts';
import { type LegSearch, runPipeline } from '../pipeline.ts';
import { type FusionLeg, rrf } from './rrf.ts';

/** Faults that were reported in other tools; the numbers are rows of the list that they were gathered in. */

const list = (...passages: number[]): ScoredList => ({
  passages: Int32Array.from(passages),
  scores: Float64Array.from(passages, (_, i) => 0.9 - i / 10),
});
const leg = (name: string, passages: number[], weight = 1): FusionLeg => ({ name, weight, list: list(...passages) });
const pairs = ({ list: fused }: ReturnType<typeof rrf>) =>
  Array.from(fused.passages, (passage, i) => [passage, fused.scores[i]]);

async function fused(legs: Readonly<Record<string, number[]>>, fusion: object, documentOf?: number[]) {
  const names = Object.keys(legs);
  const stages = [
    ...names.map((name) => StageSchema.parse({ kind: 'dense', name })),
    StageSchema.parse({ kind: 'fusion', legs: names, ...fusion }),
  ];
  const search =
    (passages: number[]): LegSearch =>
    async () =>
      list(...passages);
  const traces = await runPipeline(
    {
      stages,
      legs: new Map(Object.entries(legs).map(([name, passages]) => [name, search(passages)])),
      topK: 10,
      passages: 10,
      documentOf: documentOf === undefined ? undefined : Int32Array.from(documentOf),
      now: () => 0,
    },
    { topicId: 't', query: 'q' },
  );
  const last = traces.at(-1);
  return { passages: [...(last?.list.passages ?? [])], error: last?.error };
}

describe('row 42: a chunk twice in one leg votes once or not at all', () => {
  it('is refused in passage unit', async () => {
    const { passages, error } = await fused({ a: [1, 1, 2], b: [2] }, {});
    expect(passages).toEqual([]);
    expect(error).toMatchObject({ code: 'GRK_LEG_BROKEN' });
  });
  it('counts at its first rank in document unit', async () => {
    // Passages 0 and 1 are one document.
    const { passages } = await fused({ a: [0, 1, 2], b: [2] }, {}, [0, 0, 1]);
    expect(passages).toEqual([2, 0]);
  });
});

describe('row 43: a leg of weight 0 is absent', () => {
  it('in the ranking and its scores', () => {
    expect(pairs(rrf([leg('a', [1, 2], 1), leg('b', [3, 2], 0)], 60))).toEqual(pairs(rrf([leg('a', [1, 2])], 60)));
  });
  it('in document unit too, where it may not name a document by its own passage', async () => {
    // Document 0 is passages 0 and 3: the leg without weight knows it by 3, and ranks it better.
    const legs = { a: [2, 0], b: [3, 2] };
    const documents = [0, 1, 2, 0];
    const weighted = await fused(legs, { weights: { b: 0 } }, documents);
    expect(weighted.passages).toEqual([2, 0]);
    expect((await fused(legs, {}, documents)).passages).toContain(3);
  });
  it('and a heavier leg never pushes its own first hit down', () => {
    const rankOf9 = (weight: number) => [...rrf([leg('a', [1, 2, 3]), leg('b', [9, 1], weight)], 60).list.passages];
    const ranks = [0.5, 1, 2, 4, 1000].map((weight) => rankOf9(weight).indexOf(9));
    expect(ranks.every((rank, i) => i === 0 || rank <= (ranks[i - 1] ?? 0))).toBe(true);
    expect(ranks.at(-1)).toBe(0);
  });
});

it('row 44: ranks count from 1, and who is absent adds nothing', () => {
  expect(pairs(rrf([leg('a', [1]), leg('b', [])], 60))).toEqual([[1, 1 / 61]]);
});

it('row 45: scores are 1 / (k + rank), not a multiple of it', () => {
  expect(pairs(rrf([leg('a', [1, 2]), leg('b', [2, 1])], 60))).toEqual([
    [1, 1 / 61 + 1 / 62],
    [2, 1 / 62 + 1 / 61],
  ]);
});

it('row 46: equal scores come in the tie order, ten times out of ten, whatever the order of the legs', () => {
  const legs = [leg('a', [4, 7, 1]), leg('b', [1, 7, 4]), leg('c', [9])];
  const first = pairs(rrf(legs, 60));
  for (let i = 0; i < 10; i++) expect(pairs(rrf(legs, 60))).toEqual(first);
  expect([...rrf(legs.toReversed(), 60).list.passages]).toEqual([...rrf(legs, 60).list.passages]);
  expect([...rrf([leg('a', [4, 7]), leg('b', [7, 4])], 60).list.passages]).toEqual([4, 7]);
});

it('row 47: one leg, or one that answers, goes through the same formula with the same k', async () => {
  const alone = pairs(rrf([leg('a', [5, 6])], 60));
  expect(alone).toEqual([
    [5, 1 / 61],
    [6, 1 / 62],
  ]);
  expect(pairs(rrf([leg('a', [5, 6]), leg('b', [])], 60))).toEqual(alone);
  expect(StageSchema.parse({ kind: 'fusion' })).toMatchObject({ k: 60 });
});
