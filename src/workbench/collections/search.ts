import type { Citation } from '../../contracts/citation.ts';
import type { ExtractorId } from '../../contracts/document.ts';
import { GrkError } from '../../contracts/errors.ts';
import type { FilterNotice } from '../../contracts/filter.ts';
import { type PageRange, pagesOf } from '../../contracts/pages.ts';
import { parseWith } from '../../contracts/parse.ts';
import { type LexicalEngineName, type Stage, StageSchema } from '../../contracts/pipeline.ts';
import type { Catalog, CollectionIdentity, CollectionInfo, Embedder, PassageMask } from '../../contracts/ports.ts';
import { verifyIdentity } from '../../index/identity.ts';
import { extractorVersions } from '../../ingest/extractors.ts';
import { filterNotices, maskOf, parseFilter } from '../../retrieval/filter.ts';
import { checkDepths, type LegSearch, runPipeline, type StageTrace } from '../../retrieval/pipeline.ts';
import type { RerankCandidates } from '../../retrieval/rerank.ts';
import { hasCatalog, type Session, withCatalog } from '../session/state.ts';
import { verifyCitations } from './citations.ts';
import { configuredEmbedder } from './configured-embedder.ts';
import { identityOf } from './index-corpus.ts';
import {
  findCollection,
  missingCollection,
  openCollection,
  openSearchable,
  requireVectors,
  type SearchableCollection,
} from './open-collection.ts';
import { type RerankPart, rerankPart, type SearchRerank, searchReranker } from './search-rerank.ts';

export type SearchMode = 'bm25' | 'dense' | 'hybrid';

export interface SearchRequest {
  readonly query: string;
  readonly mode: SearchMode;
  readonly topK: number;
  /** `key=value`, `key!=value` and ranges such as `key>=5`; all must hold. */
  readonly filters: readonly string[];
  /** Rerank the best by the reranker of the configuration; default: no. */
  readonly rerank?: boolean;
  /** Read the source of each hit again; default: no. */
  readonly verify?: boolean;
}

/** A leg's part in a hit. */
export interface LegPart {
  readonly leg: string;
  /** null: not among the window of the leg. */
  readonly rank: number | null;
  readonly score: number | null;
  /** What the leg adds to the fused score; null where nothing is fused. */
  readonly share: number | null;
}

/** Of a source with pages, it names those it lies on. */
export interface SearchHit extends Partial<PageRange> {
  readonly rank: number;
  readonly id: string;
  readonly doc: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly start: number;
  readonly end: number;
  readonly score: number;
  readonly text: string;
  /** Outermost first. */
  readonly headingPath: readonly string[];
  readonly legs: readonly LegPart[];
  /** Where the search was reranked. */
  readonly rerank?: RerankPart;
  /** What the source says now, where that was asked for. */
  readonly citation?: Citation;
}

export interface SearchOutcome {
  readonly mode: SearchMode;
  /** The stage whose ranking this is. */
  readonly stage: string;
  readonly collection: string;
  /** The lexical engine of the collection. */
  readonly engine: LexicalEngineName;
  readonly window: number;
  readonly hits: readonly SearchHit[];
  /** How it was reranked, where it was. */
  readonly rerank?: SearchRerank;
  /** Filters that nothing in the collection can satisfy. */
  readonly filterNotices: readonly FilterNotice[];
}

/**
 * Searches the collection that the configuration names, through the same pipeline that an eval measures.
 * @throws GrkError GRK_COLLECTION_MISSING, GRK_NO_VECTORS, GRK_IDENTITY_MISMATCH, GRK_WINDOW, GRK_USAGE,
 * GRK_DEPENDENCY_MISSING, and what a reranker throws
 */
export async function search(session: Session, request: SearchRequest): Promise<SearchOutcome> {
  const { config } = session.loaded;
  if (request.query.trim() === '')
    throw new GrkError('GRK_USAGE', 'the query is empty', { remedy: 'Say what to search for.' });
  const filters = request.filters.map(parseFilter);
  const retrieval = stagesOf(session, request.mode);
  const input = retrieval.at(-1)?.name ?? '';
  const reranker = request.rerank === true ? await searchReranker(session, input) : undefined;
  const stages = reranker === undefined ? retrieval : [...retrieval, reranker.stage];
  checkDepths(stages, request.topK);
  if (!hasCatalog(session)) throw missingCollection(config.collection, []);
  const answer = withCatalog(session, async (catalog) => {
    const info = findCollection(catalog, config.collection);
    // Before anything is loaded: the mode is what cannot be answered.
    if (request.mode !== 'bm25') requireVectors(info);
    const embedder = await embedderFor(session, request.mode);
    verifyIdentity(info, {
      ...wantedIdentity(session, info),
      ...(embedder === null ? {} : { embedder: embedder.identity }),
    });
    // All rows are read for filters alone: that costs as much as the rest of a search of many passages.
    const filtered = filters.length === 0 ? undefined : openCollection(session, catalog, info);
    const collection = filtered ?? openSearchable(session, catalog, info);
    const mask = filtered && maskOf(filters, filtered.passages.length, filtered.metadataOf);
    const rerank = reranker?.open(catalog, info);
    const traces = await run(session, collection, embedder, { stages, request, mask, rerank });
    const hits = hitsOf(catalog, collection, traces, reranker?.stage.depth);
    return {
      mode: request.mode,
      stage: stages.at(-1)?.name ?? '',
      collection: info.name,
      engine: info.identity.engine,
      window: config.fusion.window,
      hits: request.verify === true ? await withCitations(session, info, hits) : hits,
      ...(reranker === undefined ? {} : { rerank: reranker.outcome() }),
      filterNotices: filterNotices(filters, filtered?.documents ?? []),
    };
  });
  return answer.finally(() => reranker?.close());
}

async function withCitations(session: Session, info: CollectionInfo, hits: readonly SearchHit[]): Promise<SearchHit[]> {
  const passages = hits.map((hit) => ({ ...hit, startUtf16: hit.start, endUtf16: hit.end }));
  const citations = await verifyCitations(session, info, passages);
  return hits.map((hit, i) => {
    const citation = citations[i];
    return citation === undefined ? hit : { ...hit, citation };
  });
}

/** The hits of an open collection, as `search` ranks them without filters. @throws GrkError GRK_WINDOW, GRK_NO_VECTORS */
export async function searchCollection(
  session: Session,
  catalog: Catalog,
  collection: SearchableCollection,
  request: Omit<SearchRequest, 'filters' | 'rerank' | 'verify'>,
): Promise<SearchHit[]> {
  const stages = stagesOf(session, request.mode);
  checkDepths(stages, request.topK);
  const embedder = await embedderFor(session, request.mode);
  return hitsOf(catalog, collection, await run(session, collection, embedder, { stages, request, mask: undefined }));
}

/** null: the mode needs none. */
async function embedderFor(session: Session, mode: SearchMode): Promise<Embedder | null> {
  return mode === 'bm25' ? null : configuredEmbedder(session);
}

/**
 * What the configuration asks of an index, but for two parts: a chunker that nobody set is the index's own, and so is
 * the embedder, which only dense searches need.
 */
export function wantedIdentity({ loaded }: Session, { identity }: CollectionInfo): CollectionIdentity {
  const { config, origins } = loaded;
  const isChunkerSet = [...origins].some(([key, origin]) => key.startsWith('chunker.') && origin !== 'default');
  const { analyzer, engine } = config.lexical;
  const chunker = isChunkerSet ? config.chunker : identity.chunker;
  const extractors = extractorVersions(Object.keys(identity.extractors ?? {}) as ExtractorId[]);
  return { ...identityOf({ chunker, analyzer, engine }, null, extractors), embedder: identity.embedder };
}

function stagesOf(session: Session, mode: SearchMode): Stage[] {
  const { lexical, fusion } = session.loaded.config;
  const bm25 = { kind: 'bm25', k1: lexical.k1, b: lexical.b };
  const dense = { kind: 'dense' };
  const byMode = { bm25: [bm25], dense: [dense], hybrid: [bm25, dense, { kind: 'fusion', ...fusion }] }[mode];
  return byMode.map((stage) =>
    parseWith(StageSchema, stage, {
      what: 'the pipeline',
      code: 'GRK_CONFIG_INVALID',
      remedy: '`grk config show --origin` says where each setting comes from.',
    }),
  );
}

interface Asked {
  readonly stages: readonly Stage[];
  readonly request: Omit<SearchRequest, 'filters'>;
  readonly mask: PassageMask | undefined;
  readonly rerank?: RerankCandidates | undefined;
}

async function run(
  session: Session,
  collection: SearchableCollection,
  embedder: Embedder | null,
  { stages, request, mask, rerank }: Asked,
): Promise<StageTrace[]> {
  const { config } = session.loaded;
  // Vectors are read by threads of their own while the lexical index is opened.
  const dense = embedder === null ? undefined : collection.dense(embedder);
  const bm25 = request.mode === 'dense' ? undefined : collection.bm25({ k1: config.lexical.k1, b: config.lexical.b });
  const [denseLeg, bm25Leg] = await Promise.all([dense, bm25]);
  const legs = new Map<string, LegSearch>();
  if (denseLeg !== undefined) legs.set('dense', denseLeg);
  if (bm25Leg !== undefined) legs.set('bm25', bm25Leg);
  const traces = await runPipeline(
    {
      stages,
      legs,
      rerankers: new Map(rerank === undefined ? [] : [['rerank', rerank]]),
      topK: request.topK,
      passages: collection.passageIds.length,
      documentOf: undefined,
      now: () => session.clock.now(),
    },
    { topicId: '', query: request.query },
    mask,
  );
  const failed = traces.find((trace) => trace.error !== undefined);
  if (failed !== undefined) throw failed.error;
  return traces;
}

/** @param depth how many candidates the last stage reranked; undefined where it is no rerank stage */
function hitsOf(
  catalog: Catalog,
  { info }: SearchableCollection,
  traces: readonly StageTrace[],
  depth?: number,
): SearchHit[] {
  const last = traces.at(-1);
  const retrieval = depth === undefined ? traces : traces.slice(0, -1);
  const input = retrieval.at(-1);
  if (last === undefined || input === undefined) return [];
  const { passages: numbers, scores } = last.list;
  return catalog.passagesAt(info.name, numbers).map((passage, i) => ({
    rank: i + 1,
    id: passage.id,
    doc: passage.doc,
    ...pagesOf(passage, passage.pageStarts),
    startLine: passage.startLine,
    endLine: passage.endLine,
    start: passage.startUtf16,
    end: passage.endUtf16,
    score: scores[i] ?? 0,
    text: passage.text,
    headingPath: passage.headingPath,
    legs: legParts(retrieval, input, numbers[i] ?? -1),
    ...(depth === undefined ? {} : { rerank: rerankPart(input, last, depth, i) }),
  }));
}

/** For a fused hit, every leg with its part or its absence; for a leg's own hit, its rank. */
function legParts(traces: readonly StageTrace[], last: StageTrace, number: number): LegPart[] {
  if (traces.length === 1) {
    const index = last.full.passages.indexOf(number);
    return [{ leg: last.stage, rank: index + 1, score: last.full.scores[index] ?? null, share: null }];
  }
  const contributions = last.contributions(number);
  return traces.slice(0, -1).map(({ stage }) => {
    const part = contributions.find(({ leg }) => leg === stage);
    return part ?? { leg: stage, rank: null, score: null, share: null };
  });
}
