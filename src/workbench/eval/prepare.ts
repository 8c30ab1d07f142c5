import { GrkError } from '../../contracts/errors.ts';
import type { GoldenSet } from '../../contracts/golden.ts';
import { measureName } from '../../contracts/measure.ts';
import type { Suite } from '../../contracts/suite.ts';
import { loadGolden } from '../../evals/golden/load.ts';
import { type Selection, selectTopics } from '../../evals/golden/select.ts';
import { checkKept, type Plan, planSuite, stageIds, type Unavailable } from '../../evals/run/plan.ts';
import { checkRepeats } from '../../evals/run/repeat.ts';
import type { Remember } from '../../providers/rerankers/registry.ts';
import { parseFilter } from '../../retrieval/filter.ts';
import { checkDepths } from '../../retrieval/pipeline.ts';
import { rankedChunkers } from '../collections/eval-index.ts';
import type { Session } from '../session/state.ts';
import { denseAvailability } from './availability.ts';
import { type GateRequest, gatesInForce, type PlannedGates, planGating } from './gate.ts';
import { checkSearches, type InlineSearches } from './inline-searches.ts';
import { type EvalMeasures, evalMeasures } from './measures.ts';
import { rerankAvailability } from './rerankers.ts';
import { loadSuite, type SuiteSource } from './suite-file.ts';
import type { EvalScope } from './variant.ts';

/** What to measure; every field may be left out. */
export interface EvalRequest {
  /** Undefined: the default variant. */
  readonly suite?: SuiteSource | undefined;
  /** Functions that sources of the suite name. */
  readonly searches?: InlineSearches;
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
  /** Whether an option named the reranker: a rerank stage that cannot run is an error then. */
  readonly isRerankerNamed?: boolean;
  /** Report file; default: one in the state folder. */
  readonly out?: string | undefined;
  /** False: no passage texts in the report. */
  readonly texts?: boolean;
  /** How often each topic is run to time it; default: the suite’s. */
  readonly repeats?: number | undefined;
  /** What the run is held against; a suite may declare gates too. */
  readonly gating?: GateRequest;
}

/** What is known before anything is indexed or run. */
export interface PreparedEval extends Pick<EvalScope, 'embedders' | 'rerankers'> {
  readonly suite: Suite;
  /** What paths in the suite are relative to. */
  readonly folder: string;
  readonly goldenPath: string;
  readonly golden: GoldenSet;
  readonly selection: Selection;
  readonly measures: EvalMeasures;
  readonly repeats: number;
  readonly plan: Plan;
  /** As written: those of the suite and of the request. */
  readonly gates: readonly string[];
  /** Undefined where nothing is gated. */
  readonly gating: PlannedGates | undefined;
}

/**
 * Reads and checks all that an eval is asked for: what is wrong with it is said before the first index is built.
 * @param remember keeps scores of rerankers; left out: none are kept
 * @throws GrkError of the kinds usage, config, golden, unmeasured
 */
export async function prepareEval(session: Session, request: EvalRequest, remember?: Remember): Promise<PreparedEval> {
  const { config } = session.loaded;
  const { suite, goldenPath, folder } = loadSuite(session, request.suite);
  checkSearches(suite, request.searches ?? new Map());
  const repeats = checkRepeats(request.repeats ?? suite.repeats);
  for (const { filter = [] } of suite.variants) for (const text of filter) parseFilter(text);
  const golden = await loadGolden(goldenPath);
  const isAcrossChunkers = rankedChunkers(golden, suite, session.loaded) > 1;
  const measures = evalMeasures(suite, request.measures ?? [], config.topK, isAcrossChunkers);
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
  const opened = await planRun(session, suite, request, measures, remember);
  for (const { stages } of opened.plan.variants) {
    checkDepths(stages, config.topK);
    checkKept(stages, config.topK);
  }
  const scope = {
    stages: stageIds(opened.plan),
    measures: measures.measures.map(measureName),
    primary: suite.primary,
    topics: selection.topics,
  };
  const ground = { judgments: golden.judgmentsSha256, topics: selection.topicIdsSha256, unit: golden.unit };
  const gating = planGating(session.cwd, suite.gates, request.gating ?? {}, scope, ground);
  const gates = gatesInForce(suite.gates, request.gating);
  return { ...opened, suite, folder, goldenPath, golden, selection, measures, repeats, gates, gating };
}

/** A rerank stage that nobody asked for is left out where the report would not show all of its candidates. */
function beyondKept({ variants }: Suite, topK: number): Unavailable | null {
  const depths = variants.flatMap(({ stages }) => stages.map((stage) => (stage.kind === 'rerank' ? stage.depth : 0)));
  const depth = Math.max(0, ...depths);
  if (depth <= topK) return null;
  return {
    reason: `it reranks ${depth} candidates, and ${topK} ranks are kept`,
    remedy: `Keep them: --top-k ${depth}.`,
  };
}

/** Which stages run here. */
async function planRun(
  session: Session,
  suite: Suite,
  request: EvalRequest,
  { measures }: EvalMeasures,
  remember: Remember | undefined,
): Promise<{ plan: Plan } & Pick<EvalScope, 'embedders' | 'rerankers'>> {
  const isNamed = (kind: string) =>
    request.suite !== undefined ||
    (kind === 'dense' && request.isEmbedderNamed === true) ||
    (kind === 'rerank' && request.isRerankerNamed === true);
  const { unavailable, embedders } = await denseAvailability(session, suite, request.dense ?? true);
  const rerank = await rerankAvailability(session, suite, unavailable, remember);
  const { topK } = session.loaded.config;
  const tooDeep = isNamed('rerank') ? null : beyondKept(suite, topK);
  const available = { dense: unavailable, rerank: rerank.unavailable ?? tooDeep };
  const ruler = { measures, topK };
  const plan = planSuite(suite, available, isNamed, ruler);
  const notices = [...embedders.values()].flatMap((embedder) => embedder.notices ?? []);
  const warnings = notices.map((message) => ({ code: 'model-use', message }));
  return { plan: { ...plan, warnings: [...plan.warnings, ...warnings] }, embedders, rerankers: rerank.rerankers };
}
