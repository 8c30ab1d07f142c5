import { GrkError } from '../../contracts/errors.ts';
import { REPORT_SCHEMA_VERSION, type Report, type ReportStage, type ReportWarning } from '../../contracts/report.ts';
import { RELEVANCE_ALGORITHM } from '../../evals/golden/resolve.ts';
import { reportStages, reportTopics, stageWarnings, textIds } from '../../evals/run/assemble.ts';
import { NOT_TIMED } from '../../evals/run/execute.ts';
import { farBelowWarnings } from '../../evals/run/leg-health.ts';
import type { RepeatsMs } from '../../evals/run/repeat.ts';
import { runConfigOf, runConfigSha256 } from '../../evals/run/run-config.ts';
import { spanDepthWarnings } from '../../evals/run/span-depth.ts';
import { COSINE_ALGORITHM } from '../../index/dense/exact/cosine-matrix.ts';
import { countSkips, SKIPPED } from '../../ingest/skip-reasons.ts';
import { goldSpans } from '../collections/eval-index.ts';
import { environmentOf } from '../session/environment.ts';
import type { PreparedEval } from './prepare.ts';
import type { EvalScope, VariantOutcome } from './variant.ts';

export interface AssembleInput extends PreparedEval, Pick<EvalScope, 'session' | 'catalog' | 'corpus'> {
  readonly outcomes: readonly VariantOutcome[];
  readonly repeatsMs: RepeatsMs;
  /** False: no passage texts. */
  readonly texts: boolean;
  readonly startMs: number;
  readonly startedAt: string;
}

/** The report of a run, from what it was asked for and what came out. */
export function assembleReport(input: AssembleInput): Report {
  const { session, golden, selection, suite, plan, outcomes } = input;
  const { measures } = input.measures;
  const { topics } = selection;
  const [first] = outcomes;
  if (first === undefined)
    throw new GrkError('GRK_NOTHING_MEASURED', 'the suite has no variant', { remedy: 'Give the suite a variant.' });
  const runConfig = runConfigOf({
    corpusSha256: first.collection.info.corpusSha256,
    judgmentsSha256: golden.judgmentsSha256,
    unit: golden.unit,
    selection: {
      split: selection.split,
      topics: selection.topicsGlob,
      categories: [...selection.categories],
      excludeSelf: suite.excludeSelf,
      topicIdsSha256: selection.topicIdsSha256,
    },
    variants: outcomes.map(({ result, collection }) => ({
      ...result,
      identity: collection.info.identity,
      filter: suite.variants.find(({ name }) => name === result.name)?.filter,
    })),
    topK: session.loaded.config.topK,
    measures,
    relevance: RELEVANCE_ALGORITHM,
    denseAlgorithm: COSINE_ALGORITHM,
  });
  const stages = outcomes.flatMap(({ result }) => reportStages(topics, measures, result));
  const indexes = indexesOf(outcomes);
  return {
    schemaVersion: REPORT_SCHEMA_VERSION,
    runConfig,
    runConfigSha256: runConfigSha256(runConfig),
    declared: {
      primary: suite.primary,
      secondary: [...suite.secondary],
      baseline: plan.baseline,
      alpha: suite.alpha,
      minimumEffect: suite.minimumEffect ?? null,
      guards: suite.guards,
      gates: [...input.gates],
    },
    golden: {
      name: golden.name,
      version: golden.version,
      corpusSha256: runConfig.golden.corpusSha256,
      judgmentsSha256: golden.judgmentsSha256,
      documents: first.collection.info.documents,
      topics: topics.length,
      answerable: topics.filter((topic) => topic.answerable === true).length,
      unknown: topics.filter((topic) => topic.answerable === 'unknown').length,
      excludedSelf: first.excludedSelf,
    },
    indexes,
    variants: outcomes.map(({ result, collection }) => ({
      name: result.name,
      pipeline: result.stages.map((stage) => `${result.name}/${stage.name}`),
      indexId: collection.info.name,
    })),
    topics: reportTopics(
      topics,
      first.resolved.map(({ gold }) => goldSpans(gold)),
    ),
    stages,
    texts: input.texts ? textsOf(input, stages) : {},
    warnings: [
      ...plan.warnings,
      ...input.measures.warnings,
      ...selectionWarnings(input),
      ...outcomes.flatMap((outcome) => outcome.warnings),
      ...stageWarnings(stages),
      ...farBelowWarnings(stages, suite.primary, topics.filter(({ answerable }) => answerable === true).length),
      ...spanDepthWarnings(stages, measures, session.loaded.config.topK),
    ],
    timing: {
      startedAt: input.startedAt,
      totalMs: session.clock.now() - input.startMs,
      indexMs: outcomes.reduce((sum, outcome) => sum + outcome.indexMs, 0),
      indexReused: outcomes.every((outcome) => outcome.isReused),
      stages: outcomes.flatMap(({ result }) =>
        result.stages.map((stage) => {
          const id = `${result.name}/${stage.name}`;
          const timing = result.run.timing.get(stage.name) ?? NOT_TIMED;
          // What could not be timed once cannot be timed again; repeats read no cache.
          const canBeTimed = timing.n > 0 || (timing.topicsMs.length > 0 && timing.cachedTopicIds !== undefined);
          return { id, ...timing, ...(canBeTimed ? { repeatsMs: input.repeatsMs.get(id) } : {}) };
        }),
      ),
    },
    environment: environmentOf(input.goldenPath),
  };
}

function indexesOf(outcomes: readonly VariantOutcome[]): Report['indexes'] {
  const byName = new Map<string, Report['indexes'][number]>();
  for (const { collection, relevant } of outcomes) {
    const { info } = collection;
    byName.set(info.name, {
      id: info.name,
      chunker: info.identity.chunkerAlgorithm,
      passages: info.passages,
      vectorsSha256: info.vectors?.sha256 ?? null,
      relevant: [...relevant],
    });
  }
  return [...byName.values()];
}

function textsOf({ catalog, outcomes }: AssembleInput, stages: readonly ReportStage[]): Record<string, string> {
  const texts = new Map<string, string>();
  for (const { result, collection, relevant } of outcomes) {
    const own = stages.filter((stage) => stage.variant === result.name);
    for (const [id, { text }] of catalog.contents(collection.info.name, textIds(own, [...relevant])))
      texts.set(id, text);
  }
  return Object.fromEntries([...texts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Skips that nobody asked for. A folder of ours may appear between two runs, so it must not count either. */
const EXPECTED: ReadonlySet<string> = new Set([SKIPPED.never, SKIPPED.notIncluded, SKIPPED.excluded]);

function selectionWarnings({ selection, corpus, outcomes }: AssembleInput): ReportWarning[] {
  const unknown = selection.topics.filter((topic) => topic.answerable === 'unknown').length;
  const skipped = corpus.skipped.filter(({ reason }) => !EXPECTED.has(reason));
  const unreachable = outcomes[0]?.unreachable ?? [];
  const found: ReportWarning[] = [];
  if (unknown > 0) {
    const message = `topics without a relevant judgment and not declared unanswerable, in no mean: ${unknown}`;
    found.push({ code: 'topics-unknown', message });
  }
  if (skipped.length > 0) {
    found.push({ code: 'files-skipped', message: `files of the corpus skipped: ${countSkips(skipped)}` });
  }
  if (unreachable.length > 0) {
    const message = `relevant documents without text, which no stage can find: ${unreachable.length} (first: ${unreachable[0]})`;
    found.push({ code: 'relevant-without-text', message });
  }
  return found;
}
