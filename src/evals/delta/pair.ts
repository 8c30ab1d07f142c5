import { canonicalJson } from '../../contracts/canonical-json.ts';
import type { Axis, StageDelta } from '../../contracts/delta.ts';
import type { ReportTopic } from '../../contracts/report.ts';
import type { DeltaInput, StageTopics } from './stage-topics.ts';
import type { Compared } from './verdict.ts';

/** Two stages of one report over the same topics. */
export interface StagePair {
  readonly report: DeltaInput;
  readonly topics: readonly ReportTopic[];
  /** What the topics have in common, such as `category identifier`; undefined for all topics of the run. */
  readonly scope: string | undefined;
  readonly baseline: StageTopics;
  readonly candidate: StageTopics;
}

type Identity = Pick<StageDelta, 'stage' | 'baseline' | 'axis' | 'isStructural'>;

export function identityOf({ baseline, candidate }: StagePair, axis: Axis): Identity {
  return {
    stage: candidate.stage.id,
    baseline: baseline.stage.id,
    axis,
    isStructural: candidate.stage.isStructural || baseline.stage.isStructural,
  };
}

/** The stages as a sentence calls them: by name, and by id where there are several variants. */
export function comparedNames({ report, scope, baseline, candidate }: StagePair): Compared {
  const call = ({ stage }: StageTopics) => (report.variants.length > 1 ? stage.id : stage.name);
  return { candidate: call(candidate), baseline: call(baseline), scope };
}

/** Why a structural pair gets no verdict; undefined where vectors mean something. */
export function structuralReason({ baseline, candidate }: StagePair): string | undefined {
  const touched = [candidate.stage, baseline.stage].filter((stage) => stage.isStructural).map((stage) => stage.id);
  return touched.length === 0 ? undefined : `structural: the vectors of ${touched.join(' and ')} mean nothing`;
}

/** Two chunkers cut different passages: what is relevant differs, and with it the ruler of passage measures. */
export function hasTwoRulers({ report, baseline, candidate }: StagePair): boolean {
  if (report.runConfig.golden.unit === 'document') return false;
  const chunkerOf = ({ stage }: StageTopics) =>
    canonicalJson(report.runConfig.variants.find(({ name }) => name === stage.variant)?.chunker ?? null);
  return chunkerOf(baseline) !== chunkerOf(candidate);
}
