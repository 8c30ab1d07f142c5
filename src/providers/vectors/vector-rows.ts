import { z } from 'zod';
import { parseWith } from '../../contracts/parse.ts';
import type { EmbedRole } from '../../contracts/ports.ts';
import type { NpyMatrix } from './npy.ts';
import { VECTORS_REMEDY, vectorsFault } from './vectors-fault.ts';

export interface VectorRow {
  /** `file:line` of its text. */
  readonly where: string;
  readonly text: string;
  /** Left out: both. */
  readonly role?: EmbedRole | undefined;
  readonly vector: ArrayLike<number>;
}

const TextRowSchema = z.strictObject({ role: z.enum(['query', 'passage']).optional(), text: z.string() });
const VectorRowSchema = TextRowSchema.extend({ vector: z.array(z.number()).min(1) });

/** Rows of texts with their vectors. @throws GrkError GRK_MODEL_INVALID with file and line */
export function* jsonlRows(file: string, bytes: Buffer): Generator<VectorRow> {
  for (const { where, value } of jsonLines(file, bytes)) {
    yield {
      where,
      ...parseWith(VectorRowSchema, value, { what: where, code: 'GRK_MODEL_INVALID', remedy: VECTORS_REMEDY }),
    };
  }
}

/** Rows of texts, with the vectors of an .npy in the same order. @throws GrkError GRK_MODEL_INVALID with file and line */
export function* npyRows(file: string, matrix: NpyMatrix, textsFile: string, texts: Buffer): Generator<VectorRow> {
  let count = 0;
  for (const { where, value } of jsonLines(textsFile, texts)) {
    const context = { what: where, code: 'GRK_MODEL_INVALID', remedy: VECTORS_REMEDY } as const;
    const row = parseWith(TextRowSchema, value, context);
    if (count < matrix.rows) yield { where, ...row, vector: matrix.row(count) };
    count++;
  }
  if (count !== matrix.rows) throw vectorsFault(file, `${matrix.rows} rows for the ${count} texts of ${textsFile}`);
}

/** Line by line: a file may be longer than a string can be. */
function* jsonLines(file: string, bytes: Buffer): Generator<{ where: string; value: unknown }> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 0;
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(0x0a, start);
    const part = bytes.subarray(start, end < 0 ? bytes.length : end);
    start += part.length + 1;
    const where = `${file}:${++line}`;
    let text: string;
    try {
      text = decoder.decode(part);
    } catch {
      throw vectorsFault(where, 'not UTF-8');
    }
    if (text.trim() === '') continue;
    try {
      yield { where, value: JSON.parse(text) };
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw vectorsFault(where, `not valid JSON (${error.message})`);
    }
  }
}
