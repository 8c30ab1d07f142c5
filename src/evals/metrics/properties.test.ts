import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JudgedRanking, parseMeasure, score } from './index.ts';

const NAMES = ['nDCG', 'nDCG@3', 'RR', 'RR@3', 'P@3', 'Success@3', 'R@3', 'AP', 'AP@3'];

interface Case {
  readonly grades: readonly number[];
  readonly order: readonly (number | null)[];
}

/** Documents 0..n-1 with grades, and a ranking of some of them mixed with unjudged ones. */
const cases: fc.Arbitrary<Case> = fc
  .array(fc.integer({ min: -1, max: 4 }), { maxLength: 9 })
  .chain((grades) =>
    fc
      .shuffledSubarray([...grades.keys()])
      .chain((docs) =>
        fc.array(fc.nat(docs.length), { maxLength: 4 }).map((gaps) => ({ grades, order: withUnjudged(docs, gaps) })),
      ),
  );

function withUnjudged(docs: readonly number[], gaps: readonly number[]): (number | null)[] {
  const order: (number | null)[] = [...docs];
  for (const gap of gaps) order.splice(gap, 0, null);
  return order;
}

const rankingOf = ({ grades, order }: Case): JudgedRanking => ({
  ranked: order.map((doc) => (doc === null ? null : (grades[doc] ?? null))),
  judged: grades,
});

/** A second implementation, written from the definitions with whole-list operations only. */
function naive(name: string, { ranked, judged }: JudgedRanking): number {
  const [family = '', k = '1000000'] = name.split('@');
  const cutoff = Number(k);
  const gains = (list: readonly (number | null)[]) => list.map((grade) => Math.max(grade ?? 0, 0)).slice(0, cutoff);
  const dcg = (list: readonly number[]) => list.map((gain, i) => gain / Math.log2(i + 2)).reduce((a, b) => a + b, 0);
  const ideal = gains([...judged].sort((a, b) => b - a));
  const relevant = judged.filter((grade) => grade > 0).length;
  const top = gains(ranked);
  const ranks = top.flatMap((gain, i) => (gain > 0 ? [i + 1] : []));
  if (relevant === 0) return 0;
  switch (family) {
    case 'nDCG':
      return dcg(top) / dcg(ideal);
    case 'RR':
      return 1 / Math.min(...ranks, Number.POSITIVE_INFINITY);
    case 'P':
      return ranks.length / cutoff;
    case 'Success':
      return Math.min(ranks.length, 1);
    case 'R':
      return ranks.length / relevant;
    default:
      return ranks.map((rank, i) => (i + 1) / rank).reduce((a, b) => a + b, 0) / relevant;
  }
}

describe.each(NAMES)('%s', (name) => {
  const measure = parseMeasure(name);
  const cutoff = measure.cutoff ?? Number.POSITIVE_INFINITY;

  it('equals a second implementation', () => {
    fc.assert(
      fc.property(cases, (each) => {
        const ranking = rankingOf(each);
        expect(score(measure, ranking)).toBeCloseTo(naive(name, ranking), 12);
      }),
      { numRuns: 500 },
    );
  });

  it('lies in 0..1', () => {
    fc.assert(
      fc.property(cases, (each) => {
        const value = score(measure, rankingOf(each));
        return value >= 0 && value <= 1;
      }),
    );
  });

  it('does not fall when a better document moves up past a worse one', () => {
    fc.assert(
      fc.property(cases, fc.nat(20), (each, at) => {
        const { ranked, judged } = rankingOf(each);
        fc.pre(at + 1 < ranked.length && Math.max(ranked[at + 1] ?? 0, 0) > Math.max(ranked[at] ?? 0, 0));
        const swapped = [...ranked.slice(0, at), ranked[at + 1] ?? null, ranked[at] ?? null, ...ranked.slice(at + 2)];
        const [before, after] = [score(measure, { ranked, judged }), score(measure, { ranked: swapped, judged })];
        return after >= before - 1e-12;
      }),
    );
  });

  it('does not see what lies below its cutoff', () => {
    fc.assert(
      fc.property(cases, (each) => {
        const { ranked, judged } = rankingOf(each);
        const turned = [...ranked.slice(0, cutoff), ...ranked.slice(cutoff).reverse()];
        const cut = ranked.slice(0, cutoff);
        const value = score(measure, { ranked, judged });
        return (
          score(measure, { ranked: turned, judged }) === value && score(measure, { ranked: cut, judged }) === value
        );
      }),
    );
  });

  it('does not depend on the order of the judgments', () => {
    fc.assert(
      fc.property(cases, (each) => {
        const { ranked, judged } = rankingOf(each);
        return score(measure, { ranked, judged: [...judged].reverse() }) === score(measure, { ranked, judged });
      }),
    );
  });
});

it('gives exactly 1 to the ideal order', () => {
  const judgments = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(judgments, (judged) => {
      fc.pre(judged.some((grade) => grade > 0));
      const ranked = [...judged].sort((a, b) => b - a);
      return ['nDCG', 'nDCG@10', 'RR', 'Success@1'].every(
        (name) => score(parseMeasure(name), { ranked, judged }) === 1,
      );
    }),
  );
});
