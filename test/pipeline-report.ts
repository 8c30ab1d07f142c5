import type { Answerable } from '../src/contracts/golden.ts';
import { type Stage, StageSchema } from '../src/contracts/pipeline.ts';
import type { Reranker } from '../src/contracts/ports.ts';
import type { AttributionInput } from '../src/evals/delta/report-relevance.ts';
import { parseMeasure } from '../src/evals/metrics/parse-measure.ts';
import { reportStages } from '../src/evals/run/assemble.ts';
import { planControls, runControls } from '../src/evals/run/controls.ts';
import { executeVariant } from '../src/evals/run/execute.ts';
import type { LegSearch, PipelineInput } from '../src/retrieval/pipeline.ts';
import type { RerankCandidates } from '../src/retrieval/rerank.ts';

/** A pipeline over made-up passages, numbered from 0; passage n is `pn` of the document `dn` or as `documentOf` says. */
export interface PipelineCase {
  /** In the form of a suite. */
  readonly stages: readonly object[];
  /** Per leg and topic, what it returns, best first. */
  readonly legs: Readonly<Record<string, readonly (readonly number[])[]>>;
  /** Per rerank stage, the score of a passage for a topic. */
  readonly scores?: Readonly<Record<string, (topic: number, passage: number) => number>>;
  /** Per topic, passage (or document) number to grade. */
  readonly grades: readonly ReadonlyMap<number, number>[];
  readonly answerable?: readonly Answerable[];
  readonly measures?: readonly string[];
  readonly topK?: number;
  readonly baseline?: string;
  readonly documentOf?: readonly number[];
  readonly isStructural?: boolean;
}

const MEASURES = ['nDCG@10', 'RR@10', 'R@10', 'Success@1'];
const PASSAGES = 40;
const SILENT = { start: () => {}, advance: () => {}, done: () => {} };

/** The report of that pipeline, made by the code that makes it in an eval, as far as deltas read it. */
export async function pipelineReport(given: PipelineCase): Promise<AttributionInput> {
  const stages = given.stages.map((stage): Stage => StageSchema.parse(stage));
  const names = given.measures ?? MEASURES;
  const measures = names.map(parseMeasure);
  const topK = given.topK ?? 100;
  const documentOf = given.documentOf === undefined ? undefined : Int32Array.from(given.documentOf);
  const unit = documentOf === undefined ? 'passage' : 'document';
  const keyOf = (passage: number) => documentOf?.[passage] ?? passage;
  const topics = given.grades.map((_, i) => ({ topicId: String(i), query: 'q', mask: undefined }));
  const ruler = { measures, primary: names[0] ?? '', topK };
  const input: PipelineInput = {
    stages,
    legs: new Map(Object.entries(given.legs).map(([name, rankings]) => [name, legOf(rankings)])),
    rerankers: new Map(Object.entries(given.scores ?? {}).map(([name, scoreOf]) => [name, rerankerOf(scoreOf)])),
    topK,
    passages: PASSAGES,
    documentOf,
    now: () => 0,
  };
  const run = await executeVariant(input, topics, SILENT, undefined);
  const controls = await runControls(input, planControls(stages, ruler), topics, run.traces, SILENT, undefined);
  const reportTopics = given.grades.map((grades, i) => ({
    topicId: String(i),
    query: 'q',
    answerable: given.answerable?.[i] ?? true,
    split: 'dev',
    category: 'c',
    slices: [],
    gold: [...grades].map(([key, grade]) => ({ doc: `d${key}`, grade })),
  }));
  const result = {
    name: 'v',
    stages,
    passages: Array.from({ length: PASSAGES }, (_, number) => ({
      id: `p${number}`,
      doc: `d${keyOf(number)}`,
      startUtf16: 0,
      endUtf16: 1,
      startLine: 1,
      endLine: 1,
      contentSha256: '',
    })),
    relevance: given.grades.map((grades) => ({
      gradeOf: (passage: number) => grades.get(keyOf(passage)) ?? null,
      judged: [...grades.values()],
    })),
    run,
    dense: null,
    rerankers: new Map(
      Object.keys(given.scores ?? {}).map((name) => [name, standIn(given.isStructural ?? false)] as const),
    ),
    controls,
    unit,
  } as const;
  const algorithm = { algorithm: 'x/1', settings: {} };
  return {
    timing: { startedAt: '', totalMs: 0, indexMs: 0, indexReused: false, stages: [] },
    declared: {
      primary: names[0] ?? '',
      secondary: [],
      baseline: given.baseline ?? `v/${stages[0]?.name}`,
      alpha: 0.05,
      minimumEffect: null,
      guards: [],
      gates: [],
    },
    runConfig: {
      golden: { corpusSha256: '', judgmentsSha256: '', unit },
      selection: { split: 'dev', topics: null, categories: [], excludeSelf: false, topicIdsSha256: '' },
      variants: [
        {
          name: 'v',
          reading: 'reading/1',
          context: 'heading-context/1',
          chunker: algorithm,
          analyzer: algorithm,
          engine: algorithm,
          embedder: null,
          stages: stages.map(({ name, kind, ...settings }) => ({
            name,
            kind,
            algorithm: 'x/1',
            settings: settings as Record<string, number>,
          })),
        },
      ],
      topK,
      measures: names.map((name) => ({ name, algorithm: 'x/1' })),
      rules: { relevance: 'x/1', pipeline: 'x/1', abstention: 'x/1', tieOrder: 'x/1', means: 'x/1' },
    },
    variants: [{ name: 'v', pipeline: stages.map(({ name }) => `v/${name}`), indexId: 'i' }],
    topics: reportTopics,
    indexes: [
      {
        id: 'i',
        chunker: 'x/1',
        passages: PASSAGES,
        vectorsSha256: null,
        relevant: given.grades.map((grades, i) => ({
          topicId: String(i),
          passages: [...grades].map(([key, grade]) => ({ id: `p${key}`, grade })),
        })),
      },
    ],
    stages: reportStages(
      reportTopics.map((topic) => ({ ...topic, gold: [], overlap: undefined, where: '' })),
      measures,
      result,
    ),
  };
}

function legOf(rankings: readonly (readonly number[])[]): LegSearch {
  return async ({ topicId }, limit) => {
    const passages = Int32Array.from((rankings[Number(topicId)] ?? []).slice(0, limit));
    return { passages, scores: Float64Array.from(passages, (_, rank) => 1 / (rank + 1)) };
  };
}

function rerankerOf(scoreOf: (topic: number, passage: number) => number): RerankCandidates {
  return async ({ topicId }, { passages }) => Float64Array.from(passages, (each) => scoreOf(Number(topicId), each));
}

function standIn(isStructural: boolean): Pick<Reranker, 'identity' | 'isStructural'> {
  const identity = { provider: 'x', model: 'x', algorithm: 'x/1', weightsSha256: '', settings: {} };
  return { isStructural, identity: { ...identity, determinism: 'bitwise' } };
}
