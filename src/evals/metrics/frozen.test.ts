import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { aggregate, type JudgedRanking, measureAlgorithm, parseMeasure, score } from './index.ts';

/** 300 topics from a linear congruential generator: equal on every system. */
function frozenTopics(): JudgedRanking[] {
  let state = 20_260_101;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  return Array.from({ length: 300 }, () => {
    const judged = Array.from({ length: next(25) }, () => next(5) - 1);
    const ranked: (number | null)[] = [];
    for (const grade of judged) {
      while (next(3) > 0) ranked.push(null);
      if (next(4) > 0) ranked.splice(next(ranked.length + 1), 0, grade);
    }
    return { ranked, judged };
  });
}

function fingerprint(name: string): string {
  const values = Float64Array.from(frozenTopics(), (ranking) => score(parseMeasure(name), ranking));
  return createHash('sha256').update(new Uint8Array(values.buffer)).digest('hex').slice(0, 16);
}

/** If a value changes here, the algorithm needs a new version id, with a row of its own. */
it.each([
  ['ndcg/1', 'nDCG', 'c9d9308547fc4b42'],
  ['ndcg/1', 'nDCG@10', '571185d6a44358da'],
  ['rr/1', 'RR', '2685b9bdfd42c442'],
  ['rr/1', 'RR@10', '80048528642e9a7d'],
  ['success/1', 'Success@5', 'd935b37df4a11df2'],
  ['r/1', 'R@10', 'c463b8cccf2eb6fc'],
  ['p/1', 'P@10', '369e3101989de915'],
  ['ap/1', 'AP', '7e66a77b3878a153'],
  ['ap/1', 'AP@10', '177575f6b7a921d5'],
  ['ap/1', 'AP(rel=2,judged_only=True)', 'd3559931142f77bc'],
  ['ndcg/1', "nDCG(dcg='exp-log2')@10", '09f22440b9ca33a8'],
  ['ndcg/1', 'nDCG(gains={1:3,2:5})', 'd7f6d94f7fb5edc5'],
  ['ndcg/1', 'nDCG(gains={1:0.5,2:0.9})', 'ae2c82b0a85cb377'],
  ['p/1', 'P(rel=2)@10', 'e726defbc30da878'],
  ['gmap/1', 'GMAP', '7e66a77b3878a153'],
  ['rprec/1', 'Rprec', 'f0a8f3c4a62c487d'],
  ['bpref/1', 'Bpref', '55597bcfe7cf4a3f'],
  ['infap/1', 'infAP', 'e0220d18736abb14'],
  ['rbp/1', 'RBP(p=0.9)', 'f24ec5eaf9faa959'],
  ['rbp/1', 'RBP(rel=2)@10', 'f27cceccdb755020'],
  ['judged/1', 'Judged@10', 'ce08c9b23fdcd2e5'],
  ['setp/1', 'SetP', '6a11086df8c0abdf'],
  ['setr/1', 'SetR', '19d42855bf3690e4'],
  ['setf/1', 'SetF(beta=0.5)', 'af872dd771fce8c3'],
  ['numrel/1', 'NumRel(rel=2)', '2f86541e46205601'],
  ['numret/1', 'NumRet', '1efae445001c9327'],
  ['numrelret/1', 'NumRelRet', 'bc2975650eca2496'],
  ['numq/1', 'NumQ', '5b638086c129ee32'],
])('%s gives the frozen bits of %s', (algorithm, name, frozen) => {
  expect([measureAlgorithm(parseMeasure(name)), fingerprint(name)]).toEqual([algorithm, frozen]);
});

it('the geometric mean of GMAP has frozen bits', () => {
  const values = frozenTopics().map((ranking) => score(parseMeasure('GMAP'), ranking));
  expect(aggregate(parseMeasure('GMAP'), values)).toBe(0.09205964372744306);
});
