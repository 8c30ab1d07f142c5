import type { StageDelta } from '../../contracts/delta.ts';
import { compareAbstention } from './abstention.ts';
import { comparedNames, identityOf, type StagePair, structuralReason } from './pair.ts';
import { abstentionVerdict } from './verdict.ts';

/** The pair on the abstention axis; undefined where the topics give that axis nothing to measure. */
export function abstentionDelta(pair: StagePair): StageDelta | undefined {
  const identity = identityOf(pair, 'abstention');
  const comparison = compareAbstention(pair.topics, pair.baseline, pair.candidate);
  if (comparison === undefined) {
    if (!pair.topics.some((topic) => topic.answerable === false)) return undefined;
    const { stage } = pair.candidate.stage.abstention === null ? pair.candidate : pair.baseline;
    const reason = `not measured: ${stage.id} has no rule by which it could return nothing`;
    return { ...identity, topics: 0, measures: {}, direction: null, verdict: null, reason };
  }
  const { topics, measures, direction } = comparison;
  if (topics === 0) return undefined;
  const reason = structuralReason(pair);
  if (reason !== undefined) return { ...identity, topics, measures, direction: null, verdict: null, reason };
  const verdict = abstentionVerdict(comparedNames(pair), comparison);
  return { ...identity, topics, measures, direction, verdict };
}
