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

/** The measures that a pair is compared on. */
interface Ruled {
  readonly primary: string;
  /** Those that give the direction, the primary first. */
  readonly declared: readonly string[];
  /** All that both sides hold and that can be compared. */
  readonly names: readonly string[];
}

/**
 * The pair over its answerable topics; two chunkers are compared by span measures, where both sides hold some. An
 * improvement that was paid for with abstention is MIXED.
 * @throws GrkError GRK_REPORT_INVALID
 */
export function qualityDelta(pair: StagePair): StageDelta {
  const topics = pair.topics.filter((topic) => topic.answerable === true);
  const ruled = hasTwoRulers(pair) ? spanMeasures(pair) : declaredMeasures(pair);
  const identity = { ...identityOf(pair, 'quality'), topics: topics.length };
  const measures = topics.length === 0 || ruled === undefined ? {} : compareMeasures(pair, topics, ruled.names);
  const reason =
    structuralReason(pair) ??
    (topics.length === 0 && ruled !== undefined ? 'not measured: no answerable topics' : undefined);
  if (reason !== undefined || ruled === undefined) {
    const why = reason ?? 'not comparable: two chunkers, so other passages are relevant';
    return { ...identity, measures, direction: null, verdict: null, reason: why };
  }
  const { primary } = ruled;
  const quality = stageDirection(ruled.declared, measures);
  const abstention = compareAbstention(pair.topics, pair.baseline, pair.candidate);
  const lost = abstention !== undefined && abstention.worseOn.length > 0 ? abstention : undefined;
  const abstentionLost = quality.direction === 'IMPROVEMENT' ? lost : undefined;
  const direction = abstentionLost === undefined ? quality.direction : 'MIXED';
  const failed = { candidate: failedCount(topics, pair.candidate), baseline: failedCount(topics, pair.baseline) };
  const standsInFor = hasTwoRulers(pair) ? pair.declared.primary : undefined;
  const facts = { direction, primary, standsInFor, measures, quality, abstentionLost, failed };
  return { ...identity, primary, measures, direction, verdict: qualityVerdict(comparedNames(pair), facts) };
}

/** @throws GrkError GRK_REPORT_INVALID */
function declaredMeasures({ declared: { primary, secondary }, measures }: StagePair): Ruled {
  const declared = [primary, ...secondary];
  const unmeasured = declared.find((name) => !measures.includes(name));
  if (unmeasured === undefined) return { primary, declared, names: measures };
  throw new GrkError('GRK_REPORT_INVALID', `the report declares ${unmeasured}, but did not measure it`, {
    remedy: 'Make the report again with grk eval: this one was changed or cut.',
  });
}

/** Declared ones first, then in the order of the run; undefined where the sides have none in common. */
function spanMeasures({ declared: { primary, secondary }, measures }: StagePair): Ruled | undefined {
  const held = measures.filter(isSpanMeasure);
  const names = [...new Set([...[primary, ...secondary].filter((name) => held.includes(name)), ...held])];
  const [first] = names;
  return first === undefined ? undefined : { primary: first, declared: names, names };
}

function compareMeasures(
  { baseline, candidate }: StagePair,
  topics: readonly ReportTopic[],
  names: readonly string[],
): Record<string, MeasureDelta> {
  const values = (stage: StageTopics, name: string) => valuesOf(topics, stage, name);
  return Object.fromEntries(
    names.map((name) => [name, compareMeasure(values(baseline, name), values(candidate, name))]),
  );
}
