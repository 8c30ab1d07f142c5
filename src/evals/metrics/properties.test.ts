import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JudgedRanking, parseMeasure, score } from './index.ts';

const NAMES = [
  'nDCG',
  'nDCG@3',
  "nDCG(dcg='exp-log2')@3",
  'nDCG(gains={0:1,2:4,3:8,4:9})',
  'nDCG(gains={1:0.5,2:0.9,3:2.25})@3',
  'RR',
  'RR@3',
  'RR(rel=2)',
  'P@3',
  'P(rel=2)@3',
  'P(judged_only=True)@3',
  'Success@3',
  'R@3',
  'AP',
  'AP@3',
  'AP(rel=3,judged_only=True)',
  'Rprec',
  'Bpref',
  'Bpref(rel=2)',
  'infAP',
  'RBP',
  'RBP(p=0.5,rel=2)@3',
  'SetP',
  'SetR(rel=2)',
  'SetF(beta=2.0)',
  'Judged@3',
];
/** These see where documents stand that are judged and not relevant. */
const OF_JUDGMENTS = /^(Judged|infAP|Bpref)/;

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
function naive(name: string, ranking: JudgedRanking): number {
  const [, family = '', text = '', k = '1000000'] = /^(\w+)(?:\((.*)\))?(?:@(\d+))?$/.exec(name) ?? [];
  const option = (key: string) => new RegExp(`${key}=([^,{]+|\\{.*\\})`).exec(text)?.[1];
  const rel = Number(option('rel') ?? (family === 'RBP' ? 0 : 1));
  const level = Math.max(rel, 1);
  const ranked = option('judged_only') === undefined ? ranking.ranked : ranking.ranked.filter((g) => (g ?? -1) >= 0);
  const top = ranked.slice(0, Number(k));
  const ranksOf = (list: typeof ranked) => list.flatMap((grade, i) => ((grade ?? -1) >= level ? [i + 1] : []));
  const ranks = ranksOf(top);
  const relevant = ranking.judged.filter((grade) => grade >= level).length;
  const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);
  if (family === 'Judged') return top.length === 0 ? 0 : top.filter((grade) => (grade ?? -1) >= 0).length / top.length;
  if (family === 'nDCG') {
    const custom = JSON.parse((option('gains') ?? '{}').replace(/(\d+):/g, '"$1":')) as Record<string, number>;
    const base = (grade: number) => custom[grade] ?? grade;
    const gain = (grade: number | null) =>
      grade === null || grade < 0 ? 0 : option('dcg') === undefined ? base(grade) : 2 ** base(grade) - 1;
    const dcg = (list: number[]) => sum(list.slice(0, Number(k)).map((each, i) => each / Math.log2(i + 2)));
    const ideal = dcg(ranking.judged.map(gain).sort((a, b) => b - a));
    return ideal === 0 ? 0 : dcg(ranked.map(gain)) / ideal;
  }
  if (relevant === 0) return 0;
  const [precision, recall] = [ranksOf(ranked).length / Math.max(ranked.length, 1), ranksOf(ranked).length / relevant];
  const missesBefore = (rank: number) =>
    ranked.slice(0, rank - 1).filter((g) => g !== null && g >= 0 && g < level).length;
  switch (family) {
    case 'RR':
      return 1 / Math.min(...ranks, Number.POSITIVE_INFINITY);
    case 'P':
      return ranks.length / Number(k);
    case 'Success':
      return Math.min(ranks.length, 1);
    case 'R':
      return ranks.length / relevant;
    case 'Rprec':
      return ranks.filter((rank) => rank <= relevant).length / relevant;
    case 'SetP':
      return precision;
    case 'SetR':
      return recall;
    case 'SetF':
      return recall === 0 ? 0 : (3 * precision * recall) / (recall + 2 * precision);
    case 'RBP': {
      const p = Number(option('p') ?? 0.8);
      const highest = Math.max(...ranking.judged);
      const gain = (rank: number) => (rel > 0 ? 1 : (top[rank - 1] ?? 0) / highest);
      return (1 - p) * sum(ranks.map((rank) => gain(rank) * p ** (rank - 1)));
    }
    case 'Bpref': {
      const misses = ranking.judged.filter((grade) => grade >= 0 && grade < level).length;
      const lost = (rank: number) => Math.min(missesBefore(rank), relevant) / Math.max(Math.min(misses, relevant), 1);
      return sum(ranks.map((rank) => 1 - lost(rank))) / relevant;
    }
    case 'infAP': {
      const expected = ranks.map((rank, i) => {
        if (rank === 1) return 1;
        const pool = ranked.slice(0, rank - 1).filter((grade) => grade !== null).length / (rank - 1);
        const precise = (i + 1e-5) / (i + missesBefore(rank) + 2e-5);
        return 1 / rank + ((rank - 1) / rank) * pool * precise;
      });
      return sum(expected) / relevant;
    }
    default:
      return sum(ranks.map((rank, i) => (i + 1) / rank)) / relevant;
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

  it.skipIf(OF_JUDGMENTS.test(name))('does not fall when a better document moves up past a worse one', () => {
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

  it.skipIf(name.includes('judged_only'))('does not see what lies below its cutoff', () => {
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
