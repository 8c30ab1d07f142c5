import type { Evidence } from '../../contracts/delta.ts';
import type { Gate, GateComparison, GateResult, GateStatus, LosingTopic } from '../../contracts/gate.ts';
import { compareBytes } from '../../contracts/ids.ts';
import { familyEvidence } from '../stats/evidence.ts';
import { nonInferiority } from '../stats/non-inferiority.ts';
import { compareMeasure } from './compare.ts';
import { gateFamilySize } from './gate-plan.ts';
import { gateSentence } from './gate-sentence.ts';
import { type GateReports, type GateSeries, type GateView, gateView } from './gate-series.ts';

const LOSERS = 5;

/**
 * Holds a run against a baseline, gate by gate in the order given. `significant` gates share one family, as large as
 * declared, whatever of it could be measured. `non-inferior` gates need no correction: all have to pass.
 * @throws GrkError GRK_NOT_COMPARABLE where judgments or topics differ, GRK_REPORT_INVALID
 */
export function evaluateGates(gates: readonly Gate[], reports: GateReports): GateResult[] {
  const views = gates.map((gate) => ({ gate, view: gateView(gate, reports) }));
  const evidence = declaredEvidence(views, reports);
  return views.map(({ gate, view }) => resultOf(gate, view, evidence));
}

interface Viewed {
  readonly gate: Gate;
  readonly view: GateView;
}

/** Evidence by the comparison that it is about: the same one is tested once. */
function declaredEvidence(views: readonly Viewed[], { candidate }: GateReports): ReadonlyMap<string, Evidence> {
  const tested = new Map(
    views
      .filter(({ gate }) => gate.kind === 'significant')
      .flatMap(({ gate, view }) => view.series.map((series) => [keyOf(gate, series), gainsOf(series)] as const)),
  );
  if (tested.size === 0) return new Map();
  const { alpha, minimumEffect } = candidate.declared;
  const familySize = gateFamilySize(views.map(({ gate }) => gate));
  const found = familyEvidence([...tested.values()], { alpha, minimumEffect, familySize });
  return new Map([...tested.keys()].flatMap((key, i) => (found[i] === undefined ? [] : [[key, found[i]] as const])));
}

function keyOf({ stage, slice }: Gate, { measure }: GateSeries): string {
  return JSON.stringify([stage, measure, slice?.by, slice?.name]);
}

/** Per topic; above zero is better. */
function gainsOf({ baseline, candidate, isLowerBetter }: GateSeries): number[] {
  return candidate.map((value, i) => (isLowerBetter ? (baseline[i] ?? 0) - value : value - (baseline[i] ?? 0)));
}

function resultOf(gate: Gate, view: GateView, evidence: ReadonlyMap<string, Evidence>): GateResult {
  const { isStageNamed: _, ...identity } = gate;
  const comparisons = view.series.map((series) => comparisonOf(gate, series, evidence.get(keyOf(gate, series))));
  const isIdentical = comparisons.every(isSame);
  const reason =
    view.reason ??
    (gate.kind === 'any-loss' && !isIdentical && !view.isReproducible
      ? 'the stage does not give the same bits each time (its search promises nothing, or its vectors differ), so a loss may be noise; write non-inferior:MARGIN'
      : undefined);
  const status = reason === undefined ? statusOf(gate, comparisons) : 'unmeasured';
  return {
    ...identity,
    status,
    sentence: gateSentence(gate, status, comparisons, reason),
    comparisons: reason === undefined ? comparisons : [],
    losers: reason === undefined ? losersOf(view.series) : [],
  };
}

function comparisonOf(gate: Gate, series: GateSeries, evidence: Evidence | undefined): GateComparison {
  const { measure, isLowerBetter, baseline, candidate } = series;
  const delta = compareMeasure(baseline, candidate);
  const { wins, ties, losses } = delta.topics;
  const common = {
    measure,
    isLowerBetter,
    delta: isLowerBetter ? { ...delta, topics: { wins: losses, ties, losses: wins } } : delta,
  };
  if (gate.kind === 'significant' && evidence !== undefined) return { ...common, evidence };
  return gate.kind === 'non-inferior' ? { ...common, bound: nonInferiority(gainsOf(series), gate.margin) } : common;
}

function isSame({ delta }: GateComparison): boolean {
  return delta.topics.wins + delta.topics.losses === 0;
}

/** Mean loss; below zero for a gain. */
function lossOf({ delta, isLowerBetter }: GateComparison): number {
  return isLowerBetter ? delta.delta : 0 - delta.delta;
}

/** The worst of a gate's comparisons decides. */
function statusOf(gate: Gate, comparisons: readonly GateComparison[]): GateStatus {
  const each = comparisons.map((comparison) => comparisonStatus(gate, comparison));
  return (['failed', 'undecidable'] as const).find((status) => each.includes(status)) ?? 'passed';
}

function comparisonStatus({ kind, margin }: Gate, comparison: GateComparison): GateStatus {
  if (isSame(comparison)) return 'passed';
  const loss = lossOf(comparison);
  if (kind === 'any-loss') return loss > margin ? 'failed' : 'passed';
  if (kind === 'significant') {
    const status = comparison.evidence?.status;
    if (status === 'undecidable') return 'undecidable';
    return status === 'supported' && loss > 0 ? 'failed' : 'passed';
  }
  if (comparison.bound?.isDecidable !== true) return 'undecidable';
  return comparison.bound.isShown ? 'passed' : 'failed';
}

function losersOf(series: readonly GateSeries[]): LosingTopic[] {
  return series
    .flatMap((each) =>
      gainsOf(each).map((gain, i) => ({
        gain,
        topicId: each.topics[i]?.topicId ?? '',
        query: each.topics[i]?.query ?? '',
        measure: each.measure,
        baseline: each.baseline[i] ?? 0,
        candidate: each.candidate[i] ?? 0,
      })),
    )
    .filter(({ gain }) => gain < 0)
    .sort((a, b) => a.gain - b.gain || compareBytes(a.topicId, b.topicId))
    .slice(0, LOSERS)
    .map(({ gain: _, ...change }) => change);
}
