import type { Direction, LatencyRatio, MeasureDelta, WinTieLoss } from '../../contracts/delta.ts';
import { changeText, plural, ratioText } from '../../contracts/rounding.ts';
import { type AbstentionComparison, SILENT_ON_ANSWERABLE, SILENT_ON_NO_ANSWER } from './abstention.ts';
import type { StageDirection } from './direction.ts';

/** What a sentence is about: the stages as users call them, and the slice where it is not the whole run. */
export interface Compared {
  readonly candidate: string;
  readonly baseline: string;
  /** Such as `category identifier`; undefined for all topics. */
  readonly scope: string | undefined;
}

export interface QualityFacts {
  readonly direction: Direction;
  readonly primary: string;
  /** The declared measure that `primary` is read in place of, for two chunkers. */
  readonly standsInFor?: string | undefined;
  readonly measures: Readonly<Record<string, MeasureDelta>>;
  readonly quality: StageDirection;
  /** Given where abstention was lost and keeps the stage from being an improvement. */
  readonly abstentionLost: AbstentionComparison | undefined;
  readonly failed: { readonly candidate: number; readonly baseline: number };
}

const PRIMARY_WORDS = { up: 'IMPROVEMENT', down: 'REGRESSION', none: 'NO CHANGE' } as const;

/** The sentence of a stage on the quality axis. */
export function qualityVerdict(compared: Compared, facts: QualityFacts): string {
  const { direction, primary, measures, quality } = facts;
  const main = measures[primary];
  const word = main === undefined ? 'NO CHANGE' : PRIMARY_WORDS[main.direction];
  const list = (names: readonly string[]) => names.map((name) => `${name} ${changeText(measures[name]?.delta ?? 0)}`);
  const rose = list(quality.rose);
  const fell = list(quality.fell);
  if (facts.abstentionLost !== undefined) fell.push(`abstention (${silences(compared, facts.abstentionLost)})`);
  const parts = [
    `${primary} ${changeText(main?.delta ?? 0)}${word === direction ? '' : `, ${word}`} (${topicCounts(compared, facts)})`,
    ...(word !== direction && rose.length > 0 ? [`rose: ${rose.join(', ')}`] : []),
    ...(word !== direction && fell.length > 0 ? [`fell: ${fell.join(', ')}`] : []),
    ...(facts.standsInFor === undefined ? [] : [rulerText(facts.standsInFor, primary)]),
  ];
  return `${opening(compared, direction)} — ${parts.join('; ')}`;
}

/** The sentence of a stage on the abstention axis. */
export function abstentionVerdict(compared: Compared, facts: AbstentionComparison): string {
  const which =
    facts.direction === 'MIXED'
      ? `; better on ${facts.betterOn.join(', ')} topics, worse on ${facts.worseOn.join(', ')} topics`
      : '';
  return `${opening(compared, `abstention ${facts.direction}`)} — ${silences(compared, facts)}${which}`;
}

/** The sentence of a stage on the latency axis, where the interval left the guard. */
export function latencyVerdict(
  compared: Compared,
  direction: Direction,
  latency: LatencyRatio,
  topics: number,
): string {
  const basis = `${plural(latency.repeats, 'repeat')} of ${plural(topics, 'topic')}`;
  return `${opening(compared, `latency ${direction}`)} — ${latencyText(latency)}; ${basis}`;
}

/** What a headline is about: the quality axis in brief, and the guarded axes by what became of them. */
export interface HeadlineFacts {
  readonly direction: Direction;
  readonly quality: { readonly direction: Direction; readonly primary: string; readonly delta: number };
  readonly lost: readonly string[];
  readonly held: readonly string[];
  readonly unknown: readonly string[];
}

/** The sentence over all guarded axes. */
export function headlineVerdict(
  compared: Compared,
  { direction, quality, lost, held, unknown }: HeadlineFacts,
): string {
  const parts = [
    `quality ${quality.direction} (${quality.primary} ${changeText(quality.delta)})`,
    ...(lost.length === 0 ? [] : [`lost: ${lost.join(', ')}`]),
    ...(held.length === 0 ? [] : [`held: ${held.join(', ')}`]),
    ...(unknown.length === 0 ? [] : [`not known: ${unknown.join(', ')}`]),
  ];
  return `${opening(compared, direction)} — ${parts.join('; ')}`;
}

/** `×3.10 per topic (95 % interval ×2.90 to ×3.31; guard ×0.833 to ×1.20)` */
export function latencyText({ ratio, interval, margin }: LatencyRatio): string {
  const facts = [
    ...(interval === null
      ? []
      : [`${percent(interval.level)} interval ${ratioText(interval.lower)} to ${ratioText(interval.upper)}`]),
    ...(margin === null ? [] : [`guard ${ratioText(1 / (1 + margin))} to ${ratioText(1 + margin)}`]),
  ];
  return `${ratioText(ratio)} per topic${facts.length === 0 ? '' : ` (${facts.join('; ')})`}`;
}

function rulerText(declared: string, used: string): string {
  return declared === used
    ? 'two chunkers: compared by span measures alone'
    : `two chunkers: ${used} stands in for ${declared}`;
}

export function percent(share: number): string {
  return `${Number((share * 100).toPrecision(6))} %`;
}

function opening({ candidate, baseline, scope }: Compared, word: string): string {
  return `${candidate}: ${word} against ${baseline}${scope === undefined ? '' : ` on ${scope}`}`;
}

function topicCounts({ candidate, baseline }: Compared, { primary, measures, failed }: QualityFacts): string {
  const { wins, ties, losses }: WinTieLoss = measures[primary]?.topics ?? { wins: 0, ties: 0, losses: 0 };
  const outcome = [plural(wins, 'win'), plural(ties, 'tie'), plural(losses, 'loss', 'losses')].join(', ');
  const failures = [
    ...(failed.candidate > 0 ? [`${failed.candidate} failed in ${candidate}`] : []),
    ...(failed.baseline > 0 ? [`${failed.baseline} failed in ${baseline}`] : []),
  ];
  return [`${outcome} over ${plural(wins + ties + losses, 'topic')}`, ...failures].join('; ');
}

function silences({ baseline }: Compared, { measures }: AbstentionComparison): string {
  const say = (name: string, what: string): string[] => {
    const measure = measures[name];
    if (measure === undefined) return [];
    const { wins, ties, losses } = measure.topics;
    const topics = wins + ties + losses;
    const count = (share: number) => Math.round(share * topics);
    return [`${what} ${count(measure.candidate)} of ${topics} (${baseline}: ${count(measure.baseline)})`];
  };
  return [
    ...say(SILENT_ON_NO_ANSWER, 'silent on no-answer topics:'),
    ...say(SILENT_ON_ANSWERABLE, 'wrongly silent on answerable topics:'),
  ].join(', ');
}
