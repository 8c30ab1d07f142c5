import type { Measure } from '../../contracts/measure.ts';
import type { ReportTopic } from '../../contracts/report.ts';
import type { JudgedRanking } from '../metrics/judged-ranking.ts';
import { parseMeasure } from '../metrics/parse-measure.ts';
import { createScorer } from '../metrics/score.ts';
import { isSpanMeasure } from '../metrics/span.ts';
import { type AttributionInput, keyOf, relevanceOf } from './report-relevance.ts';
import type { RerankStage } from './rerank-stage.ts';
import { indexTopics, resultOf } from './stage-topics.ts';

/** Measures of a set: they do not look at the order within their cutoff. */
const SET_FAMILIES: readonly string[] = [
  'R',
  'SpanR',
  'P',
  'Success',
  'Judged',
  'SetP',
  'SetR',
  'SetF',
  'NumRel',
  'NumRet',
  'NumRelRet',
];

/** True where reranking so many candidates cannot change the measure: all of them lie within its cutoff. */
export function isPinned({ family, parameters, cutoff = Number.POSITIVE_INFINITY }: Measure, depth: number): boolean {
  // Counted in characters, the cut falls where the order puts it.
  return SET_FAMILIES.includes(family) && cutoff >= depth && parameters?.chars === undefined;
}

/**
 * The values that a measure would have with the candidates in their best order and the rest untouched, in topic order.
 * Undefined where the judgments in the report do not give the values of the input, and for span measures, whose best
 * order is a cover problem: no ceiling can be told then.
 * @param inputValues of the input stage, in topic order
 */
export function ceilingValues(
  report: AttributionInput,
  { stage, input, depth }: RerankStage,
  topics: readonly ReportTopic[],
  name: string,
  inputValues: readonly number[],
): number[] | undefined {
  if (isSpanMeasure(name)) return undefined;
  const measure = parseMeasure(name);
  const scorer = createScorer([measure]);
  const scoreOf = (ranking: JudgedRanking) => scorer(ranking)[0] ?? Number.NaN;
  const relevance = relevanceOf(report, stage);
  const results = indexTopics(input);
  const best = [];
  for (const [i, { topicId }] of topics.entries()) {
    const grades = relevance.gradesOf(topicId);
    const judged = [...grades.values()];
    const ranked = resultOf(results, topicId).ranking.map((hit) => grades.get(keyOf(report, hit)) ?? null);
    if (scoreOf({ ranked, judged }) !== inputValues[i]) return undefined;
    best.push(scoreOf({ ranked: bestFirst(ranked, depth, measure), judged }));
  }
  return best;
}

/** Candidates by gain, what nobody judged below grade 0; then the rest as it was. */
function bestFirst(
  ranked: readonly (number | null)[],
  depth: number,
  { parameters }: Measure,
): readonly (number | null)[] {
  const gains = parameters?.gains;
  const gainOf = (grade: number | null): number => {
    if (grade === null) return -1;
    const gain = typeof gains === 'object' ? gains[String(grade)] : undefined;
    return gain ?? grade;
  };
  const candidates = ranked.slice(0, depth).sort((a, b) => gainOf(b) - gainOf(a));
  return [...candidates, ...ranked.slice(depth)];
}
