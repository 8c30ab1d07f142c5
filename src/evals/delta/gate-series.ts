import type { Gate } from '../../contracts/gate.ts';
import type { Report, ReportStage, ReportTopic } from '../../contracts/report.ts';
import { isSpanMeasure } from '../metrics/span.ts';
import { SILENT_ON_ANSWERABLE, SILENT_ON_NO_ANSWER, silences } from './abstention.ts';
import { acrossPair } from './across.ts';
import { labelsOf } from './gate-plan.ts';
import { hasTwoRulers, type Side, type StagePair, structuralReason } from './pair.ts';
import { resultOf, valuesOf } from './stage-topics.ts';

/** Name of the share of failed topics. */
export const FAILED = 'failed';

/** Two reports, and how sentences call them. */
export interface GateReports {
  readonly candidate: Report;
  readonly baseline: Report;
  readonly candidateLabel: string;
  readonly baselineLabel: string;
}

/** Paired values of one measure or share, one pair per topic. */
export interface GateSeries {
  readonly measure: string;
  readonly isLowerBetter: boolean;
  readonly topics: readonly ReportTopic[];
  readonly baseline: readonly number[];
  readonly candidate: readonly number[];
}

/** What a gate compares, or why there is nothing to compare. */
export interface GateView {
  readonly series: readonly GateSeries[];
  /** Set exactly where there is no series. */
  readonly reason: string | undefined;
  /** The stage gives the same output for the same input, in both reports: a difference is no noise of the machine. */
  readonly isReproducible: boolean;
}

/**
 * The values that a gate is about.
 * @throws GrkError GRK_NOT_COMPARABLE where judgments or topics differ, GRK_REPORT_INVALID
 */
export function gateView(gate: Gate, reports: GateReports): GateView {
  const missing = missingStage(gate, reports);
  if (missing !== undefined) return unmeasured(missing);
  const { slice } = gate;
  const pair = acrossPair(
    { report: reports.baseline, stage: gate.stage, label: reports.baselineLabel },
    { report: reports.candidate, stage: gate.stage, label: reports.candidateLabel },
    slice === undefined ? {} : { keeps: (topic) => labelsOf(topic, slice.by).includes(slice.name) },
  );
  const reason = structuralReason(pair);
  if (reason !== undefined) return unmeasured(reason);
  const series = { quality, abstention, latency, failed }[gate.axis](gate, pair, reports);
  if (typeof series === 'string') return unmeasured(series);
  return { series, reason: undefined, isReproducible: isReproducible(pair, reports) };
}

function unmeasured(reason: string): GateView {
  return { series: [], reason, isReproducible: false };
}

/** An unnamed stage is the last of both: where one report lacks it, another stage would stand in for it unseen. */
function missingStage({ stage, isStageNamed }: Gate, { candidate, baseline }: GateReports): string | undefined {
  const has = (report: Report, id: string) => report.stages.some((each) => each.id === id);
  if (!has(baseline, stage)) return `the baseline has no stage ${stage}: accept a new baseline to gate it`;
  const last = baseline.stages.at(-1)?.id ?? stage;
  if (isStageNamed || has(candidate, last)) return undefined;
  return `the last stage of the baseline, ${last}, was not measured in this run; name the stage to gate another`;
}

type SeriesOf = (gate: Gate, pair: StagePair, reports: GateReports) => GateSeries[] | string;

const quality: SeriesOf = ({ measure = '' }, pair, reports) => {
  const topics = pair.topics.filter((topic) => topic.answerable === true);
  if (topics.length === 0) return 'no topic of it is answerable';
  const isHeld = reports.baseline.runConfig.measures.some(({ name }) => name === measure);
  if (!isHeld) return `the baseline holds no values of ${measure}: accept a new baseline`;
  if (hasTwoRulers(pair) && !isSpanMeasure(measure)) {
    return 'two chunkers cut other passages, so passage measures have two rulers; gate a span measure';
  }
  const [ours, theirs] = [reports.candidate, reports.baseline].map((report) => definitionOf(report, measure));
  if (ours !== theirs) return `${measure} is computed otherwise than in the baseline (${ours}, baseline ${theirs})`;
  return [
    {
      measure,
      isLowerBetter: false,
      topics,
      baseline: valuesOf(topics, pair.baseline, measure),
      candidate: valuesOf(topics, pair.candidate, measure),
    },
  ];
};

function definitionOf({ runConfig }: Report, measure: string): string {
  const algorithm = runConfig.measures.find(({ name }) => name === measure)?.algorithm ?? '';
  return [algorithm, runConfig.rules.relevance].join(', ');
}

const abstention: SeriesOf = (_gate, pair) => {
  const silent = [pair.candidate, pair.baseline].find(({ stage }) => stage.abstention === null);
  if (silent !== undefined) return `${silent.stage.id} has no rule by which it could return nothing`;
  const series = (measure: string, answerable: boolean): GateSeries[] => {
    const topics = pair.topics.filter((topic) => topic.answerable === answerable);
    if (topics.length === 0) return [];
    const [baseline, candidate] = [silences(topics, pair.baseline), silences(topics, pair.candidate)];
    return [{ measure, isLowerBetter: answerable, topics, baseline, candidate }];
  };
  const found = [...series(SILENT_ON_NO_ANSWER, false), ...series(SILENT_ON_ANSWERABLE, true)];
  return found.length === 0 ? 'no topic of it is declared answerable or unanswerable' : found;
};

const latency: SeriesOf = () =>
  'times of two runs are no pairs: latency is compared within one run, by interleaved repeats and a guard';

const failed: SeriesOf = (_gate, { topics, baseline, candidate }) => {
  if (topics.length === 0) return 'it has no topic';
  const failures = (side: Side) => topics.map(({ topicId }) => (resultOf(side, topicId).error === undefined ? 0 : 1));
  return [
    { measure: FAILED, isLowerBetter: true, topics, baseline: failures(baseline), candidate: failures(candidate) },
  ];
};

/** Bitwise, or of one machine's kind over the very same vectors. */
function isReproducible({ baseline, candidate }: StagePair, reports: GateReports): boolean {
  const stages = [baseline.stage, candidate.stage];
  if (stages.every(({ determinism }) => determinism === 'bitwise')) return true;
  if (stages.some(({ determinism }) => determinism === 'none')) return false;
  const [theirs, ours] = [vectorsOf(reports.baseline, baseline.stage), vectorsOf(reports.candidate, candidate.stage)];
  return theirs !== null && theirs === ours;
}

function vectorsOf({ variants, indexes }: Report, { variant }: ReportStage): string | null {
  const index = variants.find(({ name }) => name === variant)?.indexId;
  return indexes.find(({ id }) => id === index)?.vectorsSha256 ?? null;
}
