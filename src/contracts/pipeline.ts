import { z } from 'zod';
import { parseCombined } from './model-id.ts';

/** Default depth to which each leg is read before fusion, and to which rankings are stored. */
export const DEFAULT_WINDOW = 100;

export const AnalyzerNameSchema = z.enum(['english', 'plain', 'cjk']);
export type AnalyzerName = z.infer<typeof AnalyzerNameSchema>;

export const LexicalEngineNameSchema = z.enum(['bm25', 'minisearch']);
export type LexicalEngineName = z.infer<typeof LexicalEngineNameSchema>;

export const ChunkerSchema = z.discriminatedUnion('name', [
  z
    .strictObject({
      name: z.literal('markdown'),
      maxChars: z.int().min(40).default(1200).describe('Longest passage, in UTF-16 code units.'),
    })
    .describe('Follows headings; code blocks and tables are not cut through.'),
  z
    .strictObject({
      name: z.literal('recursive'),
      maxChars: z.int().min(40).default(1200).describe('Longest passage, in UTF-16 code units.'),
      overlapChars: z.int().min(0).default(0).describe('How far a passage reaches back into the one before it.'),
    })
    .refine(({ maxChars, overlapChars }) => overlapChars <= maxChars / 2, {
      path: ['overlapChars'],
      message: 'at most half of maxChars',
    })
    .describe('Splits at the coarsest boundary that fits: blank line, line, sentence, word.'),
  z.strictObject({ name: z.literal('whole') }).describe('One passage per document.'),
]);
export type ChunkerSettings = z.infer<typeof ChunkerSchema>;

export const StageNameSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]*$/, 'a stage name has lower-case letters, digits, dots, hyphens')
  .describe('Unique within the variant; a stage’s id is variant/name.');

export const Bm25ParamsSchema = z.strictObject({
  k1: z.number().min(0).default(0.9).describe('Term-frequency saturation.'),
  b: z.number().min(0).max(1).default(0.4).describe('Length normalisation.'),
});
export type Bm25Params = z.infer<typeof Bm25ParamsSchema>;

const Bm25StageSchema = z.strictObject({
  kind: z.literal('bm25'),
  name: StageNameSchema.default('bm25'),
  ...Bm25ParamsSchema.shape,
});
const DenseStageSchema = z.strictObject({ kind: z.literal('dense'), name: StageNameSchema.default('dense') });

export const FusionParamsSchema = z.strictObject({
  method: z.literal('rrf').default('rrf').describe('rrf: reciprocal rank fusion.'),
  k: z.number().positive().default(60).describe('RRF constant: a leg adds weight / (k + rank).'),
  weights: z.record(z.string(), z.number().min(0)).default({}).describe('Weight per leg; 1 where none is given.'),
  window: z.int().min(1).default(DEFAULT_WINDOW).describe('How deep each leg is read before fusion.'),
});
const FusionStageSchema = z.strictObject({
  kind: z.literal('fusion'),
  name: StageNameSchema.default('fusion'),
  legs: z.array(StageNameSchema).min(1).default(['bm25', 'dense']),
  ...FusionParamsSchema.shape,
});
const RerankStageSchema = z.strictObject({
  kind: z.literal('rerank'),
  name: StageNameSchema.default('rerank'),
  input: StageNameSchema.default('fusion'),
  reranker: z.string().min(1).describe('Reranker id; a path in it is relative to the suite file.'),
  depth: z.int().min(1).default(50).describe('How many candidates of the input are reranked.'),
  inputScore: z
    .enum(['input', 'legs'])
    .optional()
    .describe(
      'What combined(…) adds to: the score of the input, or those of the legs that it fuses (the default over a fusion).',
    ),
});

/** Longest time limit: ten minutes. */
const TimeoutSchema = z.int().min(1).max(600_000).default(10_000);

/** Where an external leg comes from; paths are relative to the suite file. */
export const ExternalSourceSchema = z.union([
  z
    .strictObject({
      module: z
        .string()
        .min(1)
        .describe('JavaScript module that exports `search(topic, k, signal)`; what it imports is not hashed.'),
      timeoutMs: TimeoutSchema.describe('Per topic.'),
    })
    .describe('A module of your own.'),
  z
    .strictObject({
      http: z
        .url({ protocol: /^https?$/, error: 'an address begins with http:// or https://' })
        .refine((address) => !hasUserInfo(address), 'an address cannot hold a user name or password')
        .describe('Address that answers POST {topicId, query, k} with {hits}.'),
      timeoutMs: TimeoutSchema.describe('Per attempt.'),
      retries: z.int().min(0).max(10).default(2).describe('Attempts after the first one.'),
      concurrency: z.int().min(1).max(64).default(1).describe('Requests at a time.'),
    })
    .describe('An HTTP endpoint.'),
  z.strictObject({ run: z.string().min(1).describe('Run file in TREC form, gzip too.') }).describe('A stored run.'),
  z
    .strictObject({
      function: z.string().min(1).describe('Name of a search that `evaluate` of the library is given.'),
      timeoutMs: TimeoutSchema.describe('Per topic.'),
    })
    .describe('A function of the program that calls the library.'),
]);
export type ExternalSource = z.infer<typeof ExternalSourceSchema>;

function hasUserInfo(address: string): boolean {
  return URL.canParse(address) && `${new URL(address).username}${new URL(address).password}` !== '';
}

const ExternalStageSchema = z
  .strictObject({
    kind: z.literal('external'),
    name: StageNameSchema,
    source: ExternalSourceSchema,
    version: z
      .string()
      .min(1)
      .optional()
      .describe('What you call the state of that search; it is part of the run configuration.'),
    canAbstain: z.boolean().default(false).describe('It has a rule by which it returns nothing.'),
  })
  .refine(({ source, version }) => !('http' in source && source.http.includes('?')) || version !== undefined, {
    path: ['version'],
    message: 'needed for an address with a query: the query is not recorded, so two of them would look alike',
  })
  .describe('Your own search as a leg.');

/** Kinds of stage that rank by themselves, and that a fusion can join. */
export const LEG_KINDS: readonly string[] = ['bm25', 'dense', 'external'];

export const StageSchema = z.discriminatedUnion('kind', [
  Bm25StageSchema,
  DenseStageSchema,
  ExternalStageSchema,
  FusionStageSchema,
  RerankStageSchema,
]);
export type Stage = z.infer<typeof StageSchema>;
export type StageOf<K extends Stage['kind']> = Extract<Stage, { kind: K }>;

/** A stage as a suite file writes it: parameters that it leaves out are those of the configuration. */
const StageInFileSchema = z.discriminatedUnion('kind', [
  Bm25StageSchema.extend({
    k1: orConfigured(Bm25ParamsSchema.shape.k1, 'Term-frequency saturation', 'lexical.k1'),
    b: orConfigured(Bm25ParamsSchema.shape.b, 'Length normalisation', 'lexical.b'),
  }),
  DenseStageSchema,
  ExternalStageSchema,
  FusionStageSchema.extend({
    method: orConfigured(FusionParamsSchema.shape.method, 'How legs are joined', 'fusion.method'),
    k: orConfigured(FusionParamsSchema.shape.k, 'RRF constant', 'fusion.k'),
    weights: orConfigured(FusionParamsSchema.shape.weights, 'Weight per leg, all of them', 'fusion.weights'),
    window: orConfigured(FusionParamsSchema.shape.window, 'How deep each leg is read', 'fusion.window'),
  }),
  RerankStageSchema,
]);
type StageInFile = z.infer<typeof StageInFileSchema>;

function orConfigured<T extends z.ZodType>(parameter: z.ZodDefault<T>, meaning: string, key: string): z.ZodOptional<T> {
  return parameter.unwrap().optional().describe(`${meaning}; default: ${key} of the configuration.`);
}

const VARIANT_SHAPE = {
  name: StageNameSchema,
  chunker: ChunkerSchema.optional().describe(
    'Default: the configuration’s; `whole` for collections of ready passages.',
  ),
  analyzer: AnalyzerNameSchema.optional().describe('Default: the configuration’s.'),
  engine: LexicalEngineNameSchema.optional().describe('Default: the configuration’s.'),
  embedder: z
    .string()
    .min(1)
    .optional()
    .describe('Embedder id, a path in it relative to the suite file; default: the configuration’s.'),
  filter: z
    .array(z.string().min(1))
    .min(1)
    .optional()
    .describe('Only documents with this metadata, as in grk search --filter: ["ext=md", "year>=2024"]; all must hold.'),
};

/** A complete pipeline with its settings. */
export const VariantSchema = z
  .strictObject({ ...VARIANT_SHAPE, stages: z.array(StageSchema).min(1) })
  .superRefine(checkStages);
export type Variant = z.infer<typeof VariantSchema>;

export const VariantInFileSchema = z
  .strictObject({ ...VARIANT_SHAPE, stages: z.array(StageInFileSchema).min(1) })
  .superRefine(checkStages);
export type VariantInFile = z.infer<typeof VariantInFileSchema>;

function checkStages(variant: { readonly stages: readonly StageInFile[] }, context: z.RefinementCtx): void {
  const seen = new Map<string, StageInFile>();
  variant.stages.forEach((stage, index) => {
    const complain = (message: string) => context.addIssue({ code: 'custom', path: ['stages', index], message });
    if (seen.has(stage.name)) complain(`two stages are named "${stage.name}"`);
    const inputs = stage.kind === 'fusion' ? stage.legs : stage.kind === 'rerank' ? [stage.input] : [];
    if (new Set(inputs).size !== inputs.length) complain(`stage "${stage.name}" names a leg twice`);
    for (const input of inputs) {
      if (!seen.has(input)) complain(`stage "${stage.name}" reads "${input}", which no earlier stage is named`);
      else if (stage.kind === 'fusion' && !LEG_KINDS.includes(seen.get(input)?.kind ?? '')) {
        complain(`stage "${stage.name}" fuses "${input}", which is not a leg`);
      }
    }
    if (stage.kind === 'rerank' && stage.inputScore === 'legs') {
      if (seen.get(stage.input)?.kind !== 'fusion')
        complain(`stage "${stage.name}" adds to the scores of legs, and its input "${stage.input}" fuses none`);
      if (parseCombined(stage.reranker) === undefined)
        complain(`stage "${stage.name}" adds to the scores of legs, which only combined(…) does`);
    }
    if (stage.kind === 'fusion') {
      if (stage.legs.every((leg) => stage.weights?.[leg] === 0))
        complain(`stage "${stage.name}" weighs all its legs 0`);
      for (const leg of Object.keys(stage.weights ?? {})) {
        if (!stage.legs.includes(leg)) complain(`stage "${stage.name}" weighs "${leg}", which is not one of its legs`);
      }
    }
    seen.set(stage.name, stage);
  });
}
