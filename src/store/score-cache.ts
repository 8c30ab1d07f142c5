import { type CacheEntry, type CacheOptions, entryCache } from './entry-cache.ts';

const SCORE_BYTES = Float64Array.BYTES_PER_ELEMENT;
/** Scores that wait in memory: about 10 MB. */
const MAX_WAITING = 100_000;

/** A raw score, and whether its passage was shortened to fit; null: not known. */
export interface CachedScore {
  readonly score: number;
  readonly truncated: boolean | null;
}

/** Scores by key; as `EntryCache`, but that what is written waits for `flush`. */
export interface ScoreCache {
  read(keys: readonly Uint8Array[]): (CachedScore | undefined)[];
  /** What is kept here is not read before `flush`, so that a pass over topics does not read what it wrote itself. */
  write(keys: readonly Uint8Array[], scores: readonly CachedScore[]): void;
  flush(): void;
  close(): void;
}

/** Scores in an SQLite file; as `entryCache`. */
export function openScoreCache(file: string, options: CacheOptions): ScoreCache {
  const entries = entryCache(file, { what: 'cache of rerank scores', again: 'scored' }, options);
  let keys: Uint8Array[] = [];
  let waiting: CacheEntry[] = [];
  const flush = () => {
    if (keys.length > 0) entries.write(keys, waiting);
    [keys, waiting] = [[], []];
  };
  return {
    read: (wanted) =>
      entries
        .read(wanted, faultOf)
        .map((entry) => entry && { score: scoreOf(entry.value), truncated: entry.truncated }),
    write: (added, scores) => {
      scores.forEach(({ score, truncated }, i) => {
        const key = added[i];
        if (key === undefined) return;
        keys.push(key);
        waiting.push({ value: bytesOf(score), truncated });
      });
      if (keys.length >= MAX_WAITING) flush();
    },
    flush,
    close: () => {
      flush();
      entries.close();
    },
  };
}

function faultOf(value: Uint8Array): string | undefined {
  if (value.length !== SCORE_BYTES) return 'a score has another length';
  return Number.isFinite(scoreOf(value)) ? undefined : 'a score is NaN or an infinite number';
}

function scoreOf(value: Uint8Array): number {
  return new DataView(value.buffer, value.byteOffset, SCORE_BYTES).getFloat64(0, true);
}

function bytesOf(score: number): Uint8Array {
  const value = new Uint8Array(SCORE_BYTES);
  new DataView(value.buffer).setFloat64(0, score, true);
  return value;
}
