import type { Direction, Headline, StageDelta } from '../../contracts/delta.ts';
import { ratioText } from '../../contracts/rounding.ts';
import type { Guard } from '../../contracts/suite.ts';
import { SILENT_ON_ANSWERABLE, SILENT_ON_NO_ANSWER } from './abstention.ts';
import { type Compared, headlineVerdict, percent } from './verdict.ts';

/** What became of a guarded axis. */
interface GuardOutcome {
  readonly state: 'held' | 'lost' | 'unknown';
  /** The axis and its numbers, in brief. */
  readonly text: string;
  /** Why it is not known. */
  readonly reason?: string;
}

/**
 * The verdict over quality and all guarded axes: a loss on one takes an IMPROVEMENT away, and one that is not known keeps
 * it from being concluded. Without guards it is the verdict on quality.
 * @param deltas of the same two stages on the other axes
 */
export function headlineOf(
  compared: Compared,
  quality: StageDelta,
  deltas: readonly StageDelta[],
  guards: readonly Guard[],
): Headline {
  const { direction, verdict, reason = 'nothing may be concluded about quality' } = quality;
  if (direction === null || verdict === null) return { direction: null, verdict: null, reason };
  const outcomes = guards.flatMap((guard) => outcomeOf(guard, deltas) ?? []);
  if (outcomes.length === 0) return { direction, verdict };
  const textsOf = (state: GuardOutcome['state']) =>
    outcomes.filter((outcome) => outcome.state === state).map(({ text }) => text);
  const lost = textsOf('lost');
  const unknown = outcomes.filter(({ state }) => state === 'unknown');
  if (direction === 'IMPROVEMENT' && lost.length === 0 && unknown.length > 0) {
    const axes = unknown.map(({ text, reason: why }) => `${text} is guarded and ${why}`).join(', ');
    return { direction: null, verdict: null, reason: `not concluded: quality IMPROVEMENT, but ${axes}` };
  }
  const primary = quality.primary ?? '';
  const facts = { direction, primary, delta: quality.measures[primary]?.delta ?? 0 };
  const overall = lost.length === 0 ? direction : withLoss(direction);
  return {
    direction: overall,
    verdict: headlineVerdict(compared, {
      direction: overall,
      quality: facts,
      lost,
      held: textsOf('held'),
      unknown: textsOf('unknown'),
    }),
  };
}

function withLoss(direction: Direction): Direction {
  return direction === 'IMPROVEMENT' || direction === 'MIXED' ? 'MIXED' : 'REGRESSION';
}

/** Undefined for quality: its direction is what guards are set against. */
function outcomeOf({ axis, margin = 0 }: Guard, deltas: readonly StageDelta[]): GuardOutcome | undefined {
  const delta = deltas.find((each) => each.axis === axis);
  switch (axis) {
    case 'quality':
      return undefined;
    case 'cost':
      return { state: 'unknown', text: 'cost', reason: 'not measured: this version measures no cost' };
    case 'abstention':
      return abstentionOutcome(delta, margin);
    case 'latency':
      return latencyOutcome(delta);
  }
}

/** Lost where no-answer topics are silent less often, or answerable ones more often, by more than the margin. */
function abstentionOutcome(delta: StageDelta | undefined, margin: number): GuardOutcome {
  const text = 'abstention';
  if (delta === undefined || delta.direction === null) {
    return { state: 'unknown', text, reason: delta?.reason ?? 'not measured: no topic is declared unanswerable' };
  }
  const { [SILENT_ON_NO_ANSWER]: right, [SILENT_ON_ANSWERABLE]: wrong } = delta.measures;
  const losses = [
    { kind: 'no-answer', share: -(right?.delta ?? 0) },
    { kind: 'answerable', share: wrong?.delta ?? 0 },
  ].filter(({ share }) => share > 0);
  const state = losses.some(({ share }) => share > margin) ? 'lost' : 'held';
  if (losses.length === 0) return { state, text };
  const shares = losses.map(({ kind, share }) => `${percent(share)} of ${kind} topics`).join(', ');
  return { state, text: `${text} (${shares}; ${percent(margin)} allowed)` };
}

/** Held where the whole interval of the ratio lies below what the guard allows: within the guard, or faster than it. */
function latencyOutcome(delta: StageDelta | undefined): GuardOutcome {
  const { latency, direction, isStructural = false, reason = 'not measured' } = delta ?? {};
  const unknown = { state: 'unknown', text: 'latency', reason } as const;
  if (latency === undefined || isStructural || latency.interval === null || latency.margin === null) return unknown;
  const text = `latency (${ratioText(latency.ratio)}; ${ratioText(1 + latency.margin)} allowed)`;
  if (direction === 'REGRESSION') return { state: 'lost', text };
  return latency.interval.upper <= 1 + latency.margin ? { state: 'held', text } : unknown;
}
