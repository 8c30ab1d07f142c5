import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { type JudgedRanking, measureAlgorithm, parseMeasure, score } from './index.ts';

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
])('%s gives the frozen bits of %s', (algorithm, name, frozen) => {
  expect([measureAlgorithm(parseMeasure(name)), fingerprint(name)]).toEqual([algorithm, frozen]);
});
