import type { VerdictNote, WinTieLoss } from './delta.ts';

/** What one leg adds to a fusion. */
export interface LegContribution {
  /** Stage id. */
  readonly leg: string;
  /** Topics whose top k is another, or in another order, without the leg. */
  readonly changedTopics: number;
  /** Topics that `changedTopics` is of. */
  readonly topics: number;
  /** Fusion − fusion without the leg, mean of the primary measure; null where nothing was answerable. */
  readonly effect: number | null;
  readonly effectTopics: WinTieLoss;
  /** Relevant entries that this leg found and no other did, within what was kept of the window. */
  readonly foundOnlyHere: number;
  /** The fusion's top k is the leg's own on every topic, followed by others only where the leg has too few hits. */
  readonly isWholeFusion: boolean;
}

export interface LegOverlap {
  /** Stage ids. */
  readonly legs: readonly [string, string];
  /** Mean Jaccard index of the two top k, over topics where either returned anything; null for none. */
  readonly jaccard: number | null;
  /** Both returned something for a topic, and never the same. */
  readonly isDisjoint: boolean;
}

/** What the legs of a fusion contribute, derived from the control runs in the report. */
export interface FusionLegs {
  /** Stage id. */
  readonly stage: string;
  readonly isStructural: boolean;
  /** Ranks compared: the cutoff of the primary measure, else 10. */
  readonly k: number;
  readonly primary: string;
  /** Topics left out, because the fusion or a leg failed there. */
  readonly topicsLeftOut: number;
  /** Relevant entries of the topics. */
  readonly relevant: number;
  readonly legs: readonly LegContribution[];
  readonly overlaps: readonly LegOverlap[];
  /** Single leg in disguise, legs that share nothing. */
  readonly notes: readonly VerdictNote[];
}
