/**
 * The two loops in which a search spends its time. Four steps per round save the engine's per-round checks: half the
 * time on V8, which moves no check out of a loop.
 */
import type { PassageMask } from '../../contracts/ports.ts';
import { type BestPassages, offerPassage } from './best-passages.ts';

/** Adds `occurrences` times each impact from `start` up to `end` to the score of its passage. */
export function addImpacts(
  scores: Float64Array,
  passages: Uint32Array,
  impacts: Float32Array,
  start: number,
  end: number,
  occurrences: number,
): void {
  let i = start;
  for (; i + 3 < end; i += 4) {
    const a = passages[i] as number;
    const b = passages[i + 1] as number;
    const c = passages[i + 2] as number;
    const d = passages[i + 3] as number;
    scores[a] = (scores[a] as number) + occurrences * (impacts[i] as number);
    scores[b] = (scores[b] as number) + occurrences * (impacts[i + 1] as number);
    scores[c] = (scores[c] as number) + occurrences * (impacts[i + 2] as number);
    scores[d] = (scores[d] as number) + occurrences * (impacts[i + 3] as number);
  }
  for (; i < end; i++) {
    const a = passages[i] as number;
    scores[a] = (scores[a] as number) + occurrences * (impacts[i] as number);
  }
}

/** Offers every passage with a score above 0 that the mask lets through. */
export function offerAll(scores: Float64Array, mask: PassageMask | undefined, best: BestPassages): void {
  const count = scores.length;
  let floor = best.floor;
  let passage = 0;
  while (passage < count) {
    if (
      passage + 4 <= count &&
      !((scores[passage] as number) >= floor) &&
      !((scores[passage + 1] as number) >= floor) &&
      !((scores[passage + 2] as number) >= floor) &&
      !((scores[passage + 3] as number) >= floor)
    ) {
      passage += 4;
      continue;
    }
    const score = scores[passage] as number;
    if (score >= floor && (mask === undefined || mask[passage] === 1)) {
      offerPassage(best, score, passage);
      floor = best.floor;
    }
    passage++;
  }
}
