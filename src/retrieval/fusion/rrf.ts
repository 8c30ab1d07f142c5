import { GrkError } from '../../contracts/errors.ts';
import { compareScored, type ScoredList } from '../../contracts/ranking.ts';

export const RRF_ALGORITHM = 'rrf/1';

/** One ranked list that goes into a fusion. */
export interface FusionLeg {
  readonly name: string;
  readonly weight: number;
  readonly list: ScoredList;
}

export interface Contribution {
  readonly leg: string;
  /** From 1. */
  readonly rank: number;
  readonly score: number;
  /** weight / (k + rank). */
  readonly share: number;
}

export interface Fused {
  readonly list: ScoredList;
  /** What each leg gave to a passage of the list, in leg order. */
  readonly contributions: (passage: number) => Contribution[];
}

/**
 * Reciprocal rank fusion: the sum over legs of weight / (k + rank), ranks from 1, added in leg order.
 * Ties are broken by the lower passage number, or by the lower place of a passage where places are given. Legs are read as given; cutting them to a window is the caller's.
 * Cormack, Clarke, Buettcher, SIGIR 2009.
 * @throws GrkError GRK_LEG_BROKEN when a leg holds a passage twice
 */
export function rrf(legs: readonly FusionLeg[], k: number, places?: Int32Array): Fused {
  const totals = new Map<number, number>();
  const ranks = legs.map((leg) => ranksOf(leg));
  legs.forEach((leg, i) => {
    for (const [passage, rank] of ranks[i] ?? []) {
      totals.set(passage, (totals.get(passage) ?? 0) + leg.weight / (k + rank));
    }
  });
  const order = [...totals.entries()]
    .filter(([, total]) => total > 0)
    .sort(([a, scoreA], [b, scoreB]) => compareScored(scoreA, places?.[a] ?? a, scoreB, places?.[b] ?? b));
  return {
    list: {
      passages: Int32Array.from(order, ([passage]) => passage),
      scores: Float64Array.from(order, ([, total]) => total),
    },
    contributions: (passage) =>
      legs.flatMap((leg, i) => {
        const rank = ranks[i]?.get(passage);
        if (rank === undefined) return [];
        return [{ leg: leg.name, rank, score: leg.list.scores[rank - 1] ?? 0, share: leg.weight / (k + rank) }];
      }),
  };
}

function ranksOf(leg: FusionLeg): Map<number, number> {
  const ranks = new Map<number, number>();
  leg.list.passages.forEach((passage, i) => {
    if (ranks.has(passage)) {
      throw new GrkError('GRK_LEG_BROKEN', `leg "${leg.name}" returned passage ${passage} twice`, {
        remedy: 'A leg must return each passage once; this is a fault of the leg, not of the query.',
      });
    }
    ranks.set(passage, i + 1);
  });
  return ranks;
}
