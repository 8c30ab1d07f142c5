import type { MeasureDelta, StageDelta } from '../../contracts/delta.ts';
import { GrkError } from '../../contracts/errors.ts';
import type { ReportTopic } from '../../contracts/report.ts';
import { isSpanMeasure } from '../metrics/span.ts';
import { compareAbstention } from './abstention.ts';
import { compareMeasure } from './compare.ts';
import { stageDirection } from './direction.ts';
import { comparedNames, hasTwoRulers, identityOf, type StagePair, structuralReason } from './pair.ts';
import { failedCount, type StageTopics, valuesOf } from './stage-topics.ts';
import { qualityVerdict } from './verdict.ts';

/**
 * The pair over its answerable topics. An improvement that was paid for with abstention is MIXED.
 * @throws GrkError GRK_REPORT_INVALID
 */
export function qualityDelta(pair: StagePair): StageDelta {
  const topics = pair.topics.filter((topic) => topic.answerable === true);
  const identity = { ...identityOf(pair, 'quality'), topics: topics.length };
  const isEmpty = topics.length === 0;
  const isIncomparable = hasTwoRulers(pair) && !pair.measures.every(isSpanMeasure);
  const measures = isEmpty || isIncomparable ? {} : compareMeasures(pair, topics);
  const reason =
    structuralReason(pair) ??
    (isIncomparable ? 'not comparable: two chunkers, so other passages are relevant' : undefined) ??
    (isEmpty ? 'not measured: no answerable topics' : undefined);
  if (reason !== undefined) return { ...identity, measures, direction: null, verdict: null, reason };

  const { primary, secondary } = pair.declared;
  const quality = stageDirection([primary, ...secondary], measures);
  const abstention = compareAbstention(pair.topics, pair.baseline, pair.candidate);
  const lost = abstention !== undefined && abstention.worseOn.length > 0 ? abstention : undefined;
  const abstentionLost = quality.direction === 'IMPROVEMENT' ? lost : undefined;
  const direction = abstentionLost === undefined ? quality.direction : 'MIXED';
  const failed = { candidate: failedCount(topics, pair.candidate), baseline: failedCount(topics, pair.baseline) };
  const facts = { direction, primary, measures, quality, abstentionLost, failed };
  return { ...identity, measures, direction, verdict: qualityVerdict(comparedNames(pair), facts) };
}

function compareMeasures(pair: StagePair, topics: readonly ReportTopic[]): Record<string, MeasureDelta> {
  const { declared, measures: names } = pair;
  const unmeasured = [declared.primary, ...declared.secondary].find((name) => !names.includes(name));
  if (unmeasured !== undefined) {
    throw new GrkError('GRK_REPORT_INVALID', `the report declares ${unmeasured}, but did not measure it`);
  }
  const values = (stage: StageTopics, name: string) => valuesOf(topics, stage, name);
  return Object.fromEntries(
    names.map((name) => [name, compareMeasure(values(pair.baseline, name), values(pair.candidate, name))]),
  );
}
