import { canonicalJson } from '../../contracts/canonical-json.ts';
import type { Difference, DifferenceEffect } from '../../contracts/compare.ts';

/** Collects differences; equal values are none. */
export interface DifferenceList {
  readonly add: (
    effect: DifferenceEffect,
    what: string,
    values: readonly [baseline: unknown, candidate: unknown],
    meaning: string,
    variant?: string | null,
  ) => void;
  /** Blocking ones first, provenance last; within an effect in the order in which they were added. */
  readonly all: () => Difference[];
}

const ORDER: readonly DifferenceEffect[] = ['blocks', 'moves-ruler', 'explains', 'provenance'];

export function createDifferences(): DifferenceList {
  const found: Difference[] = [];
  return {
    add: (effect, what, [baseline, candidate], meaning, variant = null) => {
      const [a, b] = [wordsOf(baseline), wordsOf(candidate)];
      if (a !== b) found.push({ effect, what, variant, baseline: a, candidate: b, meaning });
    },
    all: () => ORDER.flatMap((effect) => found.filter((each) => each.effect === effect)),
  };
}

/** Digits of a hash that people compare by eye. */
const SHOWN_DIGITS = 12;

export function shortHash(sha256: string | null): string | null {
  return sha256 === null ? null : sha256.slice(0, SHOWN_DIGITS);
}

function wordsOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : canonicalJson(value);
}
