import { describe, expect, it } from 'vitest';
import { chartInputOf, smallReport, storedReport } from '../../../test/small-report.ts';
import type { StageDelta } from '../../contracts/delta.ts';
import { inert } from './inert.ts';
import { sliceView } from './slices.ts';
import { topicDeltas, topicViews } from './topics.ts';

const report = storedReport();
const [input] = chartInputOf(report).reports;
if (input === undefined) throw new Error('there is a report');
const { derived, view } = input;
const primary = report.declared.primary;

describe('intervals of a comparison', () => {
  const quality = view.comparisons.filter(({ axis }) => axis === 'quality');

  it('are that of the evidence for the primary measure, and exploratory for the others', () => {
    for (const { stage, baseline, rows } of quality) {
      const delta = derived.deltas.find((each) => each.stage === stage && each.baseline === baseline);
      for (const { measure, isPrimary, values } of rows) {
        const read = derived.intervals.find(
          (each) => each.stage === stage && each.baseline === baseline && each.measure === measure,
        )?.interval;
        const expected = isPrimary ? delta?.evidence?.interval : read;
        const shown = [values?.interval?.lower.value, values?.interval?.upper.value, values?.interval?.isExploratory];
        expect(shown).toEqual([expected?.lower, expected?.upper, !isPrimary]);
      }
    }
    expect(quality.length).toBeGreaterThan(0);
  });

  it('hold the difference, the lower bound below the upper one', () => {
    for (const { values } of quality.flatMap(({ rows }) => rows)) {
      const { interval, delta } = values ?? {};
      expect(interval?.lower.value).toBeLessThanOrEqual(delta?.value ?? Number.NaN);
      expect(interval?.upper.value).toBeGreaterThanOrEqual(delta?.value ?? Number.NaN);
    }
  });
});

describe('differences by topic', () => {
  const delta = derived.deltas.find(({ axis }) => axis === 'quality') as StageDelta;
  const storedOf = (id: string, topicId: string) =>
    report.stages.find((stage) => stage.id === id)?.topics.find((topic) => topic.topicId === topicId)?.scores[
      primary
    ] ?? Number.NaN;

  it('are candidate − baseline of every answerable topic, the largest gain first, equal ones by id', () => {
    const expected = report.topics
      .filter(({ answerable }) => answerable === true)
      .map(({ topicId }) => ({ topicId, delta: storedOf(delta.stage, topicId) - storedOf(delta.baseline, topicId) }))
      .sort((a, b) => (a.delta === b.delta ? (a.topicId < b.topicId ? -1 : 1) : b.delta - a.delta));
    const shown = topicDeltas(view.topics, delta, primary);
    expect(shown.map(({ topicId, delta: change }) => ({ topicId, delta: change.value }))).toEqual(expected);
  });

  it('take a topic that failed as a zero, and say so', () => {
    const failing = smallReport(3, 1);
    const topic = failing.stages[1]?.topics[0];
    if (topic === undefined) throw new Error('there is a topic');
    Object.assign(topic, { scores: {}, ranking: [], error: { code: 'GRK_LEG_BROKEN', message: 'broken' } });
    const [first] = topicViews(failing);
    expect(first?.stages[1]).toMatchObject({ values: { [primary]: { value: 0 } }, error: 'GRK_LEG_BROKEN: broken' });
    const own = { ...delta, stage: failing.stages[1]?.id ?? '', baseline: failing.stages[0]?.id ?? '' };
    const changed = topicDeltas(topicViews(failing), own, primary);
    expect(changed.filter(({ hasFailed }) => hasFailed).map(({ topicId }) => topicId)).toEqual([topic.topicId]);
  });
});

it('shows both percentiles of the time of a stage', () => {
  const timing = (id: string) => report.timing.stages.find((each) => each.id === id);
  const shown = view.stages.map(({ id, latency }) => [id, latency?.p50Ms.value, latency?.p95Ms?.value]);
  expect(shown).toEqual(report.stages.map(({ id }) => [id, timing(id)?.p50Ms, timing(id)?.p95Ms]));
  expect(shown.every(([, p50, p95]) => p50 !== p95)).toBe(true);
});

it('shows on a slice the difference of quality, whatever other axes have', () => {
  const [slice] = derived.slices;
  const [quality] = slice?.deltas.filter(({ axis }) => axis === 'quality') ?? [];
  if (slice === undefined || quality === undefined) throw new Error('there is a slice');
  const other: StageDelta = { ...quality, axis: 'abstention', measures: {} };
  const { stages } = sliceView(report, { ...slice, deltas: [other, quality] }, [quality.baseline]);
  const cell = stages.find(({ stage }) => stage === quality.stage)?.cells[primary];
  expect(cell?.delta?.value).toBe(quality.measures[primary]?.delta);
});

it.each([
  '\u2066',
  '\u2067',
  '\u2068',
  '\u2069',
  '\u202a',
  '\u202e',
  '\u200f',
  '\u061c',
  '\ufeff',
  '\ud800',
  '\u{e0041}',
  '\u009b',
])('shows %j as an escape', (char) => {
  expect(inert(`a${char}b`)).toMatch(/^a\\(x[0-9a-f]{2}|u[0-9a-f]{4}|u\{[0-9a-f]+\})b$/);
});
