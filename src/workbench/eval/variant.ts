import type { Filter } from '../../contracts/filter.ts';
import type { GoldenSet } from '../../contracts/golden.ts';
import type { Catalog, Embedder, PassageMask, Reranker } from '../../contracts/ports.ts';
import type { ReportWarning } from '../../contracts/report.ts';
import type { Suite } from '../../contracts/suite.ts';
import type { ResolvedTopic } from '../../evals/golden/resolve.ts';
import type { Selection } from '../../evals/golden/select.ts';
import type { VariantResult } from '../../evals/run/assemble.ts';
import { watchCached, withoutCached } from '../../evals/run/cached-topics.ts';
import { runControls } from '../../evals/run/controls.ts';
import { executeVariant } from '../../evals/run/execute.ts';
import { zeroVectorWarnings } from '../../evals/run/leg-health.ts';
import type { PlannedVariant } from '../../evals/run/plan.ts';
import type { RepeatedVariant } from '../../evals/run/repeat.ts';
import { scriptWarnings } from '../../evals/run/script-health.ts';
import { type CutTexts, truncationWarnings } from '../../evals/run/truncation.ts';
import type { OpenReranker } from '../../providers/rerankers/registry.ts';
import { filterNotices, maskOf, parseFilter } from '../../retrieval/filter.ts';
import type { LegSearch, PipelineInput } from '../../retrieval/pipeline.ts';
import {
  evalIndex,
  type GoldenCorpus,
  goldenChunker,
  type Relevance,
  relevanceOf,
  resolveGold,
} from '../collections/eval-index.ts';
import { filterNoticeText } from '../collections/filter-notice.ts';
import type { OpenCollection } from '../collections/open-collection.ts';
import { rerankScorer } from '../collections/rerank-scorer.ts';
import type { Session } from '../session/state.ts';
import { englishParts } from './english-parts.ts';
import { externalLegs } from './external-legs.ts';
import type { ExternalSources } from './external-sources.ts';
import { gradesOf } from './rerankers.ts';
import { truncationLog } from './truncation-log.ts';

/** What all variants of a run share. */
export interface EvalScope {
  readonly session: Session;
  readonly catalog: Catalog;
  readonly golden: GoldenSet;
  readonly corpus: GoldenCorpus;
  readonly selection: Selection;
  readonly suite: Suite;
  readonly topK: number;
  readonly embedders: ReadonlyMap<string, Embedder>;
  readonly external: ExternalSources;
  /** By id. */
  readonly rerankers: ReadonlyMap<string, OpenReranker>;
  /** Lets scores of rerankers be read from now on that were made so far. */
  readonly flushScores: () => void;
}

export interface VariantOutcome {
  readonly result: VariantResult;
  /** To time it again. */
  readonly repeated: RepeatedVariant;
  readonly collection: OpenCollection;
  readonly resolved: readonly ResolvedTopic[];
  readonly relevant: Relevance['relevant'];
  readonly unreachable: Relevance['unreachable'];
  readonly isReused: boolean;
  readonly indexMs: number;
  readonly warnings: readonly ReportWarning[];
  /** Topics whose own document was left out. */
  readonly excludedSelf: number;
}

/** Indexes (or reopens) what a variant needs and runs its stages over the selected topics. */
export async function runVariant(
  scope: EvalScope,
  { variant, stages, controls }: PlannedVariant,
): Promise<VariantOutcome> {
  const { session, catalog, golden, corpus, selection } = scope;
  const { config } = session.loaded;
  const usesDense = stages.some((stage) => stage.kind === 'dense');
  const embedder = usesDense ? (scope.embedders.get(variant.embedder ?? config.embedder) ?? null) : null;
  const chunker = variant.chunker ?? goldenChunker(golden, session.loaded);
  const settings = {
    chunker,
    analyzer: variant.analyzer ?? config.lexical.analyzer,
    engine: variant.engine ?? config.lexical.engine,
  };
  const startMs = session.clock.now();
  const { collection, isReused } = await evalIndex(session, catalog, golden, corpus, settings, embedder);
  const indexMs = session.clock.now() - startMs;
  const resolved = await resolveGold(selection.topics, corpus, collection);
  const { perTopic, relevant, unreachable } = relevanceOf(golden, resolved, collection, chunker);
  const filters = (variant.filter ?? []).map(parseFilter);
  const filtered =
    filters.length === 0 ? undefined : maskOf(filters, collection.passages.length, collection.metadataOf);
  const hopeless = filterWarnings(variant.name, filters, collection);
  // Said at once: a leg that finds nothing ends the run without a report.
  for (const { message } of hopeless) session.notice(message);
  const selves = selection.topics.map((topic) =>
    scope.suite.excludeSelf ? selfMask(collection, topic.topicId) : undefined,
  );
  const masks = selves.map((self) => bothMasks(self, filtered));
  const external = externalLegs(scope, variant.name, stages, collection);
  const rerankers = rerankersOf(scope, stages, perTopic, collection);
  const scorers = [...rerankers].map(([name, reranker]) => {
    const log = truncationLog();
    const watched = watchCached(reranker);
    const score = rerankScorer(watched.reranker, catalog, collection.info, session.signal, log.note);
    return { name, log, watched, score };
  });
  const pipeline: PipelineInput = {
    stages,
    legs: new Map([...legsOf(collection, stages, embedder), ...external.legs]),
    rerankers: new Map(scorers.map(({ name, score }) => [name, score])),
    topK: scope.topK,
    passages: collection.passages.length,
    documentOf: golden.unit === 'document' ? collection.documentOf : undefined,
    outsidePlaces: external.outsidePlaces,
    now: () => session.clock.now(),
  };
  const topics = selection.topics.map(({ topicId, query }, i) => ({ topicId, query, mask: masks[i] }));
  const measured = await external.finish(
    executeVariant(pipeline, topics, session.progress, session.signal, external.concurrency),
  );
  // Controls rerank again what the pass did.
  scope.flushScores();
  const run = withoutCached(
    measured,
    stages,
    new Map(scorers.map(({ name, watched }) => [name, new Set(watched.topicIds)])),
    topics.map(({ topicId }) => topicId),
  );
  // Before controls, which give fewer candidates.
  const truncation = [
    ...truncationWarnings(
      `variant "${variant.name}"`,
      cutTexts(collection, embedder, new Set(topics.map(({ query }) => query)).size),
    ),
    ...scorers.flatMap(({ name, log }) =>
      truncationWarnings(`stage ${variant.name}/${name}`, [{ what: 'candidates', ...log.counts(), maxTokens: null }]),
    ),
  ];
  return {
    result: {
      name: variant.name,
      stages,
      passages: collection.passages,
      relevance: perTopic,
      run,
      dense:
        embedder === null ? null : { isStructural: embedder.isStructural, determinism: embedder.identity.determinism },
      external: external.identities,
      rerankers,
      controls: await runControls(pipeline, controls, topics, run.traces, session.progress, session.signal),
      unit: golden.unit,
    },
    repeated: { name: variant.name, pipeline, topics },
    collection,
    resolved,
    relevant,
    unreachable,
    isReused,
    indexMs,
    warnings: [
      ...external.warnings,
      ...hopeless,
      ...zeroVectorWarnings(variant.name, collection.zeroVectors() ?? 0, collection.passages.length),
      ...scriptWarnings(
        englishParts(variant.name, embedder, rerankers),
        topics.map(({ query }) => query),
      ),
      ...truncation,
    ],
    excludedSelf: selves.filter((mask) => mask !== undefined).length,
  };
}

/** What the dense leg did not read to its end. */
function cutTexts({ info, truncatedQueries }: OpenCollection, embedder: Embedder | null, queries: number): CutTexts[] {
  if (embedder === null) return [];
  const { maxTokens } = embedder.identity;
  const cut = info.vectors?.truncated ?? null;
  return [
    { what: 'passages', cut, total: info.passages, maxTokens },
    { what: 'queries', cut: truncatedQueries(), total: queries, maxTokens },
  ];
}

/** Opens each leg when it is first used, so that opening counts as part of the cold start. */
function legsOf(
  collection: OpenCollection,
  stages: PlannedVariant['stages'],
  embedder: Embedder | null,
): Map<string, LegSearch> {
  const legs = new Map<string, LegSearch>();
  for (const stage of stages) {
    if (stage.kind === 'bm25')
      legs.set(
        stage.name,
        lazily(() => collection.bm25({ k1: stage.k1, b: stage.b })),
      );
    if (stage.kind === 'dense' && embedder !== null)
      legs.set(
        stage.name,
        lazily(() => collection.dense(embedder)),
      );
  }
  return legs;
}

/** The rerankers of a variant by stage name. */
function rerankersOf(
  { selection, rerankers }: EvalScope,
  stages: PlannedVariant['stages'],
  relevance: Relevance['perTopic'],
  collection: OpenCollection,
): Map<string, Reranker> {
  const topicIds = selection.topics.map(({ topicId }) => topicId);
  const gradeOf = gradesOf(topicIds, relevance, collection);
  const opened = stages.flatMap((stage): [string, Reranker][] => {
    const open = stage.kind === 'rerank' ? rerankers.get(stage.reranker) : undefined;
    return open === undefined ? [] : [[stage.name, open(gradeOf)]];
  });
  return new Map(opened);
}

function lazily(open: () => Promise<LegSearch>): LegSearch {
  let leg: Promise<LegSearch> | undefined;
  return async (topic, limit, mask) => {
    leg ??= open();
    return (await leg)(topic, limit, mask);
  };
}

function bothMasks(a: PassageMask | undefined, b: PassageMask | undefined): PassageMask | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a.map((kept, passage) => kept & (b[passage] ?? 0));
}

function filterWarnings(variant: string, filters: readonly Filter[], { documents }: OpenCollection): ReportWarning[] {
  return filterNotices(filters, documents).map((notice) => ({
    code: 'filter-without-match',
    message: `variant "${variant}": ${filterNoticeText(notice)}`,
  }));
}

/** All passages but those of the document that carries the topic's id; undefined where there is no such document. */
function selfMask(collection: OpenCollection, topicId: string): PassageMask | undefined {
  const own = collection.documents.findIndex((document) => document.id === topicId);
  if (own < 0) return undefined;
  return Uint8Array.from(collection.documentOf, (document) => (document === own ? 0 : 1));
}
