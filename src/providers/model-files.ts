import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { GrkError } from '../contracts/errors.ts';

/** Makes the error of a kind of model: names the file and what is wrong with it. */
export type ModelFault = (file: string, fault: string, cause?: unknown) => GrkError;

/** @throws what `faultOf` makes */
export async function readModelFile(path: string, faultOf: ModelFault): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (cause) {
    const code = codeOf(cause);
    const isMissing = code === 'ENOENT' || code === 'ENOTDIR';
    throw faultOf(path, isMissing ? 'the file does not exist' : `the file cannot be read (${code})`, cause);
  }
}

/** @throws what `faultOf` makes */
export function parseJsonObject(bytes: Buffer | undefined, file: string, faultOf: ModelFault): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw faultOf(file, 'it is not JSON', cause);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw faultOf(file, 'it is not a JSON object');
  return { ...value };
}

/** Over name, length and bytes of each file, so that no two folders of other content hash alike. */
export function hashModelFiles(files: Iterable<readonly [name: string, bytes: Buffer]>): string {
  const hash = createHash('sha256');
  for (const [name, bytes] of files) hash.update(`${name} ${bytes.length}\n`).update(bytes);
  return hash.digest('hex');
}

/**
 * @param what says whose folder it is
 * @param hint ends the message
 * @throws GrkError GRK_FILE_MISSING
 */
export function requireFolder(what: string, folder: string, remedy: string, hint = ''): string {
  if (existsSync(folder)) return folder;
  throw new GrkError('GRK_FILE_MISSING', `${what}: there is no folder ${folder}${hint}`, { remedy });
}

/**
 * Reads a file that an id names.
 * @throws GrkError GRK_FILE_MISSING, GRK_FILE_UNREADABLE
 */
export function readNamedFile(file: string, remedy: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    const [code, fault] =
      codeOf(cause) === 'ENOENT'
        ? (['GRK_FILE_MISSING', 'does not exist'] as const)
        : (['GRK_FILE_UNREADABLE', 'cannot be read'] as const);
    throw new GrkError(code, `${file} ${fault}`, { remedy, cause });
  }
}

function codeOf(cause: unknown): string | undefined {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
}
