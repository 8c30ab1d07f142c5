import { join } from 'node:path';
import type { CacheStatus } from '../../contracts/index-state.ts';
import type { Embedder, Reranker, TextCache } from '../../contracts/ports.ts';
import { type CachedEmbedder, cachedEmbedder } from '../../store/cached-embedder.ts';
import { cachedReranker } from '../../store/cached-reranker.ts';
import { openEmbeddingCache } from '../../store/embedding-cache.ts';
import { entryCacheSize } from '../../store/entry-cache.ts';
import { openScoreCache } from '../../store/score-cache.ts';
import { boundTextCache, folderTextCache, textCacheSize } from '../../store/text-cache.ts';
import { installedVersion } from './environment.ts';
import type { Session } from './state.ts';

const EMBEDDINGS = 'embeddings.sqlite';
const RERANK_SCORES = 'rerank-scores.sqlite';
const EXTRACTIONS = 'extractions';
/** What runs models: another version may give other bits. */
const RUNTIME = '@huggingface/transformers';

/** An embedder that keeps vectors between runs, until `close`. */
export function keptEmbedder(session: Session, embedder: Embedder): CachedEmbedder & { readonly close: () => void } {
  const cache = openEmbeddingCache(pathOf(session, EMBEDDINGS), {
    notice: session.notice,
    maxBytes: session.loaded.config.caches.maxEmbeddingBytes,
  });
  return { ...cachedEmbedder(embedder, cache, runtime()), close: cache.close };
}

/** Scores of rerankers, kept between runs. Nothing is opened before the first is asked for. */
export interface KeptScores {
  /** For `openReranker`. */
  readonly remember: (reranker: Reranker) => Reranker;
  /** What was scored so far is read from now on. */
  readonly flush: () => void;
  /** From now on every score is made anew, and none is kept. */
  readonly close: () => void;
}

export function keptScores(session: Session): KeptScores {
  const cache = openScoreCache(pathOf(session, RERANK_SCORES), {
    notice: session.notice,
    maxBytes: session.loaded.config.caches.maxRerankBytes,
  });
  return {
    remember: (reranker) => cachedReranker(reranker, cache, runtime()),
    flush: cache.flush,
    close: cache.close,
  };
}

/** What files that are no text gave as text, kept between runs. */
export function extractionCache(session: Session): TextCache {
  return folderTextCache(pathOf(session, EXTRACTIONS), session.notice);
}

/** For the end of a command that read documents. */
export function boundExtractions(session: Session): void {
  boundTextCache(pathOf(session, EXTRACTIONS), session.loaded.config.caches.maxExtractionBytes);
}

/** Caches that are there; changes nothing. */
export function cacheStatus(session: Session): CacheStatus[] {
  const { maxEmbeddingBytes, maxRerankBytes, maxExtractionBytes } = session.loaded.config.caches;
  const found = [
    { name: EMBEDDINGS, maxBytes: maxEmbeddingBytes, sizeOf: entryCacheSize },
    { name: RERANK_SCORES, maxBytes: maxRerankBytes, sizeOf: entryCacheSize },
    { name: EXTRACTIONS, maxBytes: maxExtractionBytes, sizeOf: textCacheSize },
  ];
  return found.flatMap(({ name, maxBytes, sizeOf }) => {
    const size = sizeOf(pathOf(session, name));
    return size === undefined ? [] : [{ name, ...size, maxBytes }];
  });
}

function pathOf({ loaded }: Session, name: string): string {
  return join(loaded.stateFolder, name);
}

function runtime(): string {
  return `${RUNTIME} ${installedVersion(RUNTIME)}`;
}
