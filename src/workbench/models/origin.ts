import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readJsonFile } from '../../config/json-file.ts';
import { parseWith } from '../../contracts/parse.ts';
import { COMMIT } from '../../providers/hub/hub.ts';

/** Written into each fetched folder: under which name the lock file holds it. */
const ORIGIN_FILE = 'grk-origin.json';

const OriginSchema = z.strictObject({ name: z.string().min(1), commit: z.string().regex(COMMIT), host: z.string() });
/** Where a fetched model comes from. */
export type Origin = z.infer<typeof OriginSchema>;

export function writeOrigin(folder: string, origin: Origin): void {
  writeFileSync(join(folder, ORIGIN_FILE), `${JSON.stringify(origin, null, 2)}\n`);
}

/** undefined: it was not fetched. @throws GrkError GRK_MODEL_INVALID, GRK_FILE_UNREADABLE */
export function readOrigin(folder: string): Origin | undefined {
  const file = join(folder, ORIGIN_FILE);
  if (!existsSync(file)) return undefined;
  const mending = 'Delete the folder, then fetch the model again.';
  const value = readJsonFile(file, { what: 'the origin', code: 'GRK_MODEL_INVALID', naming: mending, mending });
  return parseWith(OriginSchema, value, { what: file, code: 'GRK_MODEL_INVALID', remedy: mending });
}
