import type { Axis, Direction, MeasureDelta, SliceDeltas, StageDelta } from '../src/contracts/delta.ts';
import { type Report, ReportSchema, type ReportStage, type ReportWarning } from '../src/contracts/report.ts';

const SHA = '0'.repeat(64);
export const SAMPLE_MEASURES = ['nDCG@10', 'RR@10', 'R@10', 'Success@1', 'Success@5', 'Success@10', 'R@100', 'AP@100'];
const DECLARED = ['nDCG@10', 'RR@10', 'R@10', 'Success@1'];
const ALGORITHM = { algorithm: 'x/1', settings: {} };

/** Names that try to move the cursor, to reorder, to be wider than they look, or to fill the screen. */
export const HOSTILE = [
  '\u001b[2Jx\u0007',
  'שלום',
  '再試行の予算',
  '👩‍👩‍👧 rerank',
  `${'a'.repeat(200)}${'b'.repeat(200)}`,
  'a\u202eb',
];

export interface SampleStage {
  readonly name: string;
  /** In the order of SAMPLE_MEASURES. */
  readonly means: readonly number[];
  readonly abstention?: ReportStage['abstention'];
  readonly isStructural?: boolean;
  readonly variant?: string;
  readonly failed?: number;
  /** null: not timed. */
  readonly p50Ms?: number | null;
  readonly n?: number;
  readonly cachedTopicIds?: readonly string[];
}

export const BM25: SampleStage = {
  name: 'bm25',
  means: [0.6769, 0.6401, 0.8012, 0.55, 0.75, 0.8044, 0.91, 0.6321],
  abstention: { noAnswerTopics: 28, silentOnNoAnswer: 3, answerableTopics: 96, silentOnAnswerable: 0 },
  p50Ms: 0.423,
};
export const DENSE: SampleStage = {
  name: 'dense',
  means: [0.523, 0.49, 0.7012, 0.41, 0.6125, 0.7133, 0.85, 0.4832],
  p50Ms: 1.1,
};
export const FUSION: SampleStage = {
  name: 'fusion',
  means: [0.637, 0.6001, 0.82, 0.52, 0.741, 0.8222, 0.93, 0.5912],
  p50Ms: 1.64,
};

/** A report as a run writes it, valid by its schema. */
export function sampleReport(
  stages: readonly SampleStage[],
  changes: { golden?: Partial<Report['golden']>; warnings?: ReportWarning[]; baseline?: string } = {},
): Report {
  const variants = [...new Set(stages.map(({ variant }) => variant ?? 'default'))];
  const idOf = ({ variant, name }: SampleStage) => `${variant ?? 'default'}/${name}`;
  return ReportSchema.parse({
    schemaVersion: 1,
    runConfig: {
      golden: { corpusSha256: SHA, judgmentsSha256: SHA, unit: 'passage' },
      selection: { split: 'dev', topics: null, categories: [], excludeSelf: false, topicIdsSha256: SHA },
      variants: variants.map((name) => ({
        name,
        reading: 'reading/1',
        chunker: ALGORITHM,
        context: 'heading-context/1',
        analyzer: ALGORITHM,
        engine: ALGORITHM,
        embedder: null,
        stages: [{ name: 'bm25', kind: 'bm25', ...ALGORITHM }],
      })),
      topK: 100,
      measures: SAMPLE_MEASURES.map((name) => ({ name, algorithm: 'x/1' })),
      rules: {
        relevance: 'half-cover/1',
        pipeline: 'pipeline/1',
        abstention: 'silence/1',
        tieOrder: 'tie-order/1',
        means: 'means/1',
      },
    },
    runConfigSha256: SHA,
    declared: {
      primary: 'nDCG@10',
      secondary: DECLARED.slice(1),
      baseline: changes.baseline ?? stages.map(idOf)[0],
      alpha: 0.05,
      minimumEffect: null,
    },
    golden: {
      name: 'handbook',
      version: '1.0.0',
      corpusSha256: SHA,
      judgmentsSha256: SHA,
      documents: 64,
      topics: 124,
      answerable: 96,
      unknown: 0,
      excludedSelf: 0,
      ...changes.golden,
    },
    indexes: [{ id: 'i', chunker: 'markdown', passages: 1243, vectorsSha256: null, relevant: [] }],
    variants: variants.map((name) => ({ name, pipeline: stages.map(idOf), indexId: 'i' })),
    topics: [],
    stages: stages.map((stage) => ({
      id: idOf(stage),
      variant: stage.variant ?? 'default',
      name: stage.name,
      kind: 'bm25',
      input: [],
      isStructural: stage.isStructural ?? false,
      determinism: 'bitwise',
      means: Object.fromEntries(
        SAMPLE_MEASURES.flatMap((name, i) => (i in stage.means ? [[name, stage.means[i]]] : [])),
      ),
      abstention: stage.abstention ?? null,
      topics: Array.from({ length: stage.failed ?? 0 }, (_, i) => ({
        topicId: `t${i}`,
        scores: {},
        ranking: [],
        error: { code: 'GRK_LEG_BROKEN', message: 'broken' },
      })),
    })),
    texts: {},
    warnings: changes.warnings ?? [],
    timing: {
      startedAt: '2024-01-01T00:00:00.000Z',
      totalMs: 1,
      indexMs: 1,
      indexReused: false,
      stages: stages.map((stage) => ({
        id: idOf(stage),
        n: stage.n ?? 124,
        warmUpTopics: 5,
        coldMs: 3,
        p50Ms: stage.p50Ms === undefined ? 1 : stage.p50Ms,
        p95Ms: 2,
        meanMs: 1,
        ...(stage.cachedTopicIds === undefined ? {} : { cachedTopicIds: [...stage.cachedTopicIds] }),
      })),
    },
    environment: { tool: '0', node: 'v20', platform: 'p', cpu: 'c', packages: {}, golden: 'golden/handbook' },
  });
}

/** One stage against the first of its report, by differences of the declared measures. */
export function sampleDelta(
  report: Report,
  stage: string,
  changes: Partial<StageDelta> = {},
  axis: Axis = 'quality',
): StageDelta {
  const find = (id: string) => report.stages.find((each) => each.id === id || each.name === id);
  const candidate = find(stage);
  const baseline = find(report.declared.baseline);
  const measures = Object.fromEntries(
    DECLARED.map((name) => [name, moved(baseline?.means[name] ?? 0, candidate?.means[name] ?? 0)]),
  );
  const direction = directionOf(Object.values(measures));
  const size = measures['nDCG@10']?.delta ?? 0;
  const { wins, ties, losses } = measures['nDCG@10']?.topics ?? { wins: 0, ties: 0, losses: 0 };
  return {
    stage: candidate?.id ?? stage,
    baseline: report.declared.baseline,
    axis,
    measures,
    topics: 96,
    isStructural: candidate?.isStructural ?? false,
    direction,
    verdict:
      `${candidate?.name}: ${direction} against ${baseline?.name} — nDCG@10 ` +
      `${size < 0 ? '−' : '+'}${Math.abs(size).toFixed(4)} (${wins} wins, ${ties} ties, ${losses} losses over 96 topics)`,
    ...changes,
  };
}

export function moved(baseline: number, candidate: number): MeasureDelta {
  const delta = candidate - baseline;
  if (delta === 0) return { baseline, candidate, delta, direction: 'none', topics: { wins: 0, ties: 96, losses: 0 } };
  const topics = delta < 0 ? { wins: 20, ties: 35, losses: 41 } : { wins: 41, ties: 35, losses: 20 };
  return { baseline, candidate, delta, direction: delta > 0 ? 'up' : 'down', topics };
}

function directionOf(measures: readonly MeasureDelta[]): Direction {
  const rose = measures.some(({ direction }) => direction === 'up');
  const fell = measures.some(({ direction }) => direction === 'down');
  if (rose && fell) return 'MIXED';
  return rose ? 'IMPROVEMENT' : fell ? 'REGRESSION' : 'NO CHANGE';
}

/** A slice in which every stage has its overall means. */
export function sampleSlice(
  report: Report,
  by: SliceDeltas['by'],
  name: string,
  topics: number,
  noAnswerTopics = 0,
): SliceDeltas {
  const compared = report.stages.filter(({ id }) => id !== report.declared.baseline);
  return {
    by,
    name,
    topics,
    noAnswerTopics,
    means: topics === 0 ? {} : Object.fromEntries(report.stages.map(({ id, means }) => [id, means])),
    deltas: topics === 0 ? [] : compared.map(({ id }) => sampleDelta(report, id)),
  };
}
