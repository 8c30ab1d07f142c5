import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rerankTop } from './rerank.ts';

const TOPIC = { topicId: 't', query: 'q' };
const list = (passages: readonly number[]) => ({
  passages: Int32Array.from(passages),
  scores: Float64Array.from(passages, (_, i) => 100 - i),
});
const rerank = async (passages: readonly number[], depth: number, scores: readonly number[]) => {
  const result = await rerankTop(list(passages), depth, TOPIC, async () => Float64Array.from(scores));
  return Array.from(result.passages, (passage, i) => [passage, result.scores[i]]);
};

describe('rerankTop', () => {
  it.each([
    [[1, 2], '2 scores for 3 passages'],
    [[1, 2, 3, 4], '4 scores for 3 passages'],
    [[1, Number.NaN, 3], 'the score NaN for passage 2 of 3'],
    [[1, 2, Number.POSITIVE_INFINITY], 'the score Infinity for passage 3 of 3'],
  ])('refuses %j', async (scores, message) => {
    await expect(rerank([7, 8, 9], 3, scores)).rejects.toMatchObject({
      code: 'GRK_RERANKER_OUTPUT',
      message: expect.stringContaining(message),
    });
  });

  it('takes any finite number as it is: negative, tiny, above 1 (rows 53, 56, 58)', async () => {
    expect(await rerank([7, 8, 9], 3, [-8.15, 7.45, 0])).toEqual([
      [8, 7.45],
      [9, 0],
      [7, -8.15],
    ]);
    expect((await rerank([7, 8, 9], 3, [0.0003, 0.0029, 0])).map(([passage]) => passage)).toEqual([8, 7, 9]);
    expect((await rerank([7, 8, 9], 3, [12, 15, 18])).map(([passage]) => passage)).toEqual([9, 8, 7]);
  });
  it('scales nothing by the others: a single candidate keeps its score (row 57)', async () => {
    expect(await rerank([7], 10, [0.4])).toEqual([[7, 0.4]]);
  });
  it('leaves what stands behind the candidates where it was, with the input’s scores', async () => {
    expect(await rerank([5, 6, 7, 8], 2, [1, 2])).toEqual([
      [6, 2],
      [5, 1],
      [7, 98],
      [8, 97],
    ]);
  });
  it('asks nothing for an empty ranking', async () => {
    const never = async () => {
      throw new Error('asked');
    };
    expect((await rerankTop(list([]), 5, TOPIC, never)).passages).toHaveLength(0);
  });
  it('keeps the input’s order among equal scores, and is a permutation of the candidates', async () => {
    const passages = fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(
        passages,
        fc.integer({ min: 1, max: 12 }),
        fc.infiniteStream(fc.nat(3)),
        async (all, depth, scores) => {
          const size = Math.min(depth, all.length);
          const given = all.slice(0, size).map(() => scores.next().value ?? 0);
          const order = (await rerank(all, depth, given)).map(([passage]) => passage ?? -1);
          expect(order.slice(size)).toEqual(all.slice(size));
          expect(order.slice(0, size).toSorted((a, b) => a - b)).toEqual(all.slice(0, size).toSorted((a, b) => a - b));
          order.slice(1, size).forEach((passage, i) => {
            const [above, here] = [all.indexOf(order[i] ?? -1), all.indexOf(passage)];
            expect((given[above] ?? 0) > (given[here] ?? 0) || (given[above] === given[here] && above < here)).toBe(
              true,
            );
          });
        },
      ),
    );
  });
});
