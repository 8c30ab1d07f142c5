import { describe, expect, it } from 'vitest';
import type { Direction, LatencyRatio, MeasureDelta, StageDelta } from '../../contracts/delta.ts';
import type { Guard } from '../../contracts/suite.ts';
import { headlineOf } from './headline.ts';

const COMPARED = { candidate: 'rerank', baseline: 'bm25', scope: undefined };
const IDENTITY = { stage: 'v/rerank', baseline: 'v/bm25', isStructural: false, topics: 10, measures: {} };

function measure(delta: number): MeasureDelta {
  const topics = { wins: 0, ties: 0, losses: 0 };
  return { baseline: 0, candidate: delta, delta, direction: delta > 0 ? 'up' : 'down', topics };
}
const quality = (direction: Direction, delta = 0.05): StageDelta => ({
  ...IDENTITY,
  axis: 'quality',
  primary: 'nDCG@10',
  measures: { 'nDCG@10': measure(delta) },
  direction,
  verdict: 'the sentence about quality',
});
/** Shares of no-answer topics that are silent, and of answerable ones. */
const abstention = (right: number, wrong: number): StageDelta => ({
  ...IDENTITY,
  axis: 'abstention',
  measures: { silentOnNoAnswer: measure(right), silentOnAnswerable: measure(wrong) },
  direction: 'MIXED',
  verdict: 'x',
});
function latency(lower: number, upper: number, direction: Direction | null, margin: number | null = 0.2): StageDelta {
  const interval = { lower, upper, level: 0.95, method: 'bca' as const };
  const ratio: LatencyRatio = { ratio: (lower + upper) / 2, interval, margin, repeats: 3 };
  const reason = direction === null ? { reason: 'not comparable: across the guard' } : {};
  return {
    ...IDENTITY,
    axis: 'latency',
    direction,
    verdict: direction === null ? null : 'x',
    latency: ratio,
    ...reason,
  };
}

const of = (delta: StageDelta, others: readonly StageDelta[], ...guards: Guard[]) =>
  headlineOf(COMPARED, delta, others, guards);

describe('without guards', () => {
  it.each<Direction>(['IMPROVEMENT', 'REGRESSION', 'MIXED', 'NO CHANGE'])(
    'the headline is quality: %s',
    (direction) => {
      const slow = latency(3, 4, 'REGRESSION');
      expect(of(quality(direction), [slow])).toEqual({ direction, verdict: 'the sentence about quality' });
      expect(of(quality(direction), [slow], { axis: 'quality' })).toEqual({
        direction,
        verdict: 'the sentence about quality',
      });
    },
  );
});

it('there is none where there is no verdict on quality, guarded or not', () => {
  const none = { ...quality('IMPROVEMENT'), direction: null, verdict: null, reason: 'structural: x' };
  const expected = { direction: null, verdict: null, reason: 'structural: x' };
  expect(of(none, [])).toEqual(expected);
  expect(of(none, [latency(3, 4, 'REGRESSION')], { axis: 'latency', margin: 0.2 })).toEqual(expected);
});

describe('a guarded axis that lost', () => {
  const guard: Guard = { axis: 'latency', margin: 0.2 };
  const slow = latency(3, 3.2, 'REGRESSION');

  it('makes an improvement MIXED, naming both', () => {
    expect(of(quality('IMPROVEMENT'), [slow], guard)).toEqual({
      direction: 'MIXED',
      verdict:
        'rerank: MIXED against bm25 — quality IMPROVEMENT (nDCG@10 +0.0500); lost: latency (×3.10; ×1.20 allowed)',
    });
  });
  it.each<[Direction, Direction]>([
    ['NO CHANGE', 'REGRESSION'],
    ['REGRESSION', 'REGRESSION'],
    ['MIXED', 'MIXED'],
  ])('makes %s %s', (direction, expected) => {
    const headline = of(quality(direction, -0.05), [slow], guard);
    expect(headline.direction).toBe(expected);
    expect(headline.verdict).toContain(`quality ${direction} (nDCG@10 −0.0500); lost: latency`);
  });
  it('decides even where another guard is not known', () => {
    const headline = of(quality('IMPROVEMENT'), [slow], guard, { axis: 'cost' });
    expect(headline.direction).toBe('MIXED');
    expect(headline.verdict).toContain('; lost: latency (×3.10; ×1.20 allowed); not known: cost');
  });
});

describe('a guarded axis that is not known', () => {
  it.each<[Guard, StageDelta[], string]>([
    [{ axis: 'cost' }, [], 'cost is guarded and not measured: this version measures no cost'],
    [{ axis: 'latency', margin: 0.2 }, [], 'latency is guarded and not measured'],
    [
      { axis: 'latency', margin: 0.2 },
      [latency(1.1, 1.3, null)],
      'latency is guarded and not comparable: across the guard',
    ],
    [{ axis: 'latency' }, [latency(1, 1.1, null, null)], 'latency is guarded and not comparable: across the guard'],
    [{ axis: 'abstention' }, [], 'abstention is guarded and not measured: no topic is declared unanswerable'],
    [
      { axis: 'abstention' },
      [{ ...abstention(0, 0), direction: null, reason: 'not measured: no rule' }],
      'abstention is guarded and not measured: no rule',
    ],
  ])('%j keeps an improvement from being concluded', (guard, others, why) => {
    expect(of(quality('IMPROVEMENT'), others, guard)).toEqual({
      direction: null,
      verdict: null,
      reason: `not concluded: quality IMPROVEMENT, but ${why}`,
    });
  });
  it('one of two, the other held', () => {
    const guards: Guard[] = [{ axis: 'latency', margin: 0.2 }, { axis: 'cost' }];
    expect(of(quality('IMPROVEMENT'), [latency(0.9, 1.1, null)], ...guards).direction).toBeNull();
  });
  it('also where its stages are structural', () => {
    const structural = { ...latency(0.9, 1.1, null), isStructural: true, reason: 'structural: x' };
    const headline = of(quality('IMPROVEMENT'), [structural], { axis: 'latency', margin: 0.2 });
    expect(headline.reason).toContain('latency is guarded and structural: x');
  });
  it('is named where quality did not improve', () => {
    expect(of(quality('REGRESSION', -0.05), [], { axis: 'cost' })).toEqual({
      direction: 'REGRESSION',
      verdict: 'rerank: REGRESSION against bm25 — quality REGRESSION (nDCG@10 −0.0500); not known: cost',
    });
    expect(of(quality('NO CHANGE', 0), [], { axis: 'cost' }).direction).toBe('NO CHANGE');
  });
});

describe('a guarded latency', () => {
  const guard: Guard = { axis: 'latency', margin: 0.2 };
  const headline = (delta: StageDelta) => of(quality('IMPROVEMENT'), [delta], guard);

  it('is held where the interval lies within the guard or below it', () => {
    expect(headline(latency(0.95, 1.2, null))).toEqual({
      direction: 'IMPROVEMENT',
      verdict:
        'rerank: IMPROVEMENT against bm25 — quality IMPROVEMENT (nDCG@10 +0.0500); held: latency (×1.07; ×1.20 allowed)',
    });
    expect(headline(latency(0.5, 0.6, 'IMPROVEMENT')).direction).toBe('IMPROVEMENT');
    // Faster or alike, though across the lower end of the guard: not slower is all that is asked.
    expect(headline(latency(0.7, 1, null)).direction).toBe('IMPROVEMENT');
  });
  it('is not held where the interval reaches beyond', () => {
    expect(headline(latency(0.95, 1.2 + 1e-9, null)).direction).toBeNull();
  });
});

describe('a guarded abstention', () => {
  const headline = (delta: StageDelta, margin?: number) =>
    of(quality('NO CHANGE', 0), [delta], { axis: 'abstention', ...(margin === undefined ? {} : { margin }) });

  it('allows the margin on each kind of topics, and nothing by default', () => {
    expect(headline(abstention(-0.1, 0)).direction).toBe('REGRESSION');
    expect(headline(abstention(-0.1, 0), 0.1)).toEqual({
      direction: 'NO CHANGE',
      verdict:
        'rerank: NO CHANGE against bm25 — quality NO CHANGE (nDCG@10 ±0.0000); held: abstention (10 % of no-answer topics; 10 % allowed)',
    });
    expect(headline(abstention(-0.11, 0), 0.1).direction).toBe('REGRESSION');
    expect(headline(abstention(0.5, 0.02), 0.01).verdict).toContain(
      'lost: abstention (2 % of answerable topics; 1 % allowed)',
    );
    expect(headline(abstention(-0.1, 0.02), 0.05).verdict).toContain(
      'lost: abstention (10 % of no-answer topics, 2 % of answerable topics; 5 % allowed)',
    );
  });
  it('is held by a gain', () => {
    expect(headline(abstention(0.3, -0.1)).verdict).toMatch(/; held: abstention$/);
  });
});
