import type { Analyzer } from './analyzer/analyzers.ts';
import { scanChunks } from './analyzer/chunk-scanner.ts';
import { documentFrequency, type Postings } from './postings.ts';

/** A term of the index that a query has. */
export interface QueryTerm {
  readonly number: number;
  /** How often the query has it. */
  readonly occurrences: number;
}

const CACHED_CHUNKS = 65_536;
const LONGEST_CACHED = 64;

/**
 * Reads queries against the vocabulary: the terms that the index knows, each once, rarest first (passage frequency,
 * then term number), which is the order in which scores are summed.
 */
export function queryTermReader(postings: Postings, analyzer: Analyzer): (query: string) => QueryTerm[] {
  const termNumbers = new Map(postings.vocabulary.map((term, number) => [term, number]));
  const cache = new Map<string, readonly number[]>();

  const numbersOf = (chunk: string): readonly number[] => {
    const cached = cache.get(chunk);
    if (cached !== undefined) return cached;
    const known = analyzer.termsOfChunk(chunk).map((term) => termNumbers.get(term));
    const numbers = known.filter((number) => number !== undefined);
    if (chunk.length > LONGEST_CACHED) return numbers;
    if (cache.size >= CACHED_CHUNKS) cache.clear();
    cache.set(chunk, numbers);
    return numbers;
  };
  return (query) => {
    const numbers: number[] = [];
    scanChunks(query, (start, end) => {
      for (const number of numbersOf(query.slice(start, end))) numbers.push(number);
    });
    numbers.sort((a, b) => documentFrequency(postings, a) - documentFrequency(postings, b) || a - b);
    const terms: QueryTerm[] = [];
    for (let i = 0; i < numbers.length; ) {
      const number = numbers[i] as number;
      const start = i;
      while (numbers[i] === number) i++;
      terms.push({ number, occurrences: i - start });
    }
    return terms;
  };
}
