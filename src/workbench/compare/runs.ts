import type { ComparedSource, CompareOutcome, Comparison } from '../../contracts/compare.ts';
import type { Correction } from '../../contracts/delta.ts';
import { GrkError } from '../../contracts/errors.ts';
import { measureName } from '../../contracts/measure.ts';
import type { RunCoverage } from '../../contracts/score.ts';
import { comparePairs } from '../../evals/delta/family.ts';
import type { Side } from '../../evals/delta/pair.ts';
import { runPair, runSide } from '../../evals/delta/run-pair.ts';
import { type PlacedGold, topicChanges } from '../../evals/delta/topic-changes.ts';
import type { ScorePrecision } from '../../evals/trec/order.ts';
import type { Qrels } from '../../evals/trec/qrels.ts';
import { type RankedRelevant, relevantRanks } from '../../evals/trec/relevant-ranks.ts';
import { scoreRun } from '../../evals/trec/score-run.ts';
import { requireMean } from '../eval/measures.ts';
import { warningsOf, withDistinctNames } from '../eval/score.ts';
import { readScoreArguments } from '../files/score-arguments.ts';
import { type ReadingSession, readQrels, readRun } from '../files/trec-files.ts';

export interface EvalCompareRunsRequest {
  /** A qrels file, a golden set or BEIR folder, or `-`. */
  readonly qrels: string;
  /** Run files, the first of which is the baseline, and measures, the first of which is the primary one. */
  readonly words: readonly string[];
  /** Of a golden set or BEIR folder. */
  readonly split?: string | undefined;
  readonly precision?: ScorePrecision;
  readonly correction?: Correction | undefined;
}

/** As a suite has it by default. */
const ALPHA = 0.05;
const EXAMPLE = 'grk eval compare --qrels QRELS A.run B.run nDCG@10';

interface ReadRun {
  readonly name: string;
  readonly tag: string;
  readonly file: string;
  readonly coverage: RunCoverage;
  readonly topics: readonly string[];
  readonly values: readonly Float64Array[];
  readonly warnings: readonly string[];
  readonly ranks: (topicId: string) => readonly RankedRelevant[];
}

/**
 * Compares run files with the first of them over all judged topics, by trec_eval's rules: means are those of `evalScore`.
 * The family of the evidence is every other run.
 * @throws GrkError for arguments and files; GRK_UNSUPPORTED for a measure that is no mean over topics
 */
export async function evalCompareRuns(
  session: ReadingSession,
  request: EvalCompareRunsRequest,
): Promise<CompareOutcome> {
  const args = readScoreArguments(session.cwd, request.qrels, request.words, EXAMPLE);
  if (args.runs.length < 2) {
    throw new GrkError('GRK_USAGE', 'one run alone has nothing to be compared with', {
      remedy: `Name two: ${EXAMPLE}.`,
    });
  }
  for (const measure of args.measures) requireMean(measure);
  const names = args.measures.map(measureName);
  const qrels = await readQrels(session, args.qrels, request.split);
  const runs: ReadRun[] = [];
  for (const file of args.runs) {
    const run = await readRun(session, file);
    const scored = scoreRun(qrels, run, args.measures, request.precision);
    runs.push({
      name: run.tag,
      tag: run.tag,
      file: run.file,
      ...scored,
      warnings: warningsOf(qrels, run, scored),
      ranks: relevantRanks(qrels, run, request.precision),
    });
  }
  return outcomeOf(qrels, names, withDistinctNames(runs), request.correction ?? 'holm');
}

function outcomeOf(
  qrels: Qrels,
  names: readonly string[],
  runs: readonly ReadRun[],
  correction: Correction,
): CompareOutcome {
  const [primary = '', ...secondary] = names;
  const sides = runs.map((run) => runSide(run, names));
  const [baseline, ...candidates] = sides;
  if (baseline === undefined) throw new GrkError('GRK_INTERNAL', 'there is no run to compare');
  const pairs = candidates.map((candidate) => runPair(baseline, candidate, { primary, secondary }));
  const compared = comparePairs(pairs, { alpha: ALPHA, minimumEffect: null, correction, isExploratory: false });
  const stageOf = ({ label }: Side) => ({ source: label, stage: label, label });
  const comparisons = compared.map(
    ({ pair, deltas, exploratory }, i): Comparison => ({
      baseline: stageOf(pair.baseline),
      candidate: stageOf(pair.candidate),
      primary,
      deltas,
      latency: null,
      exploratory,
      changes: topicChanges(pair, pair.declared.primary, ({ topicId }) => placesOf(topicId, runs[0], runs[i + 1])),
    }),
  );
  return {
    kind: 'runs',
    sources: runs.map(({ name, file, coverage }): ComparedSource => ({ name, file, report: null, coverage })),
    qrels: qrels.file,
    primary,
    measures: names,
    scope: null,
    pairing: 'every run against the first',
    comparability: [],
    rescored: null,
    family: { size: compared.length, correction, alpha: ALPHA, exploratory: null },
    comparisons,
    warnings: runs.flatMap(({ warnings }) => warnings),
  };
}

/** Both runs name the relevant documents of a topic in the order of the qrels. */
function placesOf(topicId: string, baseline: ReadRun | undefined, candidate: ReadRun | undefined): PlacedGold[] {
  const after = candidate?.ranks(topicId) ?? [];
  return (baseline?.ranks(topicId) ?? []).map(({ doc, grade, rank }, i) => ({
    doc,
    grade,
    baselineRank: rank,
    candidateRank: after[i]?.rank ?? null,
  }));
}
