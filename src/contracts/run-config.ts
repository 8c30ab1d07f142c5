import { z } from 'zod';
import { EmbedderIdentitySchema } from './embedder.ts';
import { UnitSchema } from './golden.ts';
import { Sha256Schema } from './ids.ts';
import { RerankerIdentitySchema } from './reranker.ts';

const SettingsSchema = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string()), z.record(z.string(), z.number())]),
);

/** An algorithm with its version id: the id changes when the output for equal input would. */
const AlgorithmSchema = z.strictObject({
  algorithm: z.string().regex(/^[a-z0-9-]+\/\d+$/, 'expected name/version'),
  settings: SettingsSchema,
});

export const RunStageSchema = z.strictObject({
  name: z.string(),
  kind: z.enum(['bm25', 'dense', 'external', 'fusion', 'rerank']),
  ...AlgorithmSchema.shape,
  reranker: RerankerIdentitySchema.optional(),
});

const RunVariantSchema = z.strictObject({
  name: z.string(),
  reading: z.string().describe('Version id of how files become texts.'),
  chunker: AlgorithmSchema,
  context: z.string().describe('Version id of how the headings of a passage join its text.'),
  analyzer: AlgorithmSchema,
  engine: AlgorithmSchema,
  embedder: EmbedderIdentitySchema.nullable(),
  filter: z.array(z.string()).optional().describe('Only documents with this metadata; left out: all.'),
  stages: z.array(RunStageSchema).min(1),
});

/**
 * Everything that can change a number of a run, and the names of its models; `runConfigSha256` is over its canonical
 * JSON without `embedder.model` and `reranker.model`.
 */
export const RunConfigSchema = z.strictObject({
  golden: z.strictObject({ corpusSha256: Sha256Schema, judgmentsSha256: Sha256Schema, unit: UnitSchema }),
  selection: z.strictObject({
    split: z.string(),
    topics: z.string().nullable().describe('Glob over topic ids.'),
    categories: z.array(z.string()).describe('Empty: all.'),
    excludeSelf: z.boolean(),
    topicIdsSha256: Sha256Schema,
  }),
  variants: z.array(RunVariantSchema).min(1),
  topK: z.int().min(1),
  measures: z
    .array(z.strictObject({ name: z.string(), algorithm: z.string() }))
    .min(1)
    .describe('In bytewise order of their names.'),
  rules: z.strictObject({
    relevance: z.string().describe('Version id: gold entries to relevant passages.'),
    pipeline: z.string().describe('Version id: windows, masks, passages to documents.'),
    abstention: z.string().describe('Version id: what counts as returning nothing.'),
    tieOrder: z.string().describe('Version id: which of two passages with equal scores comes first.'),
    means: z.string().describe('Version id: which topics a mean is over, and how it is summed.'),
  }),
});
export type RunConfig = z.infer<typeof RunConfigSchema>;
export type RunVariant = z.infer<typeof RunVariantSchema>;
export type RunStage = z.infer<typeof RunStageSchema>;
