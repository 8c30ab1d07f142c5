import type { PassageMask } from '../../contracts/ports.ts';
import { type BestPassages, offerPassage, resetBest, settleBest } from './best-passages.ts';
import type { ScoreTerms } from './bm25-searcher.ts';
import type { Impacts } from './impacts.ts';
import { documentFrequency, type Postings } from './postings.ts';
import type { QueryTerm } from './query-terms.ts';

/** More than rounding can do to a sum of upper bounds. */
const SLACK = 1 + 1e-9;
/** How many postings a scan reads in the time of one binary search. */
const SCANNED_PER_LOOKUP = 12;

/**
 * MaxScore, term at a time (Turtle & Flood 1995): terms come rarest first, and once those that are left cannot lift a
 * new passage over the worst of the best, only passages that already have a score are scored on. Their sums get the
 * same impacts in the same order as without pruning.
 */
export function prunedSearch(postings: Postings, { perPosting, peaks }: Impacts): ScoreTerms {
  const { passageCount, offsets, passages } = postings;
  const scores = new Float64Array(passageCount);
  /** The first `count` are the passages whose score is above 0. */
  const touched = new Int32Array(passageCount);
  let count = 0;

  const addAndTouch = ({ number, occurrences }: QueryTerm): void => {
    const end = offsets[number + 1] as number;
    let noted = count;
    for (let i = offsets[number] as number; i < end; i++) {
      const passage = passages[i] as number;
      const before = scores[passage] as number;
      const after = before + occurrences * (perPosting[i] as number);
      if (before === 0 && after > 0) touched[noted++] = passage;
      scores[passage] = after;
    }
    count = noted;
  };
  const addToTouched = ({ number, occurrences }: QueryTerm): void => {
    const start = offsets[number] as number;
    const end = offsets[number + 1] as number;
    if (count * SCANNED_PER_LOOKUP >= end - start) {
      for (let i = start; i < end; i++) {
        const passage = passages[i] as number;
        const before = scores[passage] as number;
        if (before > 0) scores[passage] = before + occurrences * (perPosting[i] as number);
      }
      return;
    }
    for (let t = 0; t < count; t++) {
      const passage = touched[t] as number;
      const at = lowerBound(passages, passage, start, end);
      if (at < end && passages[at] === passage) {
        scores[passage] = (scores[passage] as number) + occurrences * (perPosting[at] as number);
      }
    }
  };
  const offerTouched = (mask: PassageMask | undefined, best: BestPassages): void => {
    resetBest(best, best.limit);
    let floor = best.floor;
    for (let t = 0; t < count; t++) {
      const passage = touched[t] as number;
      const score = scores[passage] as number;
      if (score >= floor && (mask === undefined || mask[passage] === 1)) {
        offerPassage(best, score, passage);
        floor = best.floor;
      }
    }
  };
  /** Forgets touched passages that cannot reach the floor any more. */
  const dropBelow = (floor: number, rest: number): void => {
    let kept = 0;
    for (let t = 0; t < count; t++) {
      const passage = touched[t] as number;
      if (((scores[passage] as number) + rest) * SLACK >= floor) touched[kept++] = passage;
      else scores[passage] = 0;
    }
    count = kept;
  };

  return (terms, mask, best) => {
    const bounds = upperBounds(terms, peaks);
    let isClosed = false;
    terms.forEach((term, t) => {
      if (!isClosed && count >= best.limit && 2 * documentFrequency(postings, term.number) > count) {
        offerTouched(mask, best);
        settleBest(best);
        const rest = bounds[t] as number;
        isClosed = rest < best.floor;
        if (isClosed) dropBelow(best.floor, rest);
      }
      if (isClosed) addToTouched(term);
      else addAndTouch(term);
    });
    offerTouched(mask, best);
    for (let t = 0; t < count; t++) scores[touched[t] as number] = 0;
    count = 0;
  };
}

/** Per term: the most that it and all after it can add to one passage. */
function upperBounds(terms: readonly QueryTerm[], peaks: Float32Array): Float64Array {
  const bounds = new Float64Array(terms.length);
  let sum = 0;
  for (let t = terms.length - 1; t >= 0; t--) {
    const term = terms[t] as QueryTerm;
    sum += term.occurrences * (peaks[term.number] as number);
    bounds[t] = sum * SLACK;
  }
  return bounds;
}

/** The first place in [start, end) of an ascending array whose value is not below `value`. */
function lowerBound(values: Uint32Array, value: number, start: number, end: number): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
