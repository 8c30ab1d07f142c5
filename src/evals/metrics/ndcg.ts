import { isRelevant, type JudgedRanking } from './judged-ranking.ts';
import { log2 } from './log2.ts';
import type { MeasureFamily } from './measure-family.ts';

/** Normalised discounted cumulative gain. */
export const NDCG: MeasureFamily = {
  name: 'nDCG',
  summary: 'Gain of the ranking, discounted by rank, as a share of the best possible order of all judged grades.',
  cutoff: 'optional',
  source: 'Järvelin & Kekäläinen 2002; trec_eval ndcg, ndcg_cut: gain = grade, discount 1 / log2(rank + 1).',
  algorithm: 'ndcg/1',
  compute: ndcg,
};

const discounts: number[] = [];

/** log2(rank + 1) for a rank counted from 0 here. */
function discountAt(index: number): number {
  for (let i = discounts.length; i <= index; i++) discounts.push(log2(i + 2));
  return discounts[index] ?? Number.NaN;
}

function dcg(grades: JudgedRanking['ranked'], cutoff: number): number {
  const end = Math.min(cutoff, grades.length);
  let sum = 0;
  for (let i = 0; i < end; i++) {
    const grade = grades[i];
    if (grade !== null && grade !== undefined && isRelevant(grade)) sum += grade / discountAt(i);
  }
  return sum;
}

/** The ideal order holds all judged grades, not only those retrieved, and is cut at the same rank. */
function ndcg({ ranked, judged }: JudgedRanking, cutoff: number): number {
  const ideal = dcg(
    judged.filter(isRelevant).sort((a, b) => b - a),
    cutoff,
  );
  return ideal === 0 ? 0 : dcg(ranked, cutoff) / ideal;
}
