import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { GrkError } from '../contracts/errors.ts';
import { nearest } from '../contracts/nearest.ts';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOENT: 'it is gone, or its name is not UTF-8',
  EISDIR: 'it is a folder',
  ELOOP: 'its links lead to themselves, or a link took its place',
  ENAMETOOLONG: 'its path is too long for the system',
  EIO: 'the disk failed',
  ERR_FS_FILE_TOO_LARGE: 'it is larger than 2 GiB',
};

/** What a failed read of a file or folder means to the user. */
export function readFault(path: string, cause: unknown): GrkError {
  const code = errorCode(cause);
  return new GrkError(
    'GRK_FILE_UNREADABLE',
    `cannot read ${path}: ${REASONS[code] ?? 'the system refused'} (${code})`,
    {
      remedy: 'Make it readable, or leave it out with an exclude glob or a .gitignore rule.',
      cause,
      facts: { path },
    },
  );
}

/** A path that was named does not exist; the sibling whose name is closest is offered. */
export function missingFault(path: string, cause: unknown): GrkError {
  const names = namesIn(dirname(path));
  const sibling = nearest(basename(path), names);
  const otherwise = sibling === undefined ? 'Check the path.' : `Did you mean ${join(dirname(path), sibling)}?`;
  return new GrkError('GRK_FILE_MISSING', `${path} does not exist`, {
    remedy: names.includes(basename(path)) ? 'It is a link: check where it leads.' : otherwise,
    cause,
    facts: { path },
  });
}

/** True for the errors of a path that does not exist. */
export function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(errorCode(error));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // No sibling is offered then; that the path does not exist is what counts.
    return [];
  }
}

export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
