import { z } from 'zod';
import type { DocId, TopicId } from './ids.ts';
import { IdSchema } from './ids.ts';

const GradeSchema = z
  .int()
  .describe('0 is judged not relevant; higher is more relevant; below 0 stood in the pool and was not judged.');

const QuoteGoldSchema = z.strictObject({
  doc: IdSchema,
  quote: z.string().min(1).describe('Exact text of the document; it occurs once, or `occurrence` says which one.'),
  occurrence: z.int().min(1).optional().describe('Counts from 1; needed only where the quote occurs more than once.'),
  grade: GradeSchema,
});
const LinesGoldSchema = z.strictObject({
  doc: IdSchema,
  lines: z.tuple([z.int().min(1), z.int().min(1)]).describe('First and last line, counted from 1, both included.'),
  grade: GradeSchema,
});
const DocumentGoldSchema = z.strictObject({ doc: IdSchema, grade: GradeSchema });

/** `unknown`: a topic without any relevant judgment so far; it is counted and in neither axis. */
export const AnswerableSchema = z.union([z.boolean(), z.literal('unknown')]);
export type Answerable = z.infer<typeof AnswerableSchema>;

/** One row of `judgments.jsonl`. */
export const JudgmentRowSchema = z.strictObject({
  topicId: IdSchema,
  query: z.string().trim().min(1, 'a query cannot be blank'),
  category: IdSchema,
  split: IdSchema,
  slices: z.array(IdSchema).default([]),
  answerable: AnswerableSchema.describe(
    'false declares that nothing in the corpus answers the topic; "unknown": nothing relevant was judged so far.',
  ),
  gold: z.array(z.union([QuoteGoldSchema, LinesGoldSchema, DocumentGoldSchema])),
  overlap: z
    .int()
    .min(0)
    .optional()
    .describe('Content words that the query shares with its gold quotes; `grk golden check` counts them again.'),
  notes: z.string().optional(),
});
export type JudgmentRow = z.infer<typeof JudgmentRowSchema>;
export type GoldEntry = JudgmentRow['gold'][number];

export const UnitSchema = z.enum(['passage', 'document']);
export type Unit = z.infer<typeof UnitSchema>;

export const ImportFormatSchema = z.enum(['beir', 'trec', 'jsonl']);
export type ImportFormat = z.infer<typeof ImportFormatSchema>;

/** `manifest.json` of a golden set. */
export const GoldenManifestSchema = z.strictObject({
  $schema: z.string().optional(),
  name: IdSchema,
  version: z.string().min(1),
  description: z.string().min(1),
  licence: z.string().min(1),
  language: z.string().min(2).describe('BCP 47 tag, such as en.'),
  unit: UnitSchema.describe('What is ranked and judged.'),
  importedFrom: ImportFormatSchema.optional().describe('The form that it was imported from.'),
  corpus: z.strictObject({
    path: z.string().min(1).describe('A folder, or a corpus.jsonl file, relative to the manifest.'),
    include: z.array(z.string().min(1)).default(['**/*.md']).describe('Globs below the folder.'),
    exclude: z.array(z.string().min(1)).default([]),
  }),
});
export type GoldenManifest = z.infer<typeof GoldenManifestSchema>;

/** Where the documents of a golden set or an ingest lie; `ingest` reads it. Paths are absolute. */
export type CorpusSource =
  | {
      readonly kind: 'folder';
      readonly root: string;
      readonly include: readonly string[];
      readonly exclude: readonly string[];
    }
  | { readonly kind: 'jsonl'; readonly files: readonly string[] };

/** What a gold entry points at inside its document. */
export type GoldAnchor =
  | { readonly kind: 'document' }
  | { readonly kind: 'quote'; readonly quote: string; readonly occurrence: number | undefined }
  | { readonly kind: 'lines'; readonly first: number; readonly last: number };

export interface Gold {
  readonly doc: DocId;
  readonly grade: number;
  readonly anchor: GoldAnchor;
  /** `file:line`, for messages. */
  readonly where: string;
}

export interface Topic {
  readonly topicId: TopicId;
  readonly query: string;
  readonly category: string;
  readonly split: string;
  readonly slices: readonly string[];
  readonly answerable: Answerable;
  readonly gold: readonly Gold[];
  readonly overlap: number | undefined;
  readonly where: string;
}

export interface GoldenSet {
  readonly name: string;
  readonly version: string;
  readonly language: string;
  readonly licence: string;
  readonly unit: Unit;
  /** The form in which its makers had it; what makers of other forms did is warned about, not refused. */
  readonly format: 'grk' | ImportFormat;
  readonly source: CorpusSource;
  /** Sorted by topic id, bytewise. */
  readonly topics: readonly Topic[];
  readonly splits: readonly string[];
  readonly judgmentsSha256: string;
}

/** What a check of a golden set found; `where` is `file:line`, or the file or folder. */
export interface Finding {
  readonly severity: 'error' | 'warning' | 'notice';
  readonly where: string;
  readonly message: string;
}
