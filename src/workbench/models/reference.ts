import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readJsonFile } from '../../config/json-file.ts';
import { parseWith } from '../../contracts/parse.ts';

export const REFERENCE_FILE = 'reference.json';

const VectorsSchema = z.strictObject({
  role: z.enum(['query', 'passage']),
  /** Largest difference of a component that is none. */
  tolerance: z.number().positive(),
  texts: z.array(z.string()).min(1),
  vectors: z.array(z.array(z.number())).min(1),
});
/** Vectors that another implementation gave for texts. */
export type ReferenceVectors = z.infer<typeof VectorsSchema>;

const LogitsSchema = z
  .array(
    z.strictObject({
      query: z.string(),
      passage: z.string(),
      logit_f32: z.number().optional(),
      logit_int8: z.number().optional(),
    }),
  )
  .min(1);
/** Raw scores that another implementation gave for pairs, by number format. */
export type ReferenceLogits = z.infer<typeof LogitsSchema>;

/** undefined: there is none. @throws GrkError GRK_MODEL_INVALID, GRK_FILE_UNREADABLE */
export function referenceVectors(folder: string): ReferenceVectors | undefined {
  return read(folder, VectorsSchema);
}

/** undefined: there is none. @throws as `referenceVectors` */
export function referenceLogits(folder: string): ReferenceLogits | undefined {
  return read(folder, LogitsSchema);
}

function read<S extends z.ZodType>(folder: string, schema: S): z.output<S> | undefined {
  const file = join(folder, REFERENCE_FILE);
  if (!existsSync(file)) return undefined;
  const mending = 'Take the file from where the model came from again, or delete it.';
  const value = readJsonFile(file, { what: 'the reference', code: 'GRK_MODEL_INVALID', naming: mending, mending });
  return parseWith(schema, value, { what: file, code: 'GRK_MODEL_INVALID', remedy: mending });
}
