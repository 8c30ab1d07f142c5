import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { report, stage } from '../../../test/delta-report.ts';
import type { StageDelta } from '../../contracts/delta.ts';
import type { Guard } from '../../contracts/suite.ts';
import { bootstrapMean } from '../stats/bootstrap.ts';
import { deriveDeltas, pairDeltas } from './derive.ts';
import { findStage, sideOf } from './pair.ts';
import { deriveSlices } from './slices.ts';

type Times = readonly (readonly (number | null)[])[];
const GUARD: Guard = { axis: 'latency', margin: 0.2 };

function timed(before: Times | undefined, after: Times | undefined, guards: Guard[] = [GUARD], alpha = 0.05) {
  const zeros = Array((before ?? after ?? [[0], [0]]).length).fill(0);
  return report([stage('bm25', { all: zeros }), stage('dense', { all: zeros })], [], {
    declared: { guards, alpha },
    repeatsMs: {
      ...(before === undefined ? {} : { 'default/bm25': before }),
      ...(after === undefined ? {} : { 'default/dense': after }),
    },
  });
}
function latencyOf(...args: Parameters<typeof timed>): StageDelta | undefined {
  return deriveDeltas(timed(...args)).find(({ axis }) => axis === 'latency');
}
/** The same two repeats for every one of `n` topics. */
const flat = (ms: number, n = 5): Times => Array.from({ length: n }, () => [ms, ms]);

describe('the latency axis', () => {
  it('is not there for a run that was timed once and guards no latency', () => {
    expect(latencyOf(undefined, undefined, [])).toBeUndefined();
    const once = flat(1).map(([ms = 1]) => [ms]);
    expect(latencyOf(once, once, [])).toBeUndefined();
  });
  it('is there where there are repeats, without a direction where no guard says how much is too much', () => {
    for (const guards of [[], [{ axis: 'latency' } as const]]) {
      const delta = latencyOf(flat(1), flat(3), guards);
      expect(delta).toMatchObject({ direction: null, verdict: null, latency: { margin: null, repeats: 2 } });
      expect(delta?.latency?.ratio).toBeCloseTo(3, 12);
      expect(delta?.reason).toBe(
        'not comparable: no guard with a margin says how much latency may change, ×3.00 per topic (95 % interval ×3.00 to ×3.00)',
      );
    }
  });
  it('is of whole runs: no slice has it', () => {
    const slices = deriveSlices(timed(flat(1), flat(3)));
    expect(slices.flatMap(({ deltas }) => deltas).some(({ axis }) => axis === 'latency')).toBe(false);
  });
});

it('says that scores from the cache are why one pass gave no time', () => {
  const made = report([stage('bm25', { all: [0, 0] }), stage('rerank', { all: [0, 0] })], [], {
    declared: { guards: [GUARD] },
    cached: { 'default/rerank': ['t0'] },
  });
  expect(deriveDeltas(made).find(({ axis }) => axis === 'latency')).toMatchObject({
    direction: null,
    reason:
      'not comparable: scores of default/rerank came from the cache for 1 of 2 topics, and no repeats, which --repeats N makes',
  });
});

describe('nothing is concluded from', () => {
  it.each<[string, Times | undefined, Times | undefined, string]>([
    ['no repeats', undefined, undefined, 'no repeats, which --repeats N makes'],
    ['a single repeat', [[1], [1]], [[2], [2]], 'no repeats, which --repeats N makes'],
    ['a baseline without repeats', undefined, flat(1), 'default/bm25 was not timed in repeats'],
    ['a candidate without repeats', flat(1), undefined, 'default/dense was not timed in repeats'],
    [
      'failures',
      [
        [1, null],
        [1, 1],
      ],
      [
        [1, 1],
        [null, 1],
      ],
      'no topic was answered in every repeat of both stages',
    ],
    ['a clock that stands', flat(0), flat(1), 'the clock measured no time at all for a topic'],
    ['a clock that runs back', flat(1), flat(-1), 'the clock measured no time at all for a topic'],
  ])('%s', (_, before, after, why) => {
    const delta = latencyOf(before, after);
    expect(delta).toMatchObject({ topics: 0, measures: {}, direction: null, verdict: null });
    expect(delta?.reason).toBe(`not comparable: ${why}`);
    expect(delta?.latency).toBeUndefined();
  });
  it('one topic: it says nothing about spread', () => {
    expect(latencyOf([[1, 1]], [[3, 3]])).toMatchObject({
      direction: null,
      latency: { interval: null },
      reason: 'not comparable: one topic says nothing about spread, ×3.00 per topic (guard ×0.833 to ×1.20)',
    });
  });
  it('two runs, though both were repeated', () => {
    const [a, b] = [timed(flat(1), flat(3)), timed(flat(1), flat(3))];
    const baseline = sideOf(a, findStage(a, 'default/bm25'), 'before');
    const candidate = sideOf(b, findStage(b, 'default/dense'), 'after');
    const pair = {
      topics: b.topics,
      scope: undefined,
      declared: b.declared,
      measures: ['nDCG@10', 'RR@10'],
      baseline,
      candidate,
    };
    const found = pairDeltas(pair).find(({ axis }) => axis === 'latency');
    expect(found).toMatchObject({ direction: null, reason: 'not comparable: the stages were timed in two runs' });
    const unguarded = { ...b, declared: { ...b.declared, guards: [] } };
    const quiet = pairDeltas({ ...pair, candidate: sideOf(unguarded, findStage(b, 'default/dense')) });
    expect(quiet.some(({ axis }) => axis === 'latency')).toBe(false);
  });
  it('a structural stage: numbers, and no direction', () => {
    const input = timed(flat(1), flat(3));
    const stages = input.stages.map((each, i) => ({ ...each, isStructural: i === 1 }));
    const delta = deriveDeltas({ ...input, stages }).find(({ axis }) => axis === 'latency');
    expect(delta).toMatchObject({ direction: null, verdict: null, isStructural: true });
    expect(delta?.reason).toBe('structural: the vectors of default/dense mean nothing');
    expect(delta?.measures.geometricMeanMs?.candidate).toBeCloseTo(3, 12);
  });
});

it.each<[string, Times]>([
  ['too few topics', flat(1, 4)],
  ['rows of another length', [...flat(1, 4), [1]]],
])('repeats with %s are a report that does not hold together', (_, rows) => {
  const input = timed(flat(1), flat(1));
  const stages = input.timing.stages.map((each, i) =>
    i === 1 ? { ...each, repeatsMs: rows.map((r) => [...r]) } : each,
  );
  expect(() => deriveDeltas({ ...input, timing: { ...input.timing, stages } })).toThrow(
    'the repeats of "default/dense" do not fit the topics of the report',
  );
});

describe('the interval against the guard', () => {
  it('a slower stage is a REGRESSION, with its numbers (groundkit D6)', () => {
    const delta = latencyOf(flat(1), flat(3));
    expect(delta?.direction).toBe('REGRESSION');
    expect(delta?.verdict).toBe(
      'dense: latency REGRESSION against bm25 — ×3.00 per topic (95 % interval ×3.00 to ×3.00; guard ×0.833 to ×1.20); 2 repeats of 5 topics',
    );
    expect(delta?.measures.geometricMeanMs).toMatchObject({
      direction: 'up',
      topics: { wins: 0, ties: 0, losses: 5 },
    });
  });
  it('a faster stage is an IMPROVEMENT, and lower is better', () => {
    const delta = latencyOf(flat(3), flat(1));
    expect(delta?.direction).toBe('IMPROVEMENT');
    expect(delta?.measures.geometricMeanMs?.topics).toEqual({ wins: 5, ties: 0, losses: 0 });
    expect(delta?.measures.geometricMeanMs?.delta).toBeCloseTo(-2, 12);
  });
  it('the guard is as far from one on either side, as a factor', () => {
    expect(latencyOf(flat(1), flat(0.82))?.direction).toBe('IMPROVEMENT');
    expect(latencyOf(flat(0.82), flat(1))?.direction).toBe('REGRESSION');
    expect(latencyOf(flat(1), flat(0.84))?.direction).toBeNull();
    expect(latencyOf(flat(1), flat(1.19))?.direction).toBeNull();
  });
  it('alike within the guard has no direction, and says within', () => {
    expect(latencyOf(flat(1), flat(1.1))).toMatchObject({ direction: null, verdict: null });
    expect(latencyOf(flat(1), flat(1.1))?.reason).toBe(
      'not comparable: the interval lies within the guard, ×1.10 per topic (95 % interval ×1.10 to ×1.10; guard ×0.833 to ×1.20)',
    );
  });
  it('wide on both sides of an end has none, and says across', () => {
    const wide = [0.5, 2, 1, 4, 0.7].map((ms) => [ms, ms]);
    expect(latencyOf(flat(1), wide)?.reason).toMatch(/^not comparable: the interval lies across the guard, ×/);
    const fast = [0.5, 0.9, 0.6, 1, 0.7].map((ms) => [ms, ms]);
    expect(latencyOf(flat(1), fast)?.reason).toMatch(/^not comparable: the interval lies across the guard, ×0\./);
  });
  it('at the guard has not left it', () => {
    expect(latencyOf(flat(1), flat(2), [{ axis: 'latency', margin: 1 }])?.direction).toBeNull();
    expect(latencyOf(flat(2), flat(1), [{ axis: 'latency', margin: 1 }])?.direction).toBeNull();
  });
  it('the narrowest of two guards counts', () => {
    const guards: Guard[] = [{ axis: 'latency', margin: 9 }, GUARD, { axis: 'quality' }];
    expect(latencyOf(flat(1), flat(3), guards)).toMatchObject({ direction: 'REGRESSION', latency: { margin: 0.2 } });
  });
});

describe('the ratio', () => {
  it('is of logarithms: per topic over the repeats, then over topics that answered every time', () => {
    // ln means: topic 0 ln 2 → ln 4; topic 1 failed once; topic 2 ln 6 → ln 6, in another order.
    const before: Times = [
      [1, 4, 2],
      [1, 1, 1],
      [3, 4, 18],
    ];
    const after: Times = [
      [2, 8, 4],
      [9, null, 9],
      [18, 3, 4],
    ];
    const delta = latencyOf(before, after);
    expect(delta?.topics).toBe(2);
    expect(delta?.latency?.ratio).toBeCloseTo(Math.SQRT2, 12);
    expect(delta?.measures.geometricMeanMs?.baseline).toBeCloseTo(Math.sqrt(12), 12);
    expect(delta?.measures.geometricMeanMs?.candidate).toBeCloseTo(Math.sqrt(24), 12);
    expect(delta?.measures.geometricMeanMs?.topics).toEqual({ wins: 0, ties: 1, losses: 1 });
  });
  it('has the bootstrap interval of the paired logarithms, at the declared level', () => {
    const after = [1.1, 1.4, 1.2, 2, 1.3, 1.9];
    for (const alpha of [0.05, 0.2]) {
      const logs = after.map((ms) => Math.log(ms));
      const expected = bootstrapMean(logs, { seed: 42, draws: 10_000 })?.interval(1 - alpha);
      const found = latencyOf(
        flat(1, 6),
        after.map((ms) => [ms, ms]),
        [GUARD],
        alpha,
      )?.latency?.interval;
      expect(found).toMatchObject({ level: 1 - alpha, method: 'bca' });
      expect(found?.lower).toBeCloseTo(Math.exp(expected?.lower ?? Number.NaN), 10);
      expect(found?.upper).toBeCloseTo(Math.exp(expected?.upper ?? Number.NaN), 10);
    }
  });
  it('turns around when the stages change places', () => {
    const ms = fc.double({ min: 0.01, max: 1000, noNaN: true });
    const rows = fc.array(fc.tuple(ms, ms, ms, ms), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(rows, (all) => {
        const a = all.map(([x, y]) => [x, y]);
        const b = all.map(([, , x, y]) => [x, y]);
        const [there, back] = [latencyOf(a, b), latencyOf(b, a)];
        expect((there?.latency?.ratio ?? 0) * (back?.latency?.ratio ?? 0)).toBeCloseTo(1, 9);
        const turned = { IMPROVEMENT: 'REGRESSION', REGRESSION: 'IMPROVEMENT' } as Record<string, string>;
        expect(back?.direction).toBe(turned[there?.direction ?? ''] ?? null);
      }),
      { numRuns: 30 },
    );
  });
});
