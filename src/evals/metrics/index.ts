/** Ranking measures as trec_eval and ir_measures define them; published as `grk/metrics`. */
export type { Measure } from '../../contracts/measure.ts';
export { measureName } from '../../contracts/measure.ts';
export { exactSum } from './exact-sum.ts';
export { checkJudgedRanking, type JudgedRanking } from './judged-ranking.ts';
export { mean } from './mean.ts';
export type { MeasureFamily } from './measure-family.ts';
export { parseMeasure } from './parse-measure.ts';
export { MEASURE_FAMILIES, measureAlgorithm, measureFamily } from './registry.ts';
export { score, scoreAll } from './score.ts';
