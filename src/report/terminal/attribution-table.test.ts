import { describe, expect, it } from 'vitest';
import { BM25, FUSION, HOSTILE, sampleReport } from '../../../test/sample-report.ts';
import type { MeasureAttribution, RerankAttribution } from '../../contracts/attribution.ts';
import type { FusionLegs } from '../../contracts/legs.ts';
import { attributionTables } from './attribution-table.ts';
import { displayWidth } from './display-width.ts';
import { legTables } from './leg-table.ts';

const RERANK = { ...FUSION, name: 'rerank' };
const report = sampleReport([BM25, FUSION, RERANK]);
const ascii = (width: number) => ({ width, color: false, unicode: false });
const part = (changes: Partial<MeasureAttribution> = {}): MeasureAttribution => ({
  k: 10,
  total: 0.25,
  retrieval: 0.125,
  reorder: -0.0625,
  pool: 0.1875,
  input: 0.5,
  reranked: 0.625,
  ceiling: 0.75,
  headroomUsed: 0.5,
  againstInput: { wins: 30, ties: 50, losses: 16 },
  isPinned: false,
  ...changes,
});
const attribution = (changes: Partial<RerankAttribution> = {}): RerankAttribution => ({
  stage: 'default/rerank',
  input: 'default/fusion',
  baseline: 'default/bm25',
  depth: 50,
  isStructural: false,
  topics: 96,
  topicsLeftOut: 0,
  promoted: 1200,
  demoted: 7,
  notes: [],
  measures: {
    'nDCG@10': part(),
    'RR@10': part({ total: null, retrieval: null, ceiling: null, headroomUsed: null }),
    'R@10': part({ isPinned: true, reorder: 0, pool: 0 }),
  },
  ...changes,
});
const legs = (changes: Partial<FusionLegs> = {}): FusionLegs => ({
  stage: 'default/fusion',
  isStructural: false,
  k: 10,
  primary: 'nDCG@10',
  topicsLeftOut: 0,
  relevant: 300,
  overlaps: [{ legs: ['default/bm25', 'default/rerank'], jaccard: 0.25, isDisjoint: false }],
  notes: [],
  legs: [
    {
      leg: 'default/bm25',
      changedTopics: 90,
      topics: 96,
      effect: -0.01,
      effectTopics: { wins: 1, ties: 2, losses: 3 },
      foundOnlyHere: 12,
      isWholeFusion: false,
    },
  ],
  ...changes,
});

describe('attributionTables', () => {
  it('has a row per declared measure, its parts, what is pinned and what was not measured', () => {
    const [table = ''] = attributionTables(report, [attribution()], ascii(120));
    const lines = table.split('\n').map((line) => line.split(/ {2,}/));
    expect(lines[0]).toEqual(['rerank over the top 50 of fusion, 96 answerable topics']);
    expect(lines.slice(4, 8)).toEqual([
      ['nDCG@10', '+0.2500', '+0.1250', '-0.0625', '+0.1875', '0.7500', '0.5000', '30', '50', '16'],
      ['RR@10', '-', '-', '-0.0625', '+0.1875', '-', '-', '30', '50', '16'],
      ['R@10 (pinned)', '+0.2500', '+0.1250', '=0.0000', '=0.0000', '0.7500', '0.5000', '30', '50', '16'],
      ['Success@1', '-', '-', '-', '-', '-', '-', '-', '-', '-'],
    ]);
    expect(table).toContain('relevant candidates: 1,200 promoted, 7 demoted');
  });
  it('says what is structural, what was left out, what to note, and why there is nothing', () => {
    const notes = [{ code: 'no-op-reranker', message: 'it is a no-op' }];
    const [table] = attributionTables(
      report,
      [attribution({ isStructural: true, topicsLeftOut: 2, notes })],
      ascii(120),
    );
    for (const text of ['fusion, structural, 96', '2 topics left out, where a run failed', 'it is a no-op'])
      expect(table).toContain(text);
    const [none] = attributionTables(report, [attribution({ measures: {}, reason: 'not measured: x' })], ascii(120));
    expect(none?.split('\n').slice(1)).toEqual(['. not measured: x']);
  });
});

it('both say once, below the last table, how to read them, and not where there is nothing to read', () => {
  const read = (tables: string[]) => tables.map((table) => /input \+ reorder \+ pool|without it lacks/.test(table));
  expect(read(attributionTables(report, [attribution(), attribution()], ascii(80)))).toEqual([false, true]);
  expect(read(attributionTables(report, [attribution({ reason: 'not measured: x' })], ascii(80)))).toEqual([false]);
  expect(read(legTables(report, [legs(), legs()], ascii(80)))).toEqual([false, true]);
  const pinned = (isPinned: boolean) =>
    attributionTables(
      report,
      [attribution({ measures: { 'R@10': part({ isPinned }), 'R@99': part({ isPinned: true }) } })],
      ascii(200),
    );
  expect([true, false].map((is) => /; pinned: no order/.test(pinned(is).join()))).toEqual([true, false]);
});

describe('legTables', () => {
  it('has a row per leg and a line per pair', () => {
    const [table = ''] = legTables(
      report,
      [legs({ notes: [{ code: 'x', message: 'a single leg in disguise' }] })],
      ascii(80),
    );
    const lines = table.split('\n').map((line) => line.split(/ {2,}/));
    expect(lines[4]).toEqual(['bm25', '90 of 96', '-0.0100', '12 of 300']);
    expect(table).toContain('bm25 and rerank share 0.2500 of their top 10 (Jaccard)');
    expect(table).toContain('a single leg in disguise');
  });
  it('shows nothing measured as such', () => {
    const [leg] = legs().legs;
    const silent = leg === undefined ? [] : [{ ...leg, topics: 0, effect: null }];
    const [table = ''] = legTables(report, [legs({ legs: silent, relevant: 0 })], ascii(80));
    expect(table.split('\n')[4]?.split(/ {2,}/)).toEqual(['bm25', '-', '-', '-']);
  });
});

it.each([40, 60, 80, 120])('both fit into %d columns and say what is left out, whatever names hold', (width) => {
  for (const name of HOSTILE) {
    const hostile = sampleReport([BM25, FUSION, { ...RERANK, name }]);
    const notes = [{ code: 'x', message: `${name} is a no-op` }];
    const stage = `default/${name}`;
    const text = [
      ...attributionTables(hostile, [attribution({ stage, baseline: stage, notes })], ascii(width)),
      ...legTables(
        hostile,
        [legs({ stage, notes, overlaps: [{ legs: [stage, stage], jaccard: 1, isDisjoint: false }] })],
        ascii(width),
      ),
    ].join('\n');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
    expect(text.split('\n').filter((line) => displayWidth(line) > width)).toEqual([]);
    if (width < 80) expect(text).toContain('left out at');
  }
});
