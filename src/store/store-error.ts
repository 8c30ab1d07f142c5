import { GrkError } from '../contracts/errors.ts';

const BUSY = ['SQLITE_BUSY', 'SQLITE_LOCKED'];
const FULL = ['SQLITE_FULL', 'ENOSPC', 'EDQUOT'];
const READONLY = ['SQLITE_READONLY', 'SQLITE_CANTOPEN', 'EROFS', 'EACCES', 'EPERM', 'ENOTDIR', 'EEXIST', 'ENOENT'];
const CORRUPT = ['SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_IOERR_SHORT_READ'];

/** Asked after the others, some of which have a name that begins like this. */
const IO = ['SQLITE_IOERR', 'EIO', 'EFBIG'];

/**
 * Turns what SQLite, LanceDB and the file system throw into the error that says what to do.
 * @param what names the folder in messages
 */
export function storeError(cause: unknown, folder: string, what = 'the state folder'): GrkError {
  if (cause instanceof GrkError) return cause;
  const code = codeOf(cause);
  const is = (codes: readonly string[]) => codes.some((known) => code.startsWith(known));
  if (is(BUSY)) {
    return new GrkError('GRK_STORE_BUSY', `another grk process is writing to ${folder}`, {
      remedy: 'Wait until it is done, then run the command again.',
      cause,
    });
  }
  if (is(FULL)) {
    return new GrkError('GRK_STORE_FULL', `the disk that holds ${folder} is full`, {
      remedy: 'Free some space and run the command again; what was complete before is kept.',
      cause,
    });
  }
  if (is(READONLY)) {
    return new GrkError('GRK_STORE_READONLY', `${what} ${folder} cannot be written (${code})`, {
      remedy: 'Give yourself write access to it, or run in a project folder that you may write to.',
      cause,
    });
  }
  // What the catalog keeps as JSON is written by grk alone.
  if (is(CORRUPT) || cause instanceof SyntaxError) {
    return new GrkError('GRK_STORE_CORRUPT', `the catalog in ${folder} is damaged (${code === '' ? cause : code})`, {
      remedy: `What it held can be built again: delete catalog.sqlite and vectors in ${folder} (reports there are kept), then index again.`,
      cause,
    });
  }
  if (is(IO)) {
    return new GrkError('GRK_STORE_IO', `the system could not write to or read from ${what} ${folder} (${code})`, {
      remedy:
        'Check that the disk works and has room, and the limit on file sizes (ulimit -f), then run the command again; what was complete before is kept.',
      cause,
    });
  }
  const text = cause instanceof Error ? cause.message : String(cause);
  return new GrkError('GRK_INTERNAL', `${what} ${folder} could not be used: ${text}`, { cause });
}

/** The system or SQLite code of an error; LanceDB has codes only inside its messages. */
function codeOf(cause: unknown): string {
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  const text = cause instanceof Error ? cause.message : '';
  if (/No space left on device|os error 28\b/.test(text)) return 'ENOSPC';
  if (/Read-only file system|os error 30\b/.test(text)) return 'EROFS';
  if (/Permission denied|os error 13\b/.test(text)) return 'EACCES';
  return '';
}
