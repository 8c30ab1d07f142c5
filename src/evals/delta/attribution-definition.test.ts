import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pipelineReport } from '../../../test/pipeline-report.ts';
import { deriveAttribution } from './attribution.ts';

type Graded = ReadonlyMap<number, number>;

/** Measures written down once more, from a ranking of passages and its grades. */
const NAIVE: Readonly<Record<string, (ranking: readonly number[], graded: Graded) => number>> = {
  'nDCG@3': (ranking, graded) => ndcg(ranking, graded, 3),
  'nDCG@10': (ranking, graded) => ndcg(ranking, graded, 10),
  'R@5': (ranking, graded) => hits(ranking, graded, 5) / Math.max(1, relevantIn(graded)),
  'Success@1': (ranking, graded) => Math.min(1, hits(ranking, graded, 1)),
  AP: (ranking, graded) => {
    const at = ranking.flatMap((passage, i) => ((graded.get(passage) ?? 0) > 0 ? [i + 1] : []));
    return at.reduce((sum, rank, i) => sum + (i + 1) / rank, 0) / Math.max(1, relevantIn(graded));
  },
};
const relevantIn = (graded: Graded) => [...graded.values()].filter((grade) => grade > 0).length;
const hits = (ranking: readonly number[], graded: Graded, k: number) =>
  ranking.slice(0, k).filter((passage) => (graded.get(passage) ?? 0) > 0).length;
const gain = (list: readonly number[], k: number) =>
  list.slice(0, k).reduce((sum, grade, i) => sum + Math.max(0, grade) / Math.log2(i + 2), 0);
function ndcg(ranking: readonly number[], graded: Graded, k: number): number {
  const ideal = gain(
    [...graded.values()].sort((a, b) => b - a),
    k,
  );
  const own = gain(
    ranking.map((passage) => graded.get(passage) ?? 0),
    k,
  );
  return ideal === 0 ? 0 : own / ideal;
}
const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** A stable sort of the first n by descending score, the rest as it was. */
function naiveRerank(ranking: readonly number[], n: number, scoreOf: (passage: number) => number): number[] {
  const head = ranking.slice(0, n).map((passage, rank) => ({ passage, rank }));
  head.sort((a, b) => scoreOf(b.passage) - scoreOf(a.passage) || a.rank - b.rank);
  return [...head.map(({ passage }) => passage), ...ranking.slice(n)];
}

describe('attribution equals its definition', () => {
  const ranking = fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 20 });
  const topic = fc.record({
    bm25: ranking,
    dense: ranking,
    scores: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 40, maxLength: 40 }),
    grades: fc
      .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: -1, max: 3 })), {
        selector: ([passage]) => passage,
        maxLength: 8,
      })
      .map((entries) => new Map(entries)),
  });
  const generated = fc.record({
    topics: fc.array(topic, { minLength: 1, maxLength: 4 }),
    depth: fc.integer({ min: 1, max: 15 }),
    reranker: fc.constantFrom('scripted', 'reverse', 'oracle', 'constant'),
  });

  it('for any rankings, grades, depth and reranker: the parts, their sum, the ceiling', async () => {
    await fc.assert(
      fc.asyncProperty(generated, async ({ topics, depth, reranker }) => {
        const scoreOf = (i: number, passage: number): number => {
          if (reranker === 'constant') return 1;
          if (reranker === 'oracle') return topics[i]?.grades.get(passage) ?? -1;
          if (reranker === 'reverse') return topics[i]?.dense.indexOf(passage) ?? 0;
          return topics[i]?.scores[passage] ?? 0;
        };
        const names = Object.keys(NAIVE);
        const report = await pipelineReport({
          stages: [{ kind: 'bm25' }, { kind: 'dense' }, { kind: 'rerank', input: 'dense', reranker: 'x', depth }],
          legs: { bm25: topics.map((each) => each.bm25), dense: topics.map((each) => each.dense) },
          scores: { rerank: scoreOf },
          grades: topics.map((each) => each.grades),
          measures: names,
          topK: 20,
        });
        const measures = deriveAttribution(report)[0]?.measures ?? {};
        for (const name of names) {
          const found = measures[name];
          if (found === undefined) throw new Error(`no ${name}`);
          const naive = NAIVE[name] ?? (() => Number.NaN);
          const k = Math.min(Number(name.split('@')[1] ?? depth), depth);
          const mean = (rank: (each: (typeof topics)[number], i: number) => readonly number[]) =>
            average(topics.map((each, i) => naive(rank(each, i), each.grades)));
          const at = (n: number) => mean((each, i) => naiveRerank(each.dense, n, (passage) => scoreOf(i, passage)));
          const [baseline, input, control, reranked] = [
            mean((each) => each.bm25),
            mean((each) => each.dense),
            at(k),
            at(depth),
          ];
          const best = mean((each) => naiveRerank(each.dense, depth, (passage) => each.grades.get(passage) ?? -1));
          expect(found.k).toBe(k);
          expect(found.total).toBeCloseTo(reranked - baseline, 12);
          expect(found.retrieval).toBeCloseTo(input - baseline, 12);
          expect(found.reorder).toBeCloseTo(control - input, 12);
          expect(found.pool).toBeCloseTo(reranked - control, 12);
          expect(found.ceiling).toBeCloseTo(best, 12);
          const sum = (found.retrieval ?? Number.NaN) + found.reorder + found.pool;
          expect(Math.abs(sum - (found.total ?? Number.NaN))).toBeLessThanOrEqual(1e-12);
          expect(found.reranked).toBeLessThanOrEqual(found.ceiling ?? Number.NaN);
          if (reranker === 'oracle') expect(found.headroomUsed ?? 1).toBe(1);
          if (reranker === 'constant') expect([found.reorder, found.pool]).toEqual([0, 0]);
        }
      }),
      { numRuns: 200 },
    );
  });
});
