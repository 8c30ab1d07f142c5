import type { LoadedConfig } from '../../config/load.ts';
import { canonicalJson } from '../../contracts/canonical-json.ts';
import type { ExtractorVersions, IndexedPassage } from '../../contracts/document.ts';
import { GrkError } from '../../contracts/errors.ts';
import type { GoldenSet, Topic } from '../../contracts/golden.ts';
import type { ChunkerSettings } from '../../contracts/pipeline.ts';
import type {
  Catalog,
  CollectionIdentity,
  CollectionInfo,
  Corpus,
  Embedder,
  TextCache,
} from '../../contracts/ports.ts';
import type { Suite } from '../../contracts/suite.ts';
import { judgedDocuments, judgedPassages, type ResolvedTopic, resolveTopics } from '../../evals/golden/resolve.ts';
import type { GoldSpan } from '../../evals/run/assemble.ts';
import type { TopicRelevance } from '../../evals/run/score.ts';
import { differences } from '../../index/identity.ts';
import { hashCorpus, readCorpus } from '../../ingest/corpus.ts';
import type { Skip } from '../../ingest/skip-reasons.ts';
import { asWriter, type Session } from '../session/state.ts';
import { contentName, type IndexSettings, identityOf, indexCorpus } from './index-corpus.ts';
import { EVAL_PREFIX, type OpenCollection, openCollection, reindexOf } from './open-collection.ts';

/** The documents of a golden set; read from disk only when an index or a quote needs them. */
export interface GoldenCorpus {
  readonly corpusSha256: string;
  readonly extractors: ExtractorVersions;
  /** Files left out, by reason. */
  readonly skipped: readonly Skip[];
  /** @throws GrkError GRK_CORPUS_CHANGED where the files are not those of `corpusSha256` any more */
  readonly read: () => Promise<Corpus>;
}

/** @param extractions remembers what PDF and DOCX files gave; default: nothing does */
export async function openGoldenCorpus(
  { signal, progress }: Pick<Session, 'signal'> & Partial<Pick<Session, 'progress'>>,
  golden: GoldenSet,
  extractions?: TextCache,
): Promise<GoldenCorpus> {
  const options = { maxFileBytes: Number.MAX_SAFE_INTEGER, signal, progress, extractions };
  const { corpusSha256, extractors, skipped } = await hashCorpus(golden.source, options).catch((cause) => {
    throw noDocuments(golden, cause);
  });
  const readAsHashed = async (): Promise<Corpus> => {
    const corpus = await readCorpus(golden.source, options);
    if (corpus.corpusSha256 === corpusSha256) return corpus;
    throw new GrkError('GRK_CORPUS_CHANGED', `the documents of "${golden.name}" were changed while they were read`, {
      remedy: 'Run the command again when nothing writes to them.',
    });
  };
  let pending: Promise<Corpus> | undefined;
  const read = (): Promise<Corpus> => {
    pending ??= readAsHashed();
    return pending;
  };
  return { corpusSha256, extractors, skipped, read };
}

/** A golden set without documents is a fault of the golden set, not of an ingest. */
function noDocuments(golden: GoldenSet, cause: unknown): unknown {
  if (!(cause instanceof GrkError) || cause.code !== 'GRK_INGEST_EMPTY') return cause;
  return new GrkError('GRK_GOLDEN_EMPTY', `the golden set "${golden.name}" holds no documents: ${cause.message}`, {
    remedy: 'Check the corpus that its manifest names, and that its files hold text.',
    cause,
  });
}

/**
 * How the documents of a golden set are cut: as configured; ready passages stay whole unless an option or variable asks
 * for a chunker.
 */
export function goldenChunker(golden: GoldenSet, { config, origins }: LoadedConfig): ChunkerSettings {
  const isAsked = [...origins].some(
    ([key, origin]) => key.startsWith('chunker.') && (origin === 'flag' || origin === 'env'),
  );
  return golden.source.kind === 'jsonl' && !isAsked ? { name: 'whole' } : config.chunker;
}

/** How many chunkers' passages the variants of a suite rank; 0 where documents are ranked. */
export function rankedChunkers(golden: GoldenSet, { variants }: Pick<Suite, 'variants'>, loaded: LoadedConfig): number {
  if (golden.unit === 'document') return 0;
  return new Set(variants.map(({ chunker }) => canonicalJson(chunker ?? goldenChunker(golden, loaded)))).size;
}

export interface EvalIndex {
  readonly collection: OpenCollection;
  readonly isReused: boolean;
}

/** Opens the index of a golden corpus under these settings, building it where there is none yet. */
export async function evalIndex(
  session: Session,
  catalog: Catalog,
  golden: GoldenSet,
  corpus: GoldenCorpus,
  settings: IndexSettings,
  embedder: Embedder | null,
): Promise<EvalIndex> {
  const identity = identityOf(settings, embedder, corpus.extractors);
  const name = contentName(`${EVAL_PREFIX}${golden.name}`, corpus.corpusSha256, identity);
  const known = catalog.find(name);
  if (known !== undefined) {
    requireNamed(known, identity);
    return { collection: openCollection(session, catalog, known), isReused: true };
  }
  const { documents } = await corpus.read();
  const info = await asWriter(session, async (): Promise<CollectionInfo> => {
    // Another process may have built it while this one waited.
    catalog.refresh();
    const built = catalog.find(name);
    if (built !== undefined) return built;
    const content = { name, corpusSha256: corpus.corpusSha256, documents, identity, isAnew: true };
    return (await indexCorpus(session, catalog, content, embedder)).info;
  });
  return { collection: openCollection(session, catalog, info), isReused: false };
}

/** The name of the index of an eval is a hash over its identity: one that says something else was written to. */
function requireNamed(info: CollectionInfo, identity: CollectionIdentity): void {
  const [found] = differences(info.identity, identity);
  if (found === undefined) return;
  const fault = `${found.field} is ${found.stored} in it, ${found.wanted} by its name`;
  throw new GrkError('GRK_STORE_CORRUPT', `collection "${info.name}" is not what its name says: ${fault}`, {
    remedy: reindexOf(info),
  });
}

/**
 * Finds what the gold entries of topics point at. Texts are read only where an entry is a quote or lines.
 * @throws GrkError GRK_GOLDEN_INVALID with file and line
 */
export async function resolveGold(
  topics: readonly Topic[],
  corpus: GoldenCorpus,
  collection: OpenCollection,
): Promise<ResolvedTopic[]> {
  const needsText = topics.some((topic) => topic.gold.some((gold) => gold.anchor.kind !== 'document'));
  const documents: readonly { id: string; text: string }[] = needsText
    ? (await corpus.read()).documents
    : collection.documents.map(({ id }) => ({ id, text: '' }));
  return resolveTopics(topics, new Map(documents.map((document) => [document.id, document])));
}

export interface Relevance {
  /** In topic order. */
  readonly perTopic: readonly TopicRelevance[];
  /** Relevant passages for the report; empty in document unit. */
  readonly relevant: { topicId: string; passages: { id: string; grade: number }[] }[];
  /** Relevant documents without any passage: no search can find them. */
  readonly unreachable: readonly string[];
}

/** Gold entries as a report holds them. */
export function goldSpans(gold: ResolvedTopic['gold']): GoldSpan[] {
  return gold.map(({ doc, grade, span }) => ({
    doc,
    grade,
    ...(span === undefined ? {} : { start: span.startUtf16, end: span.endUtf16 }),
  }));
}

/** What counts as relevant in this index. */
export function relevanceOf(
  golden: GoldenSet,
  resolved: readonly ResolvedTopic[],
  collection: OpenCollection,
  chunker: ChunkerSettings,
): Relevance {
  const isDocument = golden.unit === 'document';
  const judged = isDocument ? judgedDocuments(resolved) : judgedPassages(resolved, collection.passages, chunker.name);
  const keyOf = (passage: IndexedPassage | undefined) => (isDocument ? passage?.doc : passage?.id) ?? '';
  const spanOf = (passage: number) => {
    const { doc = '', startUtf16 = 0, endUtf16 = 0 } = collection.passages[passage] ?? {};
    return { doc, start: startUtf16, end: endUtf16 };
  };
  const perTopic = resolved.map(({ topic, gold }): TopicRelevance => {
    const entries = judged.get(topic.topicId) ?? [];
    const grades = new Map(entries.map(({ id, grade }) => [id, grade]));
    return {
      gradeOf: (passage) => grades.get(keyOf(collection.passages[passage])) ?? null,
      judged: entries.map(({ grade }) => grade),
      spans: { of: spanOf, gold: goldSpans(gold) },
    };
  });
  const relevant = isDocument ? [] : [...judged].map(([topicId, passages]) => ({ topicId, passages: [...passages] }));
  const reachable = new Set(collection.passages.map(({ doc }) => doc));
  const wanted = resolved.flatMap(({ gold }) => gold.filter(({ grade }) => grade > 0).map(({ doc }) => doc));
  return {
    perTopic,
    relevant: relevant.filter(({ passages }) => passages.length > 0),
    unreachable: [...new Set(wanted)].filter((doc) => !reachable.has(doc)),
  };
}
