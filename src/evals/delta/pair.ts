import { canonicalJson } from '../../contracts/canonical-json.ts';
import type { Axis, StageDelta } from '../../contracts/delta.ts';
import { GrkError } from '../../contracts/errors.ts';
import { didYouMean } from '../../contracts/nearest.ts';
import type { Declaration, ReportStage, ReportTopic } from '../../contracts/report.ts';
import { type DeltaInput, indexTopics, type StageTopics } from './stage-topics.ts';
import type { Compared } from './verdict.ts';

/** One stage, and what decides whether another can be compared with it. */
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

/** A stage with the report that it is of. */
export interface ReportedSide extends Side {
  readonly report: DeltaInput;
}

/** A pair of which more is known than its values. */
export interface ReportedPair extends StagePair {
  readonly baseline: ReportedSide;
  readonly candidate: ReportedSide;
}

export function isReported(pair: StagePair): pair is ReportedPair {
  return 'report' in pair.baseline && 'report' in pair.candidate;
}

type Identity = Pick<StageDelta, 'stage' | 'baseline' | 'axis' | 'isStructural'>;

/**
 * A stage of a report as one side of a comparison.
 * @param label how sentences call it; default: its name, or its id where the report has several variants
 * @throws GrkError GRK_REPORT_INVALID when it holds a topic twice
 */
export function sideOf(report: DeltaInput, stage: ReportStage, label?: string): ReportedSide {
  return {
    ...indexTopics(stage),
    report,
    ruler: rulerOf(report, stage),
    label: label ?? (report.variants.length > 1 ? stage.id : stage.name),
  };
}

/** Every stage but the baseline against it, in report order, and each rerank stage right after that against its input. */
export function pairsOver(
  report: DeltaInput,
  topics: readonly ReportTopic[],
  baselineId: string,
  scope: string | undefined,
): ReportedPair[] {
  const measures = report.runConfig.measures.map(({ name }) => name);
  const baseline = findStage(report, baselineId);
  return report.stages
    .filter((stage) => stage.id !== baseline.id)
    .flatMap((stage) => {
      const input = stage.kind === 'rerank' ? stage.input.filter((id) => id !== baseline.id) : [];
      return [baseline, ...input.map((id) => findStage(report, id))].map((reference) => ({
        topics,
        scope,
        declared: report.declared,
        measures,
        baseline: sideOf(report, reference),
        candidate: sideOf(report, stage),
      }));
    });
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

/** Why a structural pair gets no verdict; undefined where vectors and rerankers mean something. */
export function structuralReason({ baseline, candidate }: StagePair): string | undefined {
  const touched = [candidate, baseline].map(({ stage }) => stage).filter(({ isStructural }) => isStructural);
  const names = [...new Set(touched.map(({ id }) => id))].join(' and ');
  if (touched.length === 0) return undefined;
  const what = touched.some(({ kind }) => kind === 'rerank') ? 'vectors or reranker' : 'vectors';
  return `structural: the ${what} of ${names} mean nothing`;
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
