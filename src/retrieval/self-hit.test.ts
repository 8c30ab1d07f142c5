import { expect, it } from 'vitest';
import { type Stage, StageSchema } from '../contracts/pipeline.ts';
import { type LegSearch, runPipeline } from './pipeline.ts';

it('a document that is left out of a topic is left out of every stage alike (beir#206, beir PR#91)', async () => {
  const ranking = (...passages: number[]): LegSearch => {
    return async (_query, limit, mask) => {
      const kept = passages.filter((passage) => mask === undefined || mask[passage] === 1).slice(0, limit);
      return { passages: Int32Array.from(kept), scores: Float64Array.from(kept, (_, i) => 1 / (i + 1)) };
    };
  };
  const legs = new Map([
    ['bm25', ranking(0, 1, 2)],
    ['dense', ranking(2, 0, 1)],
  ]);
  const stages: Stage[] = ['bm25', 'dense', 'fusion'].map((kind) => StageSchema.parse({ kind }));
  const input = { stages, legs, topK: 3, passages: 3, documentOf: undefined, now: () => 0 };
  const returned = async (mask: Uint8Array | undefined) =>
    (await runPipeline(input, { topicId: 't', query: 'q' }, mask)).map(({ list }) => [...list.passages]);
  expect(await returned(Uint8Array.of(0, 1, 1))).toEqual([
    [1, 2],
    [2, 1],
    [1, 2],
  ]);
  expect((await returned(undefined)).every((list) => list.includes(0))).toBe(true);
});
