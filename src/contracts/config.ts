import { z } from 'zod';
import { MeasureNameSchema } from './measure.ts';
import {
  AnalyzerNameSchema,
  Bm25ParamsSchema,
  ChunkerSchema,
  DEFAULT_WINDOW,
  FusionParamsSchema,
  LexicalEngineNameSchema,
} from './pipeline.ts';
import { DEFAULT_PRIMARY, DEFAULT_SECONDARY } from './suite.ts';

const GIB = 2 ** 30;

/** As a reranker: no rerank stage. */
export const NO_RERANKER = 'none';
/** What ships with grk, added to what its input scored; why: docs/adr/0023. */
export const DEFAULT_RERANKER = 'combined(cross-tiny)';
export const DEFAULT_EMBEDDER = 'static:shipped';
export const DEFAULT_CHUNKER = 'markdown';
export const DEFAULT_COLLECTION = 'default';

/** What people write to be read. Code, data and JSONL are ingested where a glob or a path names them. */
const DOCUMENT_GLOBS = ['**/*.{md,mdx,markdown,txt,rst,adoc}', '**/*.{html,htm,xhtml}', '**/*.{pdf,docx}'];

export const CollectionNameSchema = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9._-]{0,63}$/,
    'a collection name has 1-64 lower-case letters, digits, dots, hyphens or underscores',
  );

/** `grk.config.json`. Every key has a default, so an empty object is a configuration. */
export const ConfigSchema = z.strictObject({
  $schema: z.string().optional().describe('Path or address of the JSON Schema, for editors.'),
  $help: z.record(z.string(), z.string()).optional().describe('Explanations for readers of the file; not read.'),
  golden: z.string().min(1).optional().describe('Golden set that `grk eval` measures on, relative to this file.'),
  collection: CollectionNameSchema.default(DEFAULT_COLLECTION).describe(
    'Collection that ingest writes and search reads.',
  ),
  corpus: z
    .strictObject({
      include: z.array(z.string().min(1)).default(DOCUMENT_GLOBS).describe('Globs of the files to ingest.'),
      exclude: z.array(z.string().min(1)).default([]).describe('Globs of the files to leave out.'),
      maxFileBytes: z.int().min(1).default(5_000_000).describe('Larger files are skipped and counted.'),
    })
    .prefault({}),
  chunker: ChunkerSchema.prefault({ name: DEFAULT_CHUNKER }).describe('How documents become passages.'),
  lexical: z
    .strictObject({
      engine: LexicalEngineNameSchema.default('bm25').describe(
        'bm25: exact, ours. minisearch: the library’s own formula.',
      ),
      analyzer: AnalyzerNameSchema.default('english').describe(
        'english: stop words and stems. plain: words. cjk: bigrams.',
      ),
      ...Bm25ParamsSchema.shape,
    })
    .prefault({}),
  embedder: z
    .string()
    .min(1)
    .default(DEFAULT_EMBEDDER)
    .describe(
      'static:shipped, static:PATH of a model2vec folder, transformers:PATH, vectors:PATH, ollama:MODEL, openai:MODEL, or hash (structural, for tests).',
    ),
  reranker: z
    .string()
    .min(1)
    .default(DEFAULT_RERANKER)
    .describe(
      'combined(RERANKER, WEIGHT), cross-tiny, cross-encoder:PATH, scripted:PATH of scores in JSONL, cohere:MODEL, jina:MODEL, tei:?url=URL, noop, reverse, oracle (structural, for tests), or none.',
    ),
  hub: z
    .string()
    .min(1)
    .optional()
    .describe('Host that `grk models fetch` asks; default HF_ENDPOINT, else https://huggingface.co.'),
  fusion: FusionParamsSchema.prefault({}).describe('How legs are joined.'),
  caches: z
    .strictObject({
      maxEmbeddingBytes: z
        .int()
        .min(0)
        .default(2 * GIB)
        .describe('Vectors of texts that were embedded.'),
      maxRerankBytes: z
        .int()
        .min(0)
        .default(GIB / 4)
        .describe('Scores of passages that were reranked.'),
      maxExtractionBytes: z.int().min(0).default(GIB).describe('Texts of PDF and DOCX files.'),
    })
    .prefault({})
    .describe('Bytes that are kept to save work; above, the least recently used goes at the end of a command.'),
  topK: z.int().min(1).default(DEFAULT_WINDOW).describe('How deep rankings of an eval are kept and scored.'),
  primary: MeasureNameSchema.default(DEFAULT_PRIMARY).describe('The measure that evidence and gates use.'),
  secondary: z
    .array(MeasureNameSchema)
    .default([...DEFAULT_SECONDARY])
    .describe('Measures that also set the direction.'),
  excludeSelf: z.boolean().default(false).describe('Leave out a document whose id is the topic’s id.'),
});
export type Config = z.infer<typeof ConfigSchema>;
/** A configuration as it is written. */
export type ConfigInput = z.input<typeof ConfigSchema>;

export type ConfigOrigin = 'default' | 'file' | 'env' | 'flag';
