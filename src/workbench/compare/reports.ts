import type {
  Comparability,
  ComparedLatency,
  ComparedSource,
  ComparedStage,
  CompareOptions,
  CompareOutcome,
  Comparison,
  Rescored,
  TimedStage,
} from '../../contracts/compare.ts';
import type { StageDelta, VerdictNote } from '../../contracts/delta.ts';
import { GrkError } from '../../contracts/errors.ts';
import type { Declaration } from '../../contracts/report.ts';
import { acrossPair, type ReportSide } from '../../evals/delta/across.ts';
import { differencesOf } from '../../evals/delta/comparability.ts';
import { driftNote } from '../../evals/delta/drift.ts';
import { type ComparedPair, comparePairs } from '../../evals/delta/family.ts';
import { goldPlaces } from '../../evals/delta/gold-places.ts';
import { TIMED_IN_TWO_RUNS } from '../../evals/delta/latency.ts';
import { type MatchedStages, matchStages, pairingWords } from '../../evals/delta/match-stages.ts';
import type { StagePair } from '../../evals/delta/pair.ts';
import { topicChanges } from '../../evals/delta/topic-changes.ts';
import { type NamedReport, readNamedReports } from '../files/named-reports.ts';
import type { ReadingSession } from '../files/trec-files.ts';
import { readDeclared, type Scope, scopeOf } from './reading.ts';

export interface EvalCompareRequest extends CompareOptions {
  /** Report files; the first is the baseline. One alone: two of its stages are compared. */
  readonly reports: readonly string[];
}

interface MatchedReport extends MatchedStages {
  readonly candidate: NamedReport;
}

interface PairedReports {
  readonly baseline: NamedReport;
  readonly candidate: NamedReport;
  readonly pair: StagePair;
  readonly note: VerdictNote | undefined;
}

/**
 * Compares stages of stored reports with those of the first. The family of the evidence is every comparison of this call.
 * @throws GrkError GRK_NOT_COMPARABLE for other judgments or topics (unless drift is allowed) and where nothing pairs;
 * GRK_UNKNOWN_NAME naming the nearest; GRK_USAGE; and those of report files and golden sets
 */
export async function evalCompare(session: ReadingSession, request: EvalCompareRequest): Promise<CompareOutcome> {
  return compareReports(session, readNamedReports(session.cwd, request.reports), request);
}

/**
 * The same for reports in memory, the first of them the baseline.
 * @throws GrkError as `evalCompare` does
 */
export async function compareReports(
  session: ReadingSession,
  stored: readonly NamedReport[],
  request: CompareOptions,
): Promise<CompareOutcome> {
  checkRequest(stored.length, request);
  const { reports, rescored, warnings } = await scoredReports(session, stored, request);
  const [baseline, ...others] = reports;
  if (baseline === undefined) throw new GrkError('GRK_INTERNAL', 'there is no report to compare');
  const candidates = others.length === 0 ? [baseline] : others;
  const scope = scopeOf(reports, request);
  const declared = readDeclared(reports, request.measure);
  const exploratory = exploratoryReason(baseline, others, scope, request.measure);
  const matched = candidates.map((candidate) => ({
    candidate,
    ...matchStages(baseline.report, candidate.report, request),
  }));
  const pairs = matched.flatMap((each) =>
    each.pairs.map((ids) => pairReports(baseline, each.candidate, ids, { declared, scope, request })),
  );
  const { alpha, minimumEffect } = baseline.report.declared;
  const settings = {
    alpha,
    // It was declared for the declared primary measure, and says nothing about another.
    minimumEffect: declared.primary === baseline.report.declared.primary ? minimumEffect : null,
    correction: request.correction ?? 'holm',
    isExploratory: exploratory !== null,
  };
  const compared = comparePairs(
    pairs.map(({ pair }) => pair),
    settings,
  );
  return {
    kind: 'reports',
    sources: reports.map(sourceOf),
    qrels: null,
    primary: declared.primary,
    measures: [declared.primary, ...declared.secondary],
    scope: scope.words ?? null,
    pairing: pairingWords(request),
    comparability: matched.map((each) => comparabilityOf(baseline, each)),
    rescored,
    family: {
      size: compared.filter(({ deltas: [quality] }) => quality?.direction != null).length,
      correction: settings.correction,
      alpha,
      exploratory,
    },
    comparisons: pairs.flatMap((paired, i) => comparisonOf(paired, compared[i])),
    warnings,
  };
}

function checkRequest(reports: number, { stage, against, rescore, golden }: CompareOptions): void {
  if (reports === 0) {
    throw new GrkError('GRK_USAGE', 'no report is named', { remedy: 'Name two: grk eval compare old.json new.json.' });
  }
  if (reports === 1 && (stage === undefined || against === undefined)) {
    throw new GrkError('GRK_USAGE', 'one report alone has nothing to be compared with', {
      remedy: 'Name a second report, or two stages of this one with --stage and --against.',
    });
  }
  if (golden !== undefined && rescore !== true) {
    throw new GrkError('GRK_USAGE', '--golden says by which judgments to rescore, and --rescore is not given', {
      remedy: 'Add --rescore, or leave --golden out: reports hold the judgments that they were scored by.',
    });
  }
}

/** The reports as stored, or scored again. */
async function scoredReports(
  session: ReadingSession,
  stored: readonly NamedReport[],
  { rescore, golden }: CompareOptions,
): Promise<{ reports: readonly NamedReport[]; rescored: Rescored | null; warnings: readonly string[] }> {
  if (rescore !== true) return { reports: stored, rescored: null, warnings: [] };
  // Loaded only here: it brings what reads golden sets and cuts documents.
  return (await import('./rescore.ts')).rescoreReports(session, stored, golden);
}

/** Why nothing may be claimed; null where the command line declared what is compared. */
function exploratoryReason(
  baseline: NamedReport,
  others: readonly NamedReport[],
  scope: Scope,
  measure: string | undefined,
): string | null {
  const { primary } = baseline.report.declared;
  const reasons = [
    ...(others.length === 0 ? ['two stages of one report, picked after it was measured'] : []),
    ...(measure === undefined || measure === primary ? [] : [`${measure} in the place of the declared ${primary}`]),
    ...(scope.words === undefined ? [] : [`only ${scope.words}`]),
  ];
  return reasons.length === 0 ? null : `chosen when reading: ${reasons.join('; ')}`;
}

interface Reading {
  readonly declared: Pick<Declaration, 'primary' | 'secondary'>;
  readonly scope: Scope;
  readonly request: CompareOptions;
}

function pairReports(
  baseline: NamedReport,
  candidate: NamedReport,
  ids: { readonly baseline: string; readonly candidate: string },
  { declared, scope, request }: Reading,
): PairedReports {
  const isSame = baseline === candidate;
  const [before, after]: [ReportSide, ReportSide] = [
    { report: baseline.report, stage: ids.baseline, label: labelOf(baseline, ids.baseline, isSame) },
    { report: candidate.report, stage: ids.candidate, label: labelOf(candidate, ids.candidate, isSame) },
  ];
  const allowDrift = request.allowDrift ?? false;
  const pair = acrossPair(before, after, { declared, keeps: scope.keeps, scope: scope.words, allowDrift });
  const note = driftNote(baseline.report, candidate.report);
  if (note !== undefined && pair.topics.length === 0) {
    throw new GrkError('GRK_NOT_COMPARABLE', `${before.label} and ${after.label} have no topic in common`, {
      remedy: 'Measure both on the same golden set and split.',
    });
  }
  return { baseline, candidate, pair, note };
}

/** A stage by its name, or its id where the report has several variants; with its report where there are two. */
function labelOf({ name, report }: NamedReport, id: string, isAlone: boolean): string {
  const stage = report.stages.find((each) => each.id === id);
  const label = report.variants.length > 1 ? id : (stage?.name ?? id);
  return isAlone ? label : `${label} (${name})`;
}

/** What differs between the variants whose stages are compared; each pair of variants once. */
function comparabilityOf(baseline: NamedReport, { candidate, pairs, unpaired }: MatchedReport): Comparability {
  const variantOf = ({ report }: NamedReport, id: string) =>
    report.stages.find((stage) => stage.id === id)?.variant ?? '';
  const variants = new Map(
    pairs.map((pair) => {
      const each = { baseline: variantOf(baseline, pair.baseline), candidate: variantOf(candidate, pair.candidate) };
      return [JSON.stringify([each.baseline, each.candidate]), each];
    }),
  );
  const differences = differencesOf(baseline.report, candidate.report, [...variants.values()]);
  return { source: candidate.name, differences, unpaired };
}

function comparisonOf(paired: PairedReports, compared: ComparedPair | undefined): Comparison[] {
  if (compared === undefined) return [];
  const { baseline, candidate, pair } = paired;
  const [quality] = compared.deltas;
  const primary = quality?.primary ?? pair.declared.primary;
  const isConclusive = quality?.direction != null;
  const places = goldPlaces(
    { side: pair.baseline, report: baseline.report },
    { side: pair.candidate, report: candidate.report },
  );
  return [
    {
      baseline: stageOf(baseline, pair.baseline),
      candidate: stageOf(candidate, pair.candidate),
      primary,
      deltas: compared.deltas.map((delta) => withNotes(delta, paired)),
      latency: quality?.isStructural === true ? null : latencyOf(paired),
      exploratory: compared.exploratory,
      changes: isConclusive ? topicChanges(pair, primary, places) : [],
    },
  ];
}

function stageOf({ name }: NamedReport, { stage, label }: StagePair['baseline']): ComparedStage {
  return { source: name, stage: stage.id, label };
}

/** Within one report the latency axis says it; percentiles are over all topics of a report. */
function latencyOf({ baseline, candidate, pair }: PairedReports): ComparedLatency | null {
  if (baseline === candidate || pair.scope !== undefined) return null;
  const timedIn = ({ report }: NamedReport, { stage }: StagePair['baseline']): TimedStage | null => {
    const timed = report.timing.stages.find(({ id }) => id === stage.id);
    return timed === undefined || timed.p50Ms === null ? null : { topics: timed.n, p50Ms: timed.p50Ms };
  };
  return {
    baseline: timedIn(baseline, pair.baseline),
    candidate: timedIn(candidate, pair.candidate),
    reason: `not comparable: ${TIMED_IN_TWO_RUNS}`,
  };
}

/** A structural stage shows no number: nothing may be read from it. */
function withNotes(delta: StageDelta, { note }: PairedReports): StageDelta {
  const notes = [...(delta.notes ?? []), ...(note === undefined ? [] : [note])];
  return { ...delta, ...(delta.isStructural ? { measures: {} } : {}), ...(notes.length === 0 ? {} : { notes }) };
}

function sourceOf({ name, file, report }: NamedReport): ComparedSource {
  const { golden, runConfig, timing, environment } = report;
  return {
    name,
    file,
    report: {
      golden: golden.name,
      goldenVersion: golden.version,
      split: runConfig.selection.split,
      topics: golden.topics,
      answerable: golden.answerable,
      startedAt: timing.startedAt,
      tool: environment.tool,
      corpusSha256: golden.corpusSha256,
      judgmentsSha256: golden.judgmentsSha256,
      topicIdsSha256: runConfig.selection.topicIdsSha256,
      runConfigSha256: report.runConfigSha256,
    },
    coverage: null,
  };
}
