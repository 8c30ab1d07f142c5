import { describe, expect, it } from 'vitest';
import { GrkError } from '../contracts/errors.ts';
import { storeError } from './store-error.ts';

const failure = (code: string, message = 'no') => Object.assign(new Error(message), { code });

describe('storeError', () => {
  it.each([
    [failure('SQLITE_BUSY'), 'GRK_STORE_BUSY'],
    [failure('SQLITE_BUSY_SNAPSHOT'), 'GRK_STORE_BUSY'],
    [failure('SQLITE_FULL'), 'GRK_STORE_FULL'],
    [failure('ENOSPC'), 'GRK_STORE_FULL'],
    [failure('SQLITE_READONLY_DIRECTORY'), 'GRK_STORE_READONLY'],
    [failure('EROFS'), 'GRK_STORE_READONLY'],
    [failure('SQLITE_CORRUPT_VTAB'), 'GRK_STORE_CORRUPT'],
    [new Error('lance error: IO: No space left on device (os error 28)'), 'GRK_STORE_FULL'],
    [new Error('Unable to copy: Permission denied (os error 13)'), 'GRK_STORE_READONLY'],
    [failure('SQLITE_IOERR_SHORT_READ'), 'GRK_STORE_CORRUPT'],
    [failure('SQLITE_IOERR_WRITE'), 'GRK_STORE_IO'],
    [failure('SQLITE_IOERR_FSYNC'), 'GRK_STORE_IO'],
    [failure('EFBIG'), 'GRK_STORE_IO'],
    [new Error('something else'), 'GRK_INTERNAL'],
    ['text', 'GRK_INTERNAL'],
  ])('maps %s to %s', (cause, code) => {
    const error = storeError(cause, '/state');
    expect([error.code, error.cause]).toEqual([code, cause]);
    expect(error.message).toContain('/state');
  });
  it('names the folder as it is told to', () => {
    expect(storeError(failure('EROFS'), '/out', 'the folder of the report').message).toBe(
      'the folder of the report /out cannot be written (EROFS)',
    );
  });
  it('passes our own errors through', () => {
    const own = new GrkError('GRK_USAGE', 'x', { remedy: 'y' });
    expect(storeError(own, '/state')).toBe(own);
  });
});
