import { resolve } from 'node:path';
import type { StageDelta } from '../contracts/delta.ts';
import { GrkError } from '../contracts/errors.ts';
import type { GoldenSet } from '../contracts/golden.ts';
import type { Catalog, Embedder } from '../contracts/ports.ts';
import { REPORT_SCHEMA_VERSION, type Report, type ReportStage, type ReportWarning } from '../contracts/report.ts';
import type { Suite } from '../contracts/suite.ts';
import { deriveDeltas } from '../evals/delta/derive.ts';
import { loadGolden } from '../evals/golden/load.ts';
import { RELEVANCE_ALGORITHM, type ResolvedTopic } from '../evals/golden/resolve.ts';
import { type Selection, selectTopics } from '../evals/golden/select.ts';
import { type GoldSpan, reportStages, reportTopics, stageWarnings, textIds } from '../evals/run/assemble.ts';
import type { StageTiming } from '../evals/run/execute.ts';
import { type Plan, planSuite } from '../evals/run/plan.ts';
import { runConfigOf, runConfigSha256 } from '../evals/run/run-config.ts';
import { COSINE_ALGORITHM } from '../index/dense/exact/cosine-matrix.ts';
import { countSkips, SKIPPED } from '../ingest/skip-reasons.ts';
import { checkDepths } from '../retrieval/pipeline.ts';
import { denseAvailability, NO_RERANKER } from './availability.ts';
import { environmentOf } from './environment.ts';
import { type GoldenCorpus, openGoldenCorpus } from './eval-index.ts';
import { type EvalMeasures, evalMeasures } from './eval-measures.ts';
import { type EvalScope, runVariant, type VariantOutcome } from './eval-variant.ts';
import { defaultReportFile, reportDestination, writeReport } from './report-file.ts';
import { reportFolder, type Session, withCatalog } from './state.ts';
import { loadSuite } from './suite-file.ts';

/** What to measure; every field may be left out. */
export interface EvalRequest {
  /** Suite file; undefined: the default variant. */
  readonly suite?: string | undefined;
  readonly split?: string | undefined;
  /** Glob over topic ids. */
  readonly topics?: string | undefined;
  readonly categories?: readonly string[];
  /** Measures beside the standard ones. */
  readonly measures?: readonly string[];
  /** False: stages that need vectors are left out. */
  readonly dense?: boolean;
  /** Whether an option named the embedder: a dense stage that cannot run is an error then. */
  readonly isEmbedderNamed?: boolean;
  /** Report file; default: one in the state folder. */
  readonly out?: string | undefined;
  /** False: no passage texts in the report. */
  readonly texts?: boolean;
}

export interface EvalOutcome {
  readonly report: Report;
  readonly file: string;
  readonly deltas: readonly StageDelta[];
}

/**
 * Measures the stages of a suite on a golden set and writes the report.
 * @throws GrkError of every kind; nothing is written then but an index that was complete
 */
export async function evalRun(session: Session, request: EvalRequest = {}): Promise<EvalOutcome> {
  const startMs = session.clock.now();
  const startedAt = session.clock.today();
  const { config } = session.loaded;
  const { suite, goldenPath } = loadSuite(session, request.suite);
  const out = request.out === undefined ? undefined : reportDestination(resolve(session.cwd, request.out));
  const measures = evalMeasures(suite, request.measures ?? [], config.topK);
  const golden = await loadGolden(goldenPath);
  const selection = selectTopics(golden, {
    split: request.split ?? suite.split,
    topics: request.topics,
    categories: request.categories ?? [],
  });
  if (!selection.topics.some((topic) => topic.answerable === true)) {
    throw new GrkError('GRK_NOTHING_MEASURED', 'no topic of the selection is answerable', {
      remedy: 'Widen --split, --topics or --category.',
    });
  }
  const { plan, embedders } = await planRun(session, suite, request);
  for (const { stages } of plan.variants) checkDepths(stages, config.topK);
  const corpus = await openGoldenCorpus(session, golden);
  return withCatalog(session, async (catalog) => {
    const scope: EvalScope = { session, catalog, golden, corpus, selection, suite, topK: config.topK, embedders };
    const outcomes: VariantOutcome[] = [];
    for (const planned of plan.variants) outcomes.push(await runVariant(scope, planned));
    const report = assemble({
      session,
      catalog,
      golden,
      selection,
      suite,
      plan,
      measures,
      corpus,
      outcomes,
      request,
      goldenPath,
      startMs,
      startedAt,
    });
    const deltas = deriveDeltas(report);
    const file = out ?? defaultReportFile(reportFolder(session), report);
    writeReport(report, file);
    return { report, file, deltas };
  });
}

async function planRun(
  session: Session,
  suite: Suite,
  request: EvalRequest,
): Promise<{ plan: Plan; embedders: ReadonlyMap<string, Embedder> }> {
  const isNamed = (kind: string) =>
    request.suite !== undefined || (kind === 'dense' && request.isEmbedderNamed === true);
  const { unavailable, embedders } = await denseAvailability(session, suite, request.dense ?? true);
  return { plan: planSuite(suite, { dense: unavailable, rerank: NO_RERANKER }, isNamed), embedders };
}

interface AssembleInput {
  readonly session: Session;
  readonly catalog: Catalog;
  readonly golden: GoldenSet;
  readonly selection: Selection;
  readonly suite: Suite;
  readonly plan: Plan;
  readonly measures: EvalMeasures;
  readonly corpus: GoldenCorpus;
  readonly outcomes: readonly VariantOutcome[];
  readonly request: EvalRequest;
  readonly goldenPath: string;
  readonly startMs: number;
  readonly startedAt: string;
}

function assemble(input: AssembleInput): Report {
  const { session, golden, selection, suite, plan, outcomes } = input;
  const { measures } = input.measures;
  const { topics } = selection;
  const [first] = outcomes;
  if (first === undefined) throw new GrkError('GRK_NOTHING_MEASURED', 'the suite has no variant');
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
    variants: outcomes.map(({ result, collection }) => ({ ...result, identity: collection.info.identity })),
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
      gates: suite.gates,
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
    topics: reportTopics(topics, first.resolved.map(goldSpans)),
    stages,
    texts: (input.request.texts ?? true) ? textsOf(input, stages) : {},
    warnings: [...plan.warnings, ...input.measures.warnings, ...selectionWarnings(input), ...stageWarnings(stages)],
    timing: {
      startedAt: input.startedAt,
      totalMs: session.clock.now() - input.startMs,
      indexMs: outcomes.reduce((sum, outcome) => sum + outcome.indexMs, 0),
      indexReused: outcomes.every((outcome) => outcome.isReused),
      stages: outcomes.flatMap(({ result }) =>
        result.stages.map((stage) => ({
          id: `${result.name}/${stage.name}`,
          ...timingOf(result.run.timing.get(stage.name)),
        })),
      ),
    },
    environment: environmentOf(input.goldenPath),
  };
}

function timingOf(timing: StageTiming | undefined): StageTiming {
  return timing ?? { n: 0, warmUpTopics: 0, coldMs: null, p50Ms: null, p95Ms: null, meanMs: null };
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

/** Gold entries as a report holds them. */
export function goldSpans({ gold }: ResolvedTopic): GoldSpan[] {
  return gold.map(({ doc, grade, span }) => ({
    doc,
    grade,
    ...(span === undefined ? {} : { start: span.startUtf16, end: span.endUtf16 }),
  }));
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
