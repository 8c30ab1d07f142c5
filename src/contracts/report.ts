import { z } from 'zod';
import { DeterminismSchema } from './embedder.ts';
import { AnswerableSchema } from './golden.ts';
import { Sha256Schema } from './ids.ts';
import { RunConfigSchema } from './run-config.ts';
import { GuardSchema } from './suite.ts';

export const REPORT_SCHEMA_VERSION = 1;

const Finite = z.number();
const ScoresSchema = z.record(z.string(), Finite).describe('Measure name to value, unrounded.');

const RankedSchema = z.strictObject({
  id: z.string().describe('Passage id.'),
  doc: z.string(),
  start: z.int().min(0).describe('UTF-16 offset into the document as read.'),
  end: z.int().min(0),
  score: Finite,
});

const GoldSchema = z.strictObject({
  doc: z.string(),
  grade: z.int(),
  start: z.int().min(0).optional(),
  end: z.int().min(0).optional(),
});

export const ReportTopicSchema = z.strictObject({
  topicId: z.string(),
  query: z.string(),
  answerable: AnswerableSchema,
  split: z.string(),
  category: z.string(),
  slices: z.array(z.string()),
  gold: z.array(GoldSchema),
});

const TopicErrorSchema = z.strictObject({ code: z.string(), message: z.string() });

const StageTopicSchema = z.strictObject({
  topicId: z.string(),
  scores: ScoresSchema.describe('Empty for topics outside the quality axis.'),
  ranking: z.array(RankedSchema).describe('The order of the array is the rank.'),
  error: TopicErrorSchema.optional(),
});

export const AbstentionSchema = z.strictObject({
  noAnswerTopics: z.int().min(0),
  silentOnNoAnswer: z.int().min(0).describe('No-answer topics for which nothing was returned.'),
  answerableTopics: z.int().min(0),
  silentOnAnswerable: z.int().min(0).describe('Answerable topics for which nothing was returned.'),
});

const ControlTopicSchema = z.strictObject({
  topicId: z.string(),
  ids: z.array(z.string()).describe('Passage ids, or document ids in document unit, best first.'),
  scores: ScoresSchema.describe('Of the whole ranking; empty for topics outside the quality axis.'),
  error: TopicErrorSchema.optional(),
});

/** A second run of a stage under one changed condition, made so that effects can be told apart. */
export const ControlSchema = z.discriminatedUnion('kind', [
  z
    .strictObject({
      kind: z.literal('rerank-depth'),
      depth: z.int().min(1).describe('Only so many candidates of the input were reranked; the rest stayed in place.'),
      topics: z.array(ControlTopicSchema),
    })
    .describe('`ids`: the reranked candidates.'),
  z
    .strictObject({
      kind: z.literal('without-leg'),
      leg: z.string().describe('Stage id of the leg that was left out of the fusion.'),
      depth: z.int().min(1).describe('How much of each ranking is stored.'),
      topics: z.array(ControlTopicSchema),
    })
    .describe('`ids`: the top of the ranking.'),
]);

export const ReportStageSchema = z.strictObject({
  id: z.string().describe('variant/name'),
  variant: z.string(),
  name: z.string(),
  kind: z.enum(['bm25', 'dense', 'external', 'fusion', 'rerank']),
  input: z.array(z.string()).describe('Ids of the stages that this one reads.'),
  isStructural: z.boolean().describe('Touched by vectors or a reranker that mean nothing: it gets no verdict.'),
  determinism: DeterminismSchema,
  means: ScoresSchema.describe('Over answerable topics; a failed or empty topic counts 0.'),
  abstention: AbstentionSchema.nullable().describe('null: the stage has no rule by which it could return nothing.'),
  topics: z.array(StageTopicSchema),
  controls: z.array(ControlSchema).default([]),
});

export const WarningSchema = z.strictObject({
  code: z.string(),
  stage: z.string().optional(),
  message: z.string(),
  remedy: z.string().optional(),
});

const IndexSchema = z.strictObject({
  id: z.string(),
  chunker: z.string(),
  passages: z.int().min(0),
  vectorsSha256: Sha256Schema.nullable(),
  relevant: z
    .array(
      z.strictObject({ topicId: z.string(), passages: z.array(z.strictObject({ id: z.string(), grade: z.int() })) }),
    )
    .describe('Passages that count as relevant under this chunker; empty in document unit.'),
});

const StageTimingSchema = z.strictObject({
  id: z.string(),
  n: z.int().min(0).describe('Topics timed.'),
  warmUpTopics: z.int().min(0).describe('Topics run before the clock counted.'),
  coldMs: Finite.nullable().describe('The first topic of the process, opening the leg included.'),
  p50Ms: Finite.nullable(),
  p95Ms: Finite.nullable(),
  meanMs: Finite.nullable(),
  topicsMs: z
    .array(Finite.nullable())
    .default([])
    .describe(
      'Per topic in report order; null: it failed, or is one of cachedTopicIds. Empty where nothing was timed.',
    ),
  cachedTopicIds: z
    .array(z.string())
    .optional()
    .describe(
      'Topics that the stage, or one that it rests on, answered with scores kept from an earlier run, at least in part: they are left out of n and of all times but repeatsMs. Left out: none.',
    ),
  repeatsMs: z
    .array(z.array(Finite.nullable()))
    .optional()
    .describe('Per topic in report order, then per repeat; repeats of all stages were interleaved. null: it failed.'),
});

export const TimingSchema = z.strictObject({
  startedAt: z.string(),
  totalMs: Finite,
  indexMs: Finite,
  indexReused: z.boolean(),
  stages: z.array(StageTimingSchema),
});

export const EnvironmentSchema = z.strictObject({
  tool: z.string(),
  node: z.string(),
  platform: z.string(),
  cpu: z.string(),
  packages: z.record(z.string(), z.string()),
  golden: z.string().describe('Where the golden set lay.'),
});

/** How the run was declared to be read; fixed before anything was measured. */
export const DeclarationSchema = z.strictObject({
  primary: z.string(),
  secondary: z.array(z.string()),
  baseline: z.string().describe('Stage id.'),
  alpha: Finite,
  minimumEffect: Finite.nullable(),
  guards: z.array(GuardSchema).default([]),
  gates: z.array(z.string()).default([]),
});

/** One eval run. Deltas, verdicts and charts are derived from it when it is read, and never stored in it. */
export const ReportSchema = z.strictObject({
  $schema: z.string().optional(),
  schemaVersion: z.literal(REPORT_SCHEMA_VERSION),
  runConfig: RunConfigSchema,
  runConfigSha256: Sha256Schema,
  declared: DeclarationSchema,
  golden: z.strictObject({
    name: z.string(),
    version: z.string(),
    corpusSha256: Sha256Schema,
    judgmentsSha256: Sha256Schema,
    documents: z.int().min(0),
    topics: z.int().min(0).describe('Topics of the selection.'),
    answerable: z.int().min(0),
    unknown: z.int().min(0).describe('Topics without a relevant judgment and not declared unanswerable.'),
    excludedSelf: z.int().min(0).describe('Topics for which the document that carries the topic’s id was left out.'),
  }),
  indexes: z.array(IndexSchema).min(1),
  variants: z
    .array(
      z.strictObject({
        name: z.string(),
        pipeline: z.array(z.string()).describe('Stage ids in order.'),
        indexId: z.string(),
      }),
    )
    .min(1),
  topics: z.array(ReportTopicSchema),
  stages: z.array(ReportStageSchema).min(1),
  texts: z
    .record(z.string(), z.string())
    .describe('Passage id to text: relevant passages and the top 10 of each stage.'),
  warnings: z.array(WarningSchema),
  timing: TimingSchema,
  environment: EnvironmentSchema,
});

export type Report = z.infer<typeof ReportSchema>;
export type ReportTopic = z.infer<typeof ReportTopicSchema>;
export type ReportStage = z.infer<typeof ReportStageSchema>;
export type ReportWarning = z.infer<typeof WarningSchema>;
export type Abstention = z.infer<typeof AbstentionSchema>;
export type Timing = z.infer<typeof TimingSchema>;
export type Environment = z.infer<typeof EnvironmentSchema>;
export type Control = z.infer<typeof ControlSchema>;
export type ReportRanked = z.infer<typeof RankedSchema>;
export type Declaration = z.infer<typeof DeclarationSchema>;
