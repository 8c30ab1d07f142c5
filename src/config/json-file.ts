import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { type ErrorCode, GrkError } from '../contracts/errors.ts';
import { didYouMean } from '../contracts/nearest.ts';

/** What a file is, for messages. */
export interface JsonFileKind {
  /** `the suite`. */
  readonly what: string;
  /** Code for what is not JSON in UTF-8. */
  readonly code: ErrorCode;
  /** What to do about a file that is not there or cannot be read. */
  readonly naming: string;
  /** What to do about one that is not JSON. */
  readonly mending: string;
}

/**
 * The value of a JSON file in UTF-8; a byte-order mark is skipped.
 * @throws GrkError GRK_FILE_MISSING naming the nearest name beside it, GRK_FILE_UNREADABLE, and the code given for what is
 * not UTF-8 or not JSON
 */
export function readJsonFile(file: string, { what, code, naming, mending }: JsonFileKind): unknown {
  const bytes = readBytes(file, what, naming);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    const isText = cause instanceof SyntaxError;
    const why = isText ? `is not JSON: ${cause.message}` : 'is not valid UTF-8';
    throw new GrkError(code, `${file} ${why}`, { remedy: isText ? mending : 'Save the file as UTF-8.', cause });
  }
}

function readBytes(file: string, what: string, remedy: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      const hint = didYouMean(basename(file), namesBeside(file));
      const message = `${what} ${file} does not exist${hint === '' ? '' : `.${hint}`}`;
      throw new GrkError('GRK_FILE_MISSING', message, { remedy, cause });
    }
    const why = code === 'EISDIR' ? 'is a folder' : 'cannot be read';
    throw new GrkError('GRK_FILE_UNREADABLE', `${what} ${file} ${why}`, { remedy, cause });
  }
}

function namesBeside(file: string): string[] {
  try {
    return readdirSync(dirname(file));
  } catch {
    return [];
  }
}
