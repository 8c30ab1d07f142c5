import type { Analyzer } from './analyzer/analyzers.ts';
import { scanChunks } from './analyzer/chunk-scanner.ts';
import { chunkTable } from './analyzer/chunk-table.ts';
import { type GrowableUints, growableUints, pushUint } from './growable-uints.ts';
import type { Postings } from './postings.ts';
import { checkText } from './search-arguments.ts';

/** Term counts passage by passage: those of passage p begin at `starts[p]`. */
interface ForwardCounts {
  readonly vocabulary: readonly string[];
  readonly starts: GrowableUints;
  readonly terms: GrowableUints;
  readonly counts: GrowableUints;
  readonly lengths: GrowableUints;
}

/**
 * Counts the terms of texts, which are numbered as they come.
 * @throws GrkError GRK_USAGE when a text is not a string
 */
export function buildPostings(texts: Iterable<string>, analyzer: Analyzer): Postings {
  return sortByTerm(countForward(texts, analyzer));
}

function countForward(texts: Iterable<string>, analyzer: Analyzer): ForwardCounts {
  const termNumbers = new Map<string, number>();
  const chunks = chunkTable();
  /** Chunk n has the terms from `chunkStarts[n]` to `chunkStarts[n + 1]`. */
  const [chunkStarts, chunkTerms] = [growableUints(), growableUints()];
  const [starts, terms, counts, lengths] = [growableUints(), growableUints(), growableUints(), growableUints()];
  /** Per term: one more than its last posting, so that 0 is none. */
  const lastPosting = growableUints();
  let text = '';
  let start = 0;
  let length = 0;

  const numberOf = (term: string): number => {
    const known = termNumbers.get(term);
    if (known !== undefined) return known;
    pushUint(lastPosting, 0);
    termNumbers.set(term, termNumbers.size);
    return termNumbers.size - 1;
  };
  const count = (term: number): void => {
    const last = lastPosting.data[term] as number;
    if (last > start) {
      counts.data[last - 1] = (counts.data[last - 1] as number) + 1;
      return;
    }
    pushUint(terms, term);
    pushUint(counts, 1);
    lastPosting.data[term] = terms.length;
  };
  const visit = (from: number, to: number, hash: number): void => {
    const chunk = chunks.find(text, from, to, hash);
    if (chunk + 1 === chunkStarts.length) {
      for (const term of analyzer.termsOfChunk(text.slice(from, to))) pushUint(chunkTerms, numberOf(term));
      pushUint(chunkStarts, chunkTerms.length);
    }
    const end = chunkStarts.data[chunk + 1] as number;
    for (let i = chunkStarts.data[chunk] as number; i < end; i++) {
      count(chunkTerms.data[i] as number);
      length++;
    }
  };
  pushUint(chunkStarts, 0);
  for (const next of texts) {
    checkText(next, lengths.length);
    text = next;
    start = terms.length;
    length = 0;
    scanChunks(text, visit);
    pushUint(starts, start);
    pushUint(lengths, length);
  }
  // Joined and split again, since a term can be a slice that keeps the whole text alive that it was cut from.
  const vocabulary = termNumbers.size === 0 ? [] : [...termNumbers.keys()].join('\n').split('\n');
  return { vocabulary, starts, terms, counts, lengths };
}

/** One counting sort; within a term, passages stay in ascending order. */
function sortByTerm({ vocabulary, starts, terms, counts, lengths }: ForwardCounts): Postings {
  const offsets = new Uint32Array(vocabulary.length + 1);
  let largest = 0;
  for (let i = 0; i < terms.length; i++) {
    const next = (terms.data[i] as number) + 1;
    offsets[next] = (offsets[next] as number) + 1;
    largest = Math.max(largest, counts.data[i] as number);
  }
  for (let term = 0; term < vocabulary.length; term++) {
    offsets[term + 1] = (offsets[term + 1] as number) + (offsets[term] as number);
  }
  const cursor = offsets.slice();
  const passages = new Uint32Array(terms.length);
  const frequencies = largest < 256 ? new Uint8Array(terms.length) : new Uint32Array(terms.length);
  for (let passage = 0; passage < starts.length; passage++) {
    const end = passage + 1 < starts.length ? (starts.data[passage + 1] as number) : terms.length;
    for (let i = starts.data[passage] as number; i < end; i++) {
      const term = terms.data[i] as number;
      const at = cursor[term] as number;
      cursor[term] = at + 1;
      passages[at] = passage;
      frequencies[at] = counts.data[i] as number;
    }
  }
  return {
    passageCount: lengths.length,
    vocabulary,
    offsets,
    passages,
    frequencies,
    lengths: lengths.data.slice(0, lengths.length),
  };
}
