import { GrkError } from '../../contracts/errors.ts';
import type { Verdict, VerdictOptions } from '../../contracts/verdict.ts';
import { deriveDeltas } from './derive.ts';
import { stageNamed } from './stage-named.ts';
import type { DeltaInput } from './stage-topics.ts';

/**
 * What a report says about one of its stages.
 * @throws GrkError GRK_UNKNOWN_NAME naming the nearest stage, GRK_USAGE for a stage against itself, GRK_REPORT_INVALID
 */
export function stageVerdict(report: DeltaInput, options: VerdictOptions = {}): Verdict {
  const ids = report.stages.map(({ id }) => id);
  const baseline = stageNamed(ids, options.baseline ?? report.declared.baseline);
  const stage = options.stage === undefined ? (ids.at(-1) ?? '') : stageNamed(ids, options.stage);
  if (stage === baseline) {
    throw new GrkError('GRK_USAGE', `${stage} is the baseline: it cannot be compared with itself`, {
      remedy: `Name another stage or baseline: ${ids.join(', ')}.`,
    });
  }
  const isAsked = (delta: { readonly stage: string; readonly baseline: string }) =>
    delta.stage === stage && delta.baseline === baseline;
  const declared = deriveDeltas(report).filter(isAsked);
  const deltas = declared.length > 0 ? declared : deriveDeltas(report, { baseline }).filter(isAsked);
  const quality = deltas.find(({ axis }) => axis === 'quality');
  const headline = quality?.headline;
  const primary = quality?.primary ?? report.declared.primary;
  // A structural stage shows no number: nothing may be read from it.
  const delta = quality?.isStructural === false ? (quality.measures[primary] ?? null) : null;
  return {
    stage,
    baseline,
    direction: headline?.direction ?? null,
    sentence: headline?.verdict ?? headline?.reason ?? quality?.reason ?? 'nothing was measured',
    primary: delta === null ? null : primary,
    delta,
    evidence: quality?.evidence ?? null,
    notes: quality?.notes ?? [],
    axes: Object.fromEntries(deltas.map((each) => [each.axis, each])),
  };
}
