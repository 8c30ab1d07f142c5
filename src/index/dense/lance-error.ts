import { type ErrorCode, GrkError } from '../../contracts/errors.ts';
import { VECTORS_REMEDY } from './vectors-remedy.ts';

interface KnownCause {
  readonly doing: 'written' | 'read';
  /** System errors as LanceDB words them, and as Node codes them. */
  readonly pattern: RegExp;
  readonly code: ErrorCode;
  readonly fault: string;
  readonly remedy: string;
}

const CAUSES: readonly KnownCause[] = [
  {
    doing: 'written',
    pattern: /os error (28|122)\b|ENOSPC|EDQUOT/,
    code: 'GRK_STORE_FULL',
    fault: 'the disk is full',
    remedy: 'Free some space and run the command again; what was complete before is kept.',
  },
  {
    doing: 'written',
    pattern: /os error (1|13|20|30)\b|EPERM|EACCES|ENOTDIR|EEXIST|EROFS/,
    code: 'GRK_STORE_READONLY',
    fault: 'the folder cannot be written',
    remedy: 'Give yourself write access to it, or run in a project folder that you may write to.',
  },
  {
    doing: 'written',
    pattern: /os error (5|27)\b|\bEIO\b|EFBIG/,
    code: 'GRK_STORE_IO',
    fault: 'the system refuses to write',
    remedy:
      'Check that the disk works and has room, and the limit on file sizes (ulimit -f), then run the command again; what was complete before is kept.',
  },
  {
    doing: 'read',
    pattern: /os error (1|13)\b|EPERM|EACCES/,
    code: 'GRK_FILE_UNREADABLE',
    fault: 'permission is denied',
    remedy: 'Give yourself read access to it.',
  },
];

/**
 * Turns what LanceDB and the file system throw into the error that says what to do.
 * @param where the path of the table
 */
export function lanceError(cause: unknown, where: string, doing: 'written' | 'read'): GrkError {
  if (cause instanceof GrkError) return cause;
  const text = cause instanceof Error ? cause.message : String(cause);
  const known = CAUSES.find((known) => known.doing === doing && known.pattern.test(text));
  if (known !== undefined) {
    return new GrkError(known.code, `vectors cannot be ${doing} in ${where}: ${known.fault}`, {
      remedy: known.remedy,
      cause,
    });
  }
  // Lance appends source positions and repeats of the cause, which help nobody here.
  const reason = text.split('\n')[0]?.replace(/,? \/\S+\.rs:\d+:\d+.*/, '') ?? '';
  return new GrkError('GRK_STORE_CORRUPT', `vectors cannot be ${doing} in ${where}: ${reason}`, {
    remedy: VECTORS_REMEDY,
    cause,
  });
}
