/** Ranking measures as trec_eval and ir_measures define them; published as `grk/metrics`. */
export type { Measure } from '../../contracts/measure.ts';
export { measureName } from '../../contracts/measure.ts';
export { aggregate } from './aggregate.ts';
export { exactSum } from './exact-sum.ts';
export { checkJudgedRanking, type JudgedRanking } from './judged-ranking.ts';
export { mean } from './mean.ts';
export type { MeasureDefinition, MeasureFamily, MeasureSettings, ParameterDefinition } from './measure-family.ts';
export { parseMeasure } from './parse-measure.ts';
export { MEASURE_FAMILIES, measureAlgorithm, measureFamily } from './registry.ts';
export { createScorer, type Scorer, score, scoreAll } from './score.ts';
export { isSpanMeasure } from './span.ts';
export type { GoldSpan, RankedSpan, SpanRanking } from './span-ranking.ts';
export { splitMeasures } from './split-measures.ts';
