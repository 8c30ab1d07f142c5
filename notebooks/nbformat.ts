import { z } from 'zod';

/** Text as notebooks store it: one string, or lines that keep their ends. */
const TextSchema = z.union([z.string(), z.array(z.string())]);

const OutputSchema = z.discriminatedUnion('output_type', [
  z.strictObject({ output_type: z.literal('stream'), name: z.enum(['stdout', 'stderr']), text: TextSchema }),
  z.strictObject({
    output_type: z.literal('display_data'),
    data: z.record(z.string(), z.unknown()),
    metadata: z.record(z.string(), z.unknown()),
  }),
]);
export type Output = z.infer<typeof OutputSchema>;

const CellSchema = z.discriminatedUnion('cell_type', [
  z.strictObject({
    cell_type: z.literal('markdown'),
    id: z.string().min(1),
    metadata: z.record(z.string(), z.unknown()),
    source: TextSchema,
  }),
  z.strictObject({
    cell_type: z.literal('code'),
    execution_count: z.int().nullable(),
    id: z.string().min(1),
    metadata: z.record(z.string(), z.unknown()),
    outputs: z.array(OutputSchema),
    source: TextSchema,
  }),
]);

/** The part of nbformat 4.5 that the notebooks here use. */
const NotebookSchema = z.strictObject({
  cells: z.array(CellSchema),
  metadata: z.record(z.string(), z.unknown()),
  nbformat: z.literal(4),
  nbformat_minor: z.literal(5),
});
export type Notebook = z.infer<typeof NotebookSchema>;
export type CodeCell = Extract<Notebook['cells'][number], { cell_type: 'code' }>;

/** @throws Error for what is no such notebook */
export function parseNotebook(text: string): Notebook {
  return NotebookSchema.parse(JSON.parse(text));
}

/** As Jupyter writes it: one blank of indent, and a line end. */
export function notebookText(notebook: Notebook): string {
  return `${JSON.stringify(notebook, null, 1)}\n`;
}

export function joined(text: string | readonly string[]): string {
  return typeof text === 'string' ? text : text.join('');
}

/** Lines that keep their ends, so that a change of one is a change of one line in a diff. */
export function lines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
