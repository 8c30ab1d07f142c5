import { measureName } from '../../contracts/measure.ts';
import type { RunCoverage, ScoredRun, ScoreOutcome } from '../../contracts/score.ts';
import { measureFamily } from '../../evals/metrics/registry.ts';
import { joinSuspicion } from '../../evals/trec/join-check.ts';
import type { ScorePrecision } from '../../evals/trec/order.ts';
import type { Qrels } from '../../evals/trec/qrels.ts';
import type { Run } from '../../evals/trec/run.ts';
import { scoreRun, type TopicValues } from '../../evals/trec/score-run.ts';
import { distinctNames } from '../files/distinct-names.ts';
import { readScoreArguments } from '../files/score-arguments.ts';
import { type ReadingSession, readQrels, readRun } from '../files/trec-files.ts';

export interface EvalScoreRequest {
  /** A qrels file, a golden set or BEIR folder, or `-`. */
  readonly qrels: string;
  /** Run files and measures, in any order. */
  readonly words: readonly string[];
  /** Of a golden set or BEIR folder. */
  readonly split?: string | undefined;
  /** `float32`: as trec_eval 9 compares scores. */
  readonly precision?: ScorePrecision;
  /** Values of each topic too. */
  readonly perTopic?: boolean;
}

/** How many ids a warning names. */
const SHOWN_IDS = 5;

/**
 * Scores run files as trec_eval 10 does with `-c`: every judged topic counts, those without results 0.
 * @throws GrkError for arguments and files; GRK_NOTHING_MEASURED where a run and the judgments share nothing
 */
export async function evalScore(session: ReadingSession, request: EvalScoreRequest): Promise<ScoreOutcome> {
  const precision = request.precision ?? 'float64';
  const args = readScoreArguments(session.cwd, request.qrels, request.words);
  const names = args.measures.map(measureName);
  const qrels = await readQrels(session, args.qrels, request.split);
  const runs: ScoredRun[] = [];
  for (const file of args.runs) {
    const run = await readRun(session, file);
    const scored = scoreRun(qrels, run, args.measures, precision);
    runs.push({
      name: run.tag,
      file: run.file,
      tag: run.tag,
      measures: named(names, scored.means),
      coverage: scored.coverage,
      warnings: warningsOf(qrels, run, scored),
      topics: request.perTopic === true ? topicsOf(names, scored) : [],
    });
  }
  return {
    qrels: qrels.file,
    precision,
    measures: args.measures.map((measure) => ({
      name: measureName(measure),
      isCount: measureFamily(measure).aggregate === 'sum',
    })),
    runs: withDistinctNames(runs),
  };
}

export function named(names: readonly string[], values: readonly number[]): Record<string, number> {
  return Object.fromEntries(names.map((name, i) => [name, values[i] ?? Number.NaN]));
}

export function topicsOf(names: readonly string[], { topics, values }: TopicValues): ScoredRun['topics'] {
  return topics.map((topicId, i) => ({
    topicId,
    measures: named(
      names,
      values.map((ofMeasure) => ofMeasure[i] ?? Number.NaN),
    ),
  }));
}

/** A tag names a run; where runs share one, the file does, with a number where one file is named twice. */
export function withDistinctNames<R extends Pick<ScoredRun, 'name' | 'tag' | 'file'>>(runs: readonly R[]): R[] {
  const isShared = (tag: string) => runs.filter((run) => run.tag === tag).length > 1;
  const names = distinctNames(runs.map(({ tag, file }) => (isShared(tag) ? file : tag)));
  return runs.map((run, i) => ({ ...run, name: names[i] ?? run.file }));
}

/** What a reader of the means must know: ids that do not meet, topics left out or unanswered, equal scores. */
export function warningsOf(qrels: Qrels, run: Run, { coverage, unansweredTopics }: TopicValues): string[] {
  return [...joinWarnings(qrels, run, coverage), ...orderWarnings(run, coverage), ...missing(run, unansweredTopics)];
}

function joinWarnings(qrels: Qrels, run: Run, { topicsNotJudged }: RunCoverage): string[] {
  const warnings: string[] = [];
  const suspicion = joinSuspicion(qrels, run);
  if (suspicion !== undefined) {
    const { rule, mended, unknown, example } = suspicion;
    warnings.push(
      `${run.file}: ${mended} of ${unknown} ids that no judgment names would be judged documents ${rule} ` +
        `("${example.retrieved}", "${example.judged}"): run and qrels seem to write ids in two ways`,
    );
  }
  if (topicsNotJudged > 0) {
    const all = run.byTopic.topics.length;
    warnings.push(`${run.file}: ${topicsNotJudged} of ${all} topics have no judgments and are left out`);
  }
  return warnings;
}

function orderWarnings(run: Run, { constantTopics }: RunCoverage): string[] {
  if (constantTopics === 0) return [];
  return [
    `${run.file}: all scores are equal in ${constantTopics} of ${run.byTopic.topics.length} topics, so that document ids ` +
      'alone give their order',
  ];
}

function missing(run: Run, topics: readonly string[]): string[] {
  if (topics.length === 0) return [];
  const shown = topics.slice(0, SHOWN_IDS).join(', ');
  const more = topics.length > SHOWN_IDS ? ` and ${topics.length - SHOWN_IDS} more` : '';
  const what = topics.length === 1 ? '1 judged topic, which counts 0' : `${topics.length} judged topics, which count 0`;
  return [`${run.file}: nothing is retrieved for ${what}: ${shown}${more}`];
}
