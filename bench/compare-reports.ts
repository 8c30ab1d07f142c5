/** Reports as a run writes them, filled by a linear congruential generator. */
import { measureName } from '../src/contracts/measure.ts';
import type { Report, ReportStage } from '../src/contracts/report.ts';
import { parseMeasure } from '../src/evals/metrics/parse-measure.ts';
import { measureAlgorithm } from '../src/evals/metrics/registry.ts';
import { topicIdsSha256 } from '../src/evals/run/rescore.ts';
import { runConfigSha256 } from '../src/evals/run/run-config.ts';
import { meansOf } from '../src/evals/run/score.ts';

export interface Size {
  readonly topics: number;
  readonly ranks: number;
}

const STAGES = ['bm25', 'dense', 'fusion', 'rerank'] as const;
const MEASURES = ['nDCG@10', 'RR@10', 'R@10', 'Success@1', 'Success@5', 'Success@10', 'R@100', 'AP@100'];
const SHA = 'a'.repeat(64);
const ALGORITHM = { algorithm: 'bench/1', settings: {} };
const TEXT = 'Vaults are restored from the last snapshot that a key still opens. '.repeat(12);
const RELEVANT = 3;
const RERANK_DEPTH = 50;
const INPUTS: Readonly<Record<(typeof STAGES)[number], readonly string[]>> = {
  bm25: [],
  dense: [],
  fusion: ['bm25', 'dense'],
  rerank: ['fusion'],
};

/** Two seeds give two reports of the same golden set that differ in their rankings and scores. */
export function generatedReport({ topics: count, ranks }: Size, seed: number): Report {
  const next = generator(seed);
  const topics = Array.from({ length: count }, (_, i) => ({
    topicId: `topic-${String(i).padStart(5, '0')}`,
    query: `how is vault ${i} restored to another machine`,
    answerable: true as const,
    split: 'dev',
    category: 'generated',
    slices: [],
    gold: Array.from({ length: RELEVANT }, (_, g) => ({
      doc: `guides/vault-${i}-${g}.md`,
      grade: g + 1,
      start: 0,
      end: 60,
    })),
  }));
  const idOf = (topic: number, passage: number) => (topic * 4096 + passage).toString(16).padStart(16, '0');
  const stage = (name: (typeof STAGES)[number]): ReportStage => ({
    id: `default/${name}`,
    variant: 'default',
    name,
    kind: name,
    input: INPUTS[name].map((input) => `default/${input}`),
    isStructural: false,
    determinism: 'bitwise',
    means: {},
    abstention: null,
    controls: [],
    topics: topics.map(({ topicId }, t) => {
      // Stages of one topic find much of the same.
      const start = 7 * (next() % 5);
      return {
        topicId,
        // A third of the topics is equal in all reports.
        scores: Object.fromEntries(
          MEASURES.map((measure) => [measure, t % 3 === 0 ? 0.5 : (next() % 10_000) / 10_000]),
        ),
        ranking: Array.from({ length: ranks }, (_, rank) => {
          const passage = (start + 7 * rank) % 2048;
          return {
            id: idOf(t, passage),
            doc: `guides/vault-${t}-${passage}.md`,
            start: 0,
            end: 900,
            score: 30 - rank / 7 - (next() % 1000) / 1e5,
          };
        }),
      };
    }),
  });
  const measures = MEASURES.toSorted().map(parseMeasure);
  const stages = STAGES.map(stage).map((each) => {
    return {
      ...each,
      means: meansOf(
        measures,
        each.topics.map(({ scores }) => scores),
      ),
    };
  });
  const runConfig: Report['runConfig'] = {
    golden: { corpusSha256: SHA, judgmentsSha256: SHA, unit: 'passage' },
    selection: {
      split: 'dev',
      topics: null,
      categories: [],
      excludeSelf: false,
      topicIdsSha256: topicIdsSha256(topics),
    },
    variants: [
      {
        name: 'default',
        reading: 'reading/1',
        chunker: { algorithm: 'markdown/1', settings: { name: 'markdown', maxChars: 1200 } },
        context: 'heading-context/1',
        analyzer: ALGORITHM,
        engine: ALGORITHM,
        embedder: null,
        stages: STAGES.map((name) => ({
          name,
          kind: name,
          ...ALGORITHM,
          settings: name === 'rerank' ? { seed, input: 'fusion', depth: RERANK_DEPTH } : { seed },
        })),
      },
    ],
    topK: ranks,
    measures: measures.map((measure) => ({ name: measureName(measure), algorithm: measureAlgorithm(measure) })),
    rules: {
      relevance: 'half-cover/1',
      pipeline: 'pipeline/1',
      abstention: 'silence/1',
      tieOrder: 'tie-order/1',
      means: 'means/1',
    },
  };
  const shown = stages.flatMap(({ topics }) =>
    topics.flatMap(({ ranking }) => ranking.slice(0, 10).map(({ id }) => id)),
  );
  return {
    schemaVersion: 1,
    runConfig,
    runConfigSha256: runConfigSha256(runConfig),
    declared: {
      primary: 'nDCG@10',
      secondary: ['RR@10', 'R@10', 'Success@1'],
      baseline: 'default/bm25',
      alpha: 0.05,
      minimumEffect: null,
      guards: [],
      gates: [],
    },
    golden: {
      name: 'generated',
      version: '1',
      corpusSha256: SHA,
      judgmentsSha256: SHA,
      documents: count * 2048,
      topics: count,
      answerable: count,
      unknown: 0,
      excludedSelf: 0,
    },
    indexes: [
      {
        id: 'generated',
        chunker: 'markdown/1',
        passages: count * 2048,
        vectorsSha256: null,
        relevant: topics.map(({ topicId }, t) => ({
          topicId,
          passages: Array.from({ length: RELEVANT }, (_, g) => ({ id: idOf(t, g), grade: g + 1 })),
        })),
      },
    ],
    variants: [{ name: 'default', pipeline: stages.map(({ id }) => id), indexId: 'generated' }],
    topics,
    stages,
    texts: Object.fromEntries([...new Set(shown)].map((id) => [id, TEXT])),
    warnings: [],
    timing: {
      startedAt: `2026-01-0${(seed % 9) + 1}T00:00:00.000Z`,
      totalMs: 1,
      indexMs: 1,
      indexReused: false,
      stages: stages.map(({ id }) => ({
        id,
        n: count,
        warmUpTopics: 0,
        coldMs: 1,
        p50Ms: 1,
        p95Ms: 1,
        meanMs: 1,
        topicsMs: [],
      })),
    },
    environment: { tool: 'grk', node: 'v20', platform: 'bench', cpu: 'bench', packages: {}, golden: 'generated' },
  };
}

function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 8;
  };
}
