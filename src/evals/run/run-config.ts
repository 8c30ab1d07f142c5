import { createHash } from 'node:crypto';
import { canonicalJson } from '../../contracts/canonical-json.ts';
import { unnamed } from '../../contracts/embedder.ts';
import type { ExternalIdentity } from '../../contracts/external.ts';
import type { Unit } from '../../contracts/golden.ts';
import { compareBytes } from '../../contracts/ids.ts';
import { type Measure, measureName } from '../../contracts/measure.ts';
import { parseWith } from '../../contracts/parse.ts';
import type { Stage } from '../../contracts/pipeline.ts';
import type { CollectionIdentity, Reranker } from '../../contracts/ports.ts';
import { TIE_ORDER_ALGORITHM } from '../../contracts/ranking.ts';
import { readingOf } from '../../contracts/reading.ts';
import type { RerankerIdentity } from '../../contracts/reranker.ts';
import { type RunConfig, RunConfigSchema, type RunStage, type RunVariant } from '../../contracts/run-config.ts';
import { EXTERNAL_ALGORITHM } from '../../retrieval/external-hits.ts';
import { RRF_ALGORITHM } from '../../retrieval/fusion/rrf.ts';
import { addsToLegs, LEG_SCORES_ALGORITHM } from '../../retrieval/leg-scores.ts';
import { PIPELINE_ALGORITHM } from '../../retrieval/pipeline.ts';
import { RERANK_ALGORITHM } from '../../retrieval/rerank.ts';
import { measureAlgorithm } from '../metrics/registry.ts';
import { ABSTENTION_ALGORITHM, MEANS_ALGORITHM } from './score.ts';

export interface RunConfigInput {
  readonly corpusSha256: string;
  readonly judgmentsSha256: string;
  readonly unit: Unit;
  readonly selection: RunConfig['selection'];
  readonly variants: readonly {
    readonly name: string;
    readonly stages: readonly Stage[];
    readonly identity: CollectionIdentity;
    readonly filter?: readonly string[] | undefined;
    /** Of external stages, by name. */
    readonly external?: ReadonlyMap<string, ExternalIdentity> | undefined;
    /** By stage name. */
    readonly rerankers?: ReadonlyMap<string, Pick<Reranker, 'identity'>>;
  }[];
  readonly topK: number;
  readonly measures: readonly Measure[];
  readonly relevance: string;
  /** Version id of exact dense search. */
  readonly denseAlgorithm: string;
}

/** Gathers everything that can change a number of the run. */
export function runConfigOf(input: RunConfigInput): RunConfig {
  const config: RunConfig = {
    golden: { corpusSha256: input.corpusSha256, judgmentsSha256: input.judgmentsSha256, unit: input.unit },
    selection: input.selection,
    variants: input.variants.map((variant) => variantOf(variant, input.denseAlgorithm)),
    topK: input.topK,
    measures: input.measures
      .map((measure) => ({ name: measureName(measure), algorithm: measureAlgorithm(measure) }))
      .toSorted((a, b) => compareBytes(a.name, b.name)),
    rules: {
      relevance: input.relevance,
      pipeline: PIPELINE_ALGORITHM,
      abstention: ABSTENTION_ALGORITHM,
      tieOrder: TIE_ORDER_ALGORITHM,
      means: MEANS_ALGORITHM,
    },
  };
  return parseWith(RunConfigSchema, config, { what: 'the run configuration', code: 'GRK_INTERNAL', remedy: undefined });
}

/** The name of a model is no part: equal weights in a folder of another name give equal numbers. */
export function runConfigSha256(config: RunConfig): string {
  const variants = config.variants.map(({ embedder, stages, ...variant }) => ({
    ...variant,
    embedder: embedder === null ? null : unnamed(embedder),
    stages: stages.map(({ reranker, ...stage }) =>
      reranker === undefined ? stage : { ...stage, reranker: unnamed(reranker) },
    ),
  }));
  return createHash('sha256')
    .update(canonicalJson({ ...config, variants }))
    .digest('hex');
}

function variantOf(variant: RunConfigInput['variants'][number], denseAlgorithm: string): RunVariant {
  const { name, stages, identity, filter, external, rerankers } = variant;
  const opened = (stage: Stage) => ({
    external: external?.get(stage.name),
    reranker: rerankers?.get(stage.name)?.identity,
  });
  const { name: chunker, ...chunkerSettings } = identity.chunker;
  return {
    name,
    reading: readingOf(identity),
    chunker: { algorithm: identity.chunkerAlgorithm, settings: { ...chunkerSettings, name: chunker } },
    context: identity.contextAlgorithm,
    analyzer: { algorithm: identity.analyzerAlgorithm, settings: { name: identity.analyzer } },
    engine: { algorithm: identity.engineAlgorithm, settings: { name: identity.engine } },
    embedder: identity.embedder,
    // In bytewise order: all must hold, so that their order changes nothing.
    ...(filter === undefined ? {} : { filter: filter.toSorted(compareBytes) }),
    stages: stages.map((stage) => stageOf(stage, stages, identity, denseAlgorithm, opened(stage))),
  };
}

function stageOf(
  stage: Stage,
  stages: readonly Stage[],
  identity: CollectionIdentity,
  denseAlgorithm: string,
  opened: { readonly external: ExternalIdentity | undefined; readonly reranker: RerankerIdentity | undefined },
): RunStage {
  const { name, kind, ...settings } = stage;
  const algorithm = {
    bm25: identity.engineAlgorithm,
    dense: denseAlgorithm,
    external: EXTERNAL_ALGORITHM,
    fusion: RRF_ALGORITHM,
    rerank: RERANK_ALGORITHM,
  }[kind];
  if (stage.kind === 'rerank' && opened.reranker !== undefined) {
    // The id may hold a path; what it stands for is its identity.
    const { input, depth } = stage;
    const inputScore = addsToLegs(stage, stages) ? { inputScore: LEG_SCORES_ALGORITHM } : {};
    return { name, kind, algorithm, settings: { input, depth, ...inputScore }, reranker: opened.reranker };
  }
  return {
    name,
    kind,
    algorithm,
    settings: kind === 'external' ? externalSettings(settings, opened.external) : settings,
  };
}

/** The source as its identity gives it: what a suite writes may hold what is secret. */
function externalSettings(
  { source: _source, ...settings }: Record<string, unknown>,
  identity: ExternalIdentity | undefined,
): RunStage['settings'] {
  if (identity === undefined) throw new RangeError('an external stage without the identity of its source');
  return { ...(settings as RunStage['settings']), ...identity.settings };
}
