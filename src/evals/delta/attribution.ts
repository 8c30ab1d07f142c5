import type { MeasureAttribution, RerankAttribution } from '../../contracts/attribution.ts';
import type { Control, ReportStage, ReportTopic } from '../../contracts/report.ts';
import { mean } from '../metrics/mean.ts';
import { parseMeasure } from '../metrics/parse-measure.ts';
import { isSpanMeasure } from '../metrics/span.ts';
import { ceilingValues, isPinned } from './ceiling.ts';
import { compareMeasure } from './compare.ts';
import { findStage, hasTwoRulers, sideOf } from './pair.ts';
import { type AttributionInput, relevanceOf } from './report-relevance.ts';
import { rerankNotes } from './rerank-notes.ts';
import { candidatesOf, type RerankStage, rerankStage } from './rerank-stage.ts';
import { indexTopics } from './stage-topics.ts';

/**
 * Takes the effect of every rerank stage apart: what its input gained on the baseline, what the reranker's order did to
 * the top k, and what the candidates below k added. Structural stages too: these are facts, and no verdict.
 * @throws GrkError GRK_REPORT_INVALID, GRK_UNKNOWN_NAME for a report that does not hold together
 */
export function deriveAttribution(report: AttributionInput): RerankAttribution[] {
  return report.stages.filter(({ kind }) => kind === 'rerank').map((stage) => attributionOf(report, stage));
}

type RunTopic = Pick<ReportStage['topics'][number], 'topicId' | 'scores' | 'error'>;
type Run = ReadonlyMap<string, RunTopic>;

/** The runs whose differences are the parts. */
interface Runs {
  readonly baseline: Run;
  /** False where baseline and rerank stage cut documents in two ways: only span measures compare them. */
  readonly hasOneRuler: boolean;
  readonly input: Run;
  readonly reranked: Run;
  /** By how many candidates were reranked. */
  readonly controls: ReadonlyMap<number, Run>;
}

function attributionOf(report: AttributionInput, stage: ReportStage): RerankAttribution {
  const rerank = rerankStage(report, stage);
  const { input, depth } = rerank;
  const declared = findStage(report, report.declared.baseline);
  // A rerank stage that others are compared with is compared with its input.
  const baseline = declared.id === stage.id ? input : declared;
  const runs = runsOf(report, rerank, baseline);
  const answerable = report.topics.filter((topic) => topic.answerable === true);
  const names = report.runConfig.measures.map(({ name }) => name);
  const subtracted = names.some((name) => isComparable(runs, name)) ? [runs.baseline] : [];
  const all = [runs.input, runs.reranked, ...runs.controls.values(), ...subtracted];
  const topics = answerable.filter(({ topicId }) => all.every((run) => hasSucceeded(run, topicId)));
  const identity = {
    stage: stage.id,
    input: input.id,
    baseline: baseline.id,
    depth,
    isStructural: stage.isStructural,
    topics: topics.length,
    topicsLeftOut: answerable.length - topics.length,
    notes: rerankNotes(report, stage),
  };
  const missing = names.map((name) => depthOf(name, depth)).find((k) => k < depth && !runs.controls.has(k));
  const reason =
    missing !== undefined
      ? `not measured: the report holds no control run at depth ${missing}`
      : topics.length === 0
        ? 'not measured: on no topic did every run succeed'
        : undefined;
  if (reason !== undefined) return { ...identity, promoted: 0, demoted: 0, measures: {}, reason };
  const measures = names.map((name) => [name, measureAttribution(report, rerank, runs, topics, name)]);
  return { ...identity, ...movements(report, rerank, topics), measures: Object.fromEntries(measures) };
}

function runsOf(report: AttributionInput, { stage, input }: RerankStage, baseline: ReportStage): Runs {
  const sides = { topics: [], scope: undefined, declared: report.declared, measures: [] };
  const pair = { ...sides, baseline: sideOf(report, baseline), candidate: sideOf(report, stage) };
  return {
    baseline: pair.baseline.byTopic,
    hasOneRuler: !hasTwoRulers(pair),
    input: indexTopics(input).byTopic,
    reranked: pair.candidate.byTopic,
    controls: new Map(stage.controls.flatMap((control) => runOf(control))),
  };
}

/** Whether the values of the baseline can be subtracted from those of the other runs. */
function isComparable({ hasOneRuler }: Runs, measure: string): boolean {
  return hasOneRuler || isSpanMeasure(measure);
}

function runOf(control: Control): [number, Run][] {
  if (control.kind !== 'rerank-depth') return [];
  return [[control.depth, new Map(control.topics.map((topic) => [topic.topicId, topic]))]];
}

function hasSucceeded(run: Run, topicId: string): boolean {
  const topic = run.get(topicId);
  return topic !== undefined && topic.error === undefined;
}

/** How many candidates are reranked for a measure's `reorder`. */
function depthOf(measure: string, depth: number): number {
  return Math.min(parseMeasure(measure).cutoff ?? depth, depth);
}

function measureAttribution(
  report: AttributionInput,
  rerank: RerankStage,
  runs: Runs,
  topics: readonly ReportTopic[],
  name: string,
): MeasureAttribution {
  const k = depthOf(name, rerank.depth);
  const values = (run: Run | undefined) => topics.map(({ topicId }) => run?.get(topicId)?.scores[name] ?? 0);
  const [input, reranked] = [values(runs.input), values(runs.reranked)];
  const control = k === rerank.depth ? reranked : values(runs.controls.get(k));
  const baseline = isComparable(runs, name) ? values(runs.baseline) : undefined;
  const ceiling = ceilingValues(report, rerank, topics, name, input);
  const against = compareMeasure(input, reranked);
  const headroom = ceiling === undefined ? 0 : compareMeasure(input, ceiling).delta;
  return {
    k,
    total: baseline === undefined ? null : compareMeasure(baseline, reranked).delta,
    retrieval: baseline === undefined ? null : compareMeasure(baseline, input).delta,
    reorder: compareMeasure(input, control).delta,
    pool: compareMeasure(control, reranked).delta,
    input: against.baseline,
    reranked: against.candidate,
    ceiling: ceiling === undefined ? null : mean(ceiling),
    headroomUsed: headroom === 0 ? null : against.delta / headroom,
    againstInput: against.topics,
    isPinned: isPinned(parseMeasure(name), rerank.depth),
  };
}

/** Relevant candidates that the reranker moved. */
function movements(
  report: AttributionInput,
  { stage, input, depth }: RerankStage,
  topics: readonly ReportTopic[],
): { promoted: number; demoted: number } {
  const relevance = relevanceOf(report, stage);
  const [from, to] = [indexTopics(input), indexTopics(stage)];
  let promoted = 0;
  let demoted = 0;
  for (const { topicId } of topics) {
    const candidates = candidatesOf(report, from, to, depth, topicId);
    const grades = relevance.gradesOf(topicId);
    const rankAfter = new Map(candidates?.after.map((key, rank) => [key, rank]));
    candidates?.before.forEach((key, rank) => {
      const after = rankAfter.get(key);
      if ((grades.get(key) ?? 0) <= 0 || after === undefined) return;
      if (after < rank) promoted++;
      else if (after > rank) demoted++;
    });
  }
  return { promoted, demoted };
}
