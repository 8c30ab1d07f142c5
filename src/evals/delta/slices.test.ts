import { expect, it } from 'vitest';
import type { ReportStage, ReportTopic } from '../../contracts/report.ts';
import { deriveSlices } from './slices.ts';

const topic = (topicId: string, split: string, category: string, slices: string[], answerable = true): ReportTopic => ({
  topicId,
  query: 'q',
  answerable,
  split,
  category,
  slices,
  gold: [],
});

const stage = (name: string, values: Record<string, number>): ReportStage => ({
  id: `default/${name}`,
  variant: 'default',
  name,
  kind: 'bm25',
  input: [],
  isStructural: false,
  determinism: 'bitwise',
  means: {},
  controls: [],
  abstention: null,
  topics: Object.entries(values).map(([topicId, RR]) => ({ topicId, scores: { RR }, ranking: [] })),
});

const slices = deriveSlices({
  declared: {
    primary: 'RR',
    secondary: [],
    baseline: 'default/bm25',
    alpha: 0.05,
    minimumEffect: null,
    guards: [],
    gates: [],
  },
  runConfig: {
    golden: { corpusSha256: '', judgmentsSha256: '', unit: 'document' },
    selection: { split: 'all', topics: null, categories: [], excludeSelf: false, topicIdsSha256: '' },
    variants: [],
    topK: 100,
    measures: [{ name: 'RR', algorithm: 'rr/1' }],
    rules: {
      relevance: 'half-cover/1',
      pipeline: 'pipeline/1',
      abstention: 'silence/1',
      tieOrder: 'tie-order/1',
      means: 'means/1',
    },
  },
  variants: [{ name: 'default', pipeline: [], indexId: 'i' }],
  indexes: [],
  timing: { startedAt: '', totalMs: 0, indexMs: 0, indexReused: false, stages: [] },
  topics: [
    topic('a', 'test', 'keyword', ['long']),
    topic('b', 'dev', 'keyword', []),
    topic('c', 'dev', 'identifier', []),
    topic('d', 'dev', 'no-answer-far', [], false),
  ],
  stages: [stage('bm25', { a: 1, b: 0.5, c: 0.25, d: 0 }), stage('dense', { a: 0.5, b: 1, c: 0.5, d: 0 })],
});

it('come by category, split and label, each bytewise, with topics counted per axis', () => {
  expect(slices.map(({ by, name, topics, noAnswerTopics }) => [by, name, topics, noAnswerTopics])).toEqual([
    ['category', 'identifier', 1, 0],
    ['category', 'keyword', 2, 0],
    ['category', 'no-answer-far', 0, 1],
    ['split', 'dev', 2, 1],
    ['split', 'test', 1, 0],
    ['slice', 'long', 1, 0],
  ]);
});

it('have means of their own, the baseline’s too', () => {
  expect(slices.map(({ means }) => means)).toEqual([
    { 'default/bm25': { RR: 0.25 }, 'default/dense': { RR: 0.5 } },
    { 'default/bm25': { RR: 0.75 }, 'default/dense': { RR: 0.75 } },
    {},
    { 'default/bm25': { RR: 0.375 }, 'default/dense': { RR: 0.75 } },
    { 'default/bm25': { RR: 1 }, 'default/dense': { RR: 0.5 } },
    { 'default/bm25': { RR: 1 }, 'default/dense': { RR: 0.5 } },
  ]);
});

it('have verdicts that name the slice, losing ones too', () => {
  expect(slices.map(({ deltas }) => deltas[0]?.verdict ?? deltas[0]?.reason)).toEqual([
    'dense: IMPROVEMENT against bm25 on category identifier — RR +0.2500 (1 win, 0 ties, 0 losses over 1 topic)',
    'dense: NO CHANGE against bm25 on category keyword — RR ±0.0000 (1 win, 0 ties, 1 loss over 2 topics)',
    'not measured: no answerable topics',
    'dense: IMPROVEMENT against bm25 on split dev — RR +0.3750 (2 wins, 0 ties, 0 losses over 2 topics)',
    'dense: REGRESSION against bm25 on split test — RR −0.5000 (0 wins, 0 ties, 1 loss over 1 topic)',
    'dense: REGRESSION against bm25 on slice long — RR −0.5000 (0 wins, 0 ties, 1 loss over 1 topic)',
  ]);
});
