import type { LegOverlap } from '../../contracts/legs.ts';
import type { ReportStage, ReportTopic } from '../../contracts/report.ts';
import { mean } from '../metrics/mean.ts';
import { parseMeasure } from '../metrics/parse-measure.ts';
import { findStage } from './pair.ts';
import { keyOf } from './report-relevance.ts';
import { type DeltaInput, indexTopics, resultOf, type StageTopics } from './stage-topics.ts';

const DEFAULT_K = 10;

/** A fusion and its legs over the topics on which none of them failed. */
export interface Tops {
  readonly k: number;
  readonly topics: readonly ReportTopic[];
  readonly fusion: StageTopics;
  readonly legs: readonly StageTopics[];
  readonly keysOf: (stage: StageTopics, topicId: string, depth?: number) => string[];
}

export function topsOf(report: DeltaInput, stage: ReportStage): Tops {
  const fusion = indexTopics(stage);
  const legs = stage.input.map((id) => indexTopics(findStage(report, id)));
  const cutoff = parseMeasure(report.declared.primary).cutoff ?? DEFAULT_K;
  const k = Math.min(cutoff, report.runConfig.topK);
  return {
    k,
    fusion,
    legs,
    topics: report.topics.filter(({ topicId }) =>
      [fusion, ...legs].every((each) => resultOf(each, topicId).error === undefined),
    ),
    keysOf: (each, topicId, depth = k) =>
      resultOf(each, topicId)
        .ranking.slice(0, depth)
        .map((hit) => keyOf(report, hit)),
  };
}

/**
 * The fusion's top k is the leg's own on every topic. Where a leg has fewer hits than the fusion, they must stand first
 * and in its order; a leg that never fills the top k is not the whole.
 */
export function isWholeFusion({ topics, fusion, k, keysOf }: Tops, leg: StageTopics): boolean {
  let isFilledOnce = false;
  for (const { topicId } of topics) {
    const [own, fused] = [keysOf(leg, topicId, k), keysOf(fusion, topicId, k)];
    if (!isSame(own, fused.slice(0, own.length))) return false;
    if (own.length > 0 && own.length === fused.length) isFilledOnce = true;
  }
  return isFilledOnce;
}

export function overlapsOf({ topics, legs, keysOf }: Tops): LegOverlap[] {
  return legs.flatMap((a, i) =>
    legs.slice(i + 1).map((b): LegOverlap => {
      const shares: number[] = [];
      let both = 0;
      let common = 0;
      for (const { topicId } of topics) {
        const share = jaccard(keysOf(a, topicId), keysOf(b, topicId));
        if (share !== undefined) shares.push(share);
        const [allA, allB] = [a, b].map((each) => keysOf(each, topicId, Number.POSITIVE_INFINITY));
        if (allA?.length && allB?.length) both++;
        const inA = new Set(allA);
        common += (allB ?? []).filter((key) => inA.has(key)).length;
      }
      return {
        legs: [a.stage.id, b.stage.id],
        jaccard: shares.length === 0 ? null : mean(shares),
        isDisjoint: both > 0 && common === 0,
      };
    }),
  );
}

/** Topics on which the leg returned fewer of the top k than the fusion. */
export function shortTopics({ topics, fusion, keysOf }: Tops, leg: StageTopics): number {
  return topics.filter(({ topicId }) => keysOf(leg, topicId).length < keysOf(fusion, topicId).length).length;
}

/** Shared ÷ all; undefined where both are empty. */
function jaccard(a: readonly string[], b: readonly string[]): number | undefined {
  const union = new Set([...a, ...b]).size;
  return union === 0 ? undefined : (a.length + b.length - union) / union;
}

export function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((key, i) => key === b[i]);
}
