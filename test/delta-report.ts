import type { Answerable } from '../src/contracts/golden.ts';
import type { Abstention, ReportStage } from '../src/contracts/report.ts';
import type { DeltaInput } from '../src/evals/delta/stage-topics.ts';

const MEASURES = ['nDCG@10', 'RR@10', 'P@10'];
const RULE: Abstention = { noAnswerTopics: 0, silentOnNoAnswer: 0, answerableTopics: 0, silentOnAnswerable: 0 };

interface StageSpec {
  /** Values per topic, by measure; a measure that is not named has the values of the first. */
  readonly [measure: string]: readonly number[];
}
interface Extra {
  readonly isStructural?: boolean;
  readonly hasRule?: boolean;
  readonly variant?: string;
  readonly kind?: ReportStage['kind'];
  /** Ids. */
  readonly input?: readonly string[];
  /** Topics for which nothing is returned, and topics that failed. */
  readonly silent?: readonly number[];
  readonly failed?: readonly number[];
  /** Passage ids per topic; default: one hit. A passage `d:1` is of document `d`. */
  readonly rankings?: readonly (readonly string[])[];
}

/** Deeper than any measure of the reports made here looks. */
const RERANK_DEPTHS = { rerank: 50 };

const HIT = { id: 'p', doc: 'd', start: 0, end: 1, score: 1 };

/** A stage by its values per topic; topics are t0, t1 and so on. */
export function stage(name: string, values: StageSpec, extra: Extra = {}): ReportStage {
  const first = Object.values(values)[0] ?? [];
  const variant = extra.variant ?? 'default';
  const isEmpty = (i: number) => extra.silent?.includes(i) || extra.failed?.includes(i);
  return {
    id: `${variant}/${name}`,
    variant,
    name,
    kind: extra.kind ?? 'bm25',
    input: [...(extra.input ?? [])],
    isStructural: extra.isStructural ?? false,
    determinism: 'bitwise',
    means: {},
    controls: [],
    abstention: extra.hasRule ? RULE : null,
    topics: first.map((_, i) => ({
      topicId: `t${i}`,
      scores: extra.failed?.includes(i)
        ? {}
        : Object.fromEntries(
            [...new Set([...MEASURES, ...Object.keys(values)])].map((name) => [name, (values[name] ?? first)[i] ?? 0]),
          ),
      ranking: isEmpty(i)
        ? []
        : (extra.rankings?.[i]?.map((id) => ({ ...HIT, id, doc: id.split(':')[0] ?? '' })) ?? [HIT]),
      ...(extra.failed?.includes(i) ? { error: { code: 'GRK_LEG_BROKEN', message: 'x' } } : {}),
    })),
  };
}

interface ReportExtra {
  readonly declared?: Partial<DeltaInput['declared']>;
  readonly measures?: readonly string[];
  readonly split?: string;
  readonly unit?: 'passage' | 'document';
  /** Milliseconds by stage id, per topic, then per repeat. */
  readonly repeatsMs?: Readonly<Record<string, readonly (readonly (number | null)[])[]>>;
  /** Topics answered from the cache, by stage id. */
  readonly cached?: Readonly<Record<string, readonly string[]>>;
  /** Depth of rerank stages by name. */
  readonly depths?: Readonly<Record<string, number>>;
  /** Grades by passage id, for every topic; in document unit by document id. */
  readonly judged?: Readonly<Record<string, number>>;
}

/** A report of these stages, the first of which is the baseline; variants but `default` have another chunker. */
export function report(
  stages: readonly ReportStage[],
  answerable: readonly Answerable[] = [],
  extra: ReportExtra = {},
): DeltaInput {
  const variants = [...new Set(stages.map(({ variant }) => variant))];
  const algorithm = { algorithm: 'x/1', settings: {} };
  const topics = (stages[0]?.topics ?? []).map(({ topicId }) => topicId);
  const judged = Object.entries(extra.judged ?? {}).map(([id, grade]) => ({ id, grade }));
  return {
    declared: {
      primary: 'nDCG@10',
      secondary: ['RR@10'],
      baseline: stages[0]?.id ?? '',
      alpha: 0.05,
      minimumEffect: null,
      guards: [],
      gates: [],
      ...extra.declared,
    },
    runConfig: {
      golden: { corpusSha256: '', judgmentsSha256: '', unit: extra.unit ?? 'passage' },
      selection: { split: extra.split ?? 'dev', topics: null, categories: [], excludeSelf: false, topicIdsSha256: '' },
      variants: variants.map((name) => ({
        name,
        reading: 'reading/1',
        context: 'heading-context/1',
        chunker: { algorithm: 'markdown/1', settings: { maxChars: name === 'default' ? 1200 : 400 } },
        analyzer: algorithm,
        engine: algorithm,
        embedder: null,
        stages: Object.entries(extra.depths ?? RERANK_DEPTHS).map(([stageName, depth]) => ({
          name: stageName,
          kind: 'rerank' as const,
          algorithm: 'rerank-top/1',
          settings: { depth },
        })),
      })),
      topK: 100,
      measures: (extra.measures ?? MEASURES).map((name) => ({ name, algorithm: 'x/1' })),
      rules: {
        relevance: 'half-cover/1',
        pipeline: 'pipeline/1',
        abstention: 'silence/1',
        tieOrder: 'tie-order/1',
        means: 'means/1',
      },
    },
    variants: variants.map((name) => ({ name, pipeline: [], indexId: name })),
    indexes: variants.map((id) => ({
      id,
      chunker: 'markdown/1',
      passages: 1,
      vectorsSha256: null,
      relevant: extra.unit === 'document' ? [] : topics.map((topicId) => ({ topicId, passages: judged })),
    })),
    topics: topics.map((topicId, i) => ({
      topicId,
      query: 'q',
      answerable: answerable[i] ?? true,
      split: extra.split ?? 'dev',
      category: i % 2 === 0 ? 'even' : 'odd',
      slices: i === 0 ? ['first'] : [],
      gold: extra.unit === 'document' ? judged.map(({ id, grade }) => ({ doc: id, grade })) : [],
    })),
    stages: [...stages],
    timing: {
      startedAt: '',
      totalMs: 0,
      indexMs: 0,
      indexReused: false,
      stages: stages.map(({ id }) => ({
        id,
        n: topics.length,
        warmUpTopics: 0,
        coldMs: null,
        p50Ms: null,
        p95Ms: null,
        meanMs: null,
        topicsMs: [],
        repeatsMs: extra.repeatsMs?.[id]?.map((row) => [...row]),
        ...(extra.cached?.[id] === undefined ? {} : { cachedTopicIds: [...extra.cached[id]] }),
      })),
    },
  };
}
