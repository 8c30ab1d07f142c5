import type { StageDelta } from '../../contracts/delta.ts';
import type { MeasureInterval } from '../../contracts/derived.ts';
import { bootstrapMeansOf } from '../stats/bootstrap.ts';
import { pairedSample } from '../stats/paired-sample.ts';
import { DEFAULT_SEED, MIN_DRAWS } from '../stats/random.ts';
import { findStage } from './pair.ts';
import { type DeltaInput, indexTopics, valuesOf } from './stage-topics.ts';

/**
 * An interval for every declared measure of every quality comparison that has a direction, at 1 − α. That of a primary
 * measure with evidence is the one of the evidence.
 * @throws GrkError GRK_REPORT_INVALID
 */
export function deriveIntervals(report: DeltaInput, deltas: readonly StageDelta[]): MeasureInterval[] {
  const { primary, secondary, alpha } = report.declared;
  const topics = report.topics.filter((topic) => topic.answerable === true);
  const stages = new Map(report.stages.map(({ id }) => [id, indexTopics(findStage(report, id))]));
  const wanted = deltas
    .filter(({ axis, direction }) => axis === 'quality' && direction !== null)
    .flatMap(({ stage, baseline, measures, primary: own = primary, evidence }) => {
      const names = own === primary ? [...new Set([primary, ...secondary])] : Object.keys(measures);
      return names
        .filter((measure) => measures[measure] !== undefined)
        .map((measure) => ({ stage, baseline, measure, evidence: measure === own ? evidence : undefined }));
    });
  const drawn = wanted.filter(({ evidence }) => evidence === undefined);
  const samples = drawn.map(({ stage, baseline, measure }) => {
    const [before, after] = [baseline, stage].map((id) => {
      const side = stages.get(id);
      return side === undefined ? [] : valuesOf(topics, side, measure);
    });
    return pairedSample((after ?? []).map((value, i) => value - (before?.[i] ?? 0)));
  });
  const found = bootstrapMeansOf(samples, { seed: DEFAULT_SEED, draws: MIN_DRAWS });
  return wanted.map((each) => {
    const { stage, baseline, measure, evidence } = each;
    const interval = evidence === undefined ? found[drawn.indexOf(each)]?.interval(1 - alpha) : evidence.interval;
    return { stage, baseline, measure, interval: interval ?? null };
  });
}
