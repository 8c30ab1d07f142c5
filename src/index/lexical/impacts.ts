import type { Bm25Params } from '../../contracts/pipeline.ts';
import { naturalLog } from './natural-log.ts';
import { documentFrequency, type Postings } from './postings.ts';

/** What one occurrence of a query term adds to a passage's score, per posting, and the largest per term. */
export interface Impacts {
  readonly perPosting: Float32Array;
  readonly peaks: Float32Array;
}

/**
 * Lucene's BM25 (its form since version 8, without the factor k1 + 1) with exact lengths where Lucene keeps one byte:
 * ln(1 + (N − n + ½) / (n + ½)) · tf / (tf + k1·(1 − b + b·length / mean length)), rounded to float32.
 * N counts every passage, empty ones too; n those that hold the term. Source: Robertson & Zaragoza 2009, and
 * `org.apache.lucene.search.similarities.BM25Similarity`. All steps are IEEE operations: the bits are the same everywhere.
 */
export function deriveImpacts(postings: Postings, { k1, b }: Bm25Params): Impacts {
  const { passageCount, offsets, passages, frequencies, lengths } = postings;
  let total = 0;
  for (const length of lengths) total += length;
  const meanLength = total / passageCount;
  const saturation = new Float64Array(passageCount);
  for (let passage = 0; passage < passageCount; passage++) {
    saturation[passage] = k1 * (1 - b + (b * (lengths[passage] as number)) / meanLength);
  }
  const perPosting = new Float32Array(passages.length);
  const peaks = new Float32Array(postings.vocabulary.length);
  for (let term = 0; term < peaks.length; term++) {
    const holders = documentFrequency(postings, term);
    const idf = naturalLog(1 + (passageCount - holders + 0.5) / (holders + 0.5));
    const end = offsets[term + 1] as number;
    let peak = 0;
    for (let i = offsets[term] as number; i < end; i++) {
      const tf = frequencies[i] as number;
      const impact = Math.fround(idf * (tf / (tf + (saturation[passages[i] as number] as number))));
      perPosting[i] = impact;
      if (impact > peak) peak = impact;
    }
    peaks[term] = peak;
  }
  return { perPosting, peaks };
}
