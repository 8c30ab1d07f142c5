import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { GrkError } from '../../contracts/errors.ts';
import { didYouMean } from '../../contracts/nearest.ts';

export type PathKind = 'folder' | 'file' | 'missing';

/**
 * What lies at a path.
 * @throws GrkError GRK_FILE_UNREADABLE
 */
export async function pathKind(path: string): Promise<PathKind> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    if (isMissing(error)) return 'missing';
    throw unreadable(path, error);
  }
}

/**
 * Names in a folder.
 * @throws GrkError GRK_FILE_UNREADABLE
 */
export async function listFolder(path: string): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

/**
 * A file as text, with its byte-order mark.
 * @throws GrkError GRK_FILE_UNREADABLE, GRK_NOT_UTF8
 */
export async function readTextFile(path: string): Promise<string> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (error) {
    throw unreadable(path, error);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new GrkError('GRK_NOT_UTF8', `${path} is not valid UTF-8`, { cause, remedy: 'Save the file as UTF-8.' });
  }
}

/** An error for a path, relative to `cwd`, that does not exist, naming the nearest name beside it. */
export async function missingPath(what: string, path: string, remedy: string, cwd = ''): Promise<GrkError> {
  const siblings = await readdir(dirname(resolve(cwd, path))).catch(() => []);
  const hint = didYouMean(basename(path), siblings);
  return new GrkError('GRK_FILE_MISSING', `${what} ${path} does not exist.${hint}`, { remedy });
}

function unreadable(path: string, cause: unknown): GrkError {
  const code = errorCode(cause);
  return new GrkError('GRK_FILE_UNREADABLE', `${path} cannot be read${code === undefined ? '' : ` (${code})`}`, {
    cause,
    remedy: 'Check that the file exists and that you may read it.',
  });
}

function isMissing(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
