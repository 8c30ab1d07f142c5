import { canonicalJson } from '../../contracts/canonical-json.ts';
import type { Axis, StageDelta } from '../../contracts/delta.ts';
import { GrkError } from '../../contracts/errors.ts';
import { didYouMean } from '../../contracts/nearest.ts';
import type { Declaration, ReportStage, ReportTopic } from '../../contracts/report.ts';
import { type DeltaInput, indexTopics, type StageTopics } from './stage-topics.ts';
import type { Compared } from './verdict.ts';

/** One stage of one report, and what decides whether another can be compared with it. */
export interface Side extends StageTopics {
  /** What its measures are made with: two of different rulers have no common passage measures. */
  readonly ruler: string;
  /** The stage as a sentence calls it. */
  readonly label: string;
}

/** Two stages, of one report or of two, over the same topics. */
export interface StagePair {
  readonly topics: readonly ReportTopic[];
  /** What the topics have in common, such as `category identifier`; undefined for all topics of the run. */
  readonly scope: string | undefined;
  readonly declared: Pick<Declaration, 'primary' | 'secondary'>;
  /** Names of the measures that both sides hold. */
  readonly measures: readonly string[];
  readonly baseline: Side;
  readonly candidate: Side;
}

type Identity = Pick<StageDelta, 'stage' | 'baseline' | 'axis' | 'isStructural'>;

/**
 * A stage of a report as one side of a comparison.
 * @param label how sentences call it; default: its name, or its id where the report has several variants
 * @throws GrkError GRK_REPORT_INVALID when it holds a topic twice
 */
export function sideOf(report: DeltaInput, stage: ReportStage, label?: string): Side {
  return {
    ...indexTopics(stage),
    ruler: rulerOf(report, stage),
    label: label ?? (report.variants.length > 1 ? stage.id : stage.name),
  };
}

/** @throws GrkError GRK_UNKNOWN_NAME with the nearest id */
export function findStage(report: Pick<DeltaInput, 'stages'>, id: string): ReportStage {
  const stage = report.stages.find((each) => each.id === id);
  if (stage !== undefined) return stage;
  const ids = report.stages.map((each) => each.id);
  throw new GrkError('GRK_UNKNOWN_NAME', `the report has no stage "${id}".${didYouMean(id, ids)}`, {
    remedy: `Stages: ${ids.join(', ')}.`,
  });
}

export function identityOf({ baseline, candidate }: StagePair, axis: Axis): Identity {
  return {
    stage: candidate.stage.id,
    baseline: baseline.stage.id,
    axis,
    isStructural: candidate.stage.isStructural || baseline.stage.isStructural,
  };
}

export function comparedNames({ scope, baseline, candidate }: StagePair): Compared {
  return { candidate: candidate.label, baseline: baseline.label, scope };
}

/** Why a structural pair gets no verdict; undefined where vectors mean something. */
export function structuralReason({ baseline, candidate }: StagePair): string | undefined {
  const touched = [candidate, baseline].filter(({ stage }) => stage.isStructural).map(({ stage }) => stage.id);
  const names = [...new Set(touched)].join(' and ');
  return touched.length === 0 ? undefined : `structural: the vectors of ${names} mean nothing`;
}

/** Two chunkers, or two rules of relevance: other passages are relevant, and so passage measures have other rulers. */
export function hasTwoRulers({ baseline, candidate }: StagePair): boolean {
  return baseline.ruler !== candidate.ruler;
}

function rulerOf({ runConfig }: DeltaInput, stage: ReportStage): string {
  if (runConfig.golden.unit === 'document') return 'document';
  const variant = runConfig.variants.find(({ name }) => name === stage.variant);
  return canonicalJson([variant?.chunker ?? null, runConfig.rules.relevance]);
}
