import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { GrkError } from '../../contracts/errors.ts';
import { makeFolder } from '../../store/make-folder.ts';
import { storeError } from '../../store/store-error.ts';

/**
 * Writes a file whole or not at all, and its folder where there is none.
 * @param what names the file in messages
 * @throws GrkError GRK_USAGE for a folder and a name that is too long, and the store errors
 */
export function writeWhole(file: string, content: string | Uint8Array, what = 'the file'): void {
  // Not the file's name with more behind it: that could be too long.
  const partial = join(dirname(file), `.grk-${process.pid}.partial`);
  try {
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) {
      throw new GrkError('GRK_USAGE', `${file} is a folder`, { remedy: 'Name a file.' });
    }
    makeFolder(dirname(file));
    writeFileSync(partial, content);
    renameSync(partial, file);
  } catch (cause) {
    rmSync(partial, { force: true });
    throw fileError(cause, file, what);
  }
}

/** What the file system says of a file that is to be written, in our words. */
export function fileError(cause: unknown, file: string, what: string): GrkError {
  if (cause instanceof Error && 'code' in cause && cause.code === 'ENAMETOOLONG') {
    return new GrkError('GRK_USAGE', `the name of ${what} is too long for the file system: ${file}`, {
      remedy: 'Name a shorter one with --out.',
      cause,
    });
  }
  return storeError(cause, dirname(file), `the folder of ${what}`);
}

/** What tells that a folder may be replaced by another golden set. */
const OWN_FILES = ['manifest.json', 'judgments.jsonl'];

/**
 * Where a golden set will be written.
 * @throws GrkError GRK_USAGE for a folder that holds something, unless `isForced`, and then for one that is no golden set
 */
export function requireFree(folder: string, isForced: boolean): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isDirectory()) {
    throw new GrkError('GRK_USAGE', `${folder} is a file`, { remedy: 'Name a folder with --out.' });
  }
  const names = readdirSync(folder);
  if (names.length === 0) return;
  if (!isForced) {
    throw new GrkError('GRK_USAGE', `the folder ${folder} is not empty`, {
      remedy: 'Name another folder, or say --force to replace the golden set in it.',
    });
  }
  if (!OWN_FILES.every((name) => names.includes(name))) {
    throw new GrkError('GRK_USAGE', `the folder ${folder} holds something that is no golden set: it is not replaced`, {
      remedy: 'Name another folder.',
    });
  }
}

/** Fills a folder beside its place and puts it there in one step, in the place of what was there. */
export async function writeFolder(folder: string, fill: (partial: string) => Promise<void>): Promise<void> {
  const beside = (ending: string) => join(dirname(folder), `.${basename(folder)}-${process.pid}.${ending}`);
  const [partial, old] = [beside('partial'), beside('old')];
  try {
    makeFolder(dirname(folder));
    rmSync(partial, { recursive: true, force: true });
    makeFolder(partial);
    await fill(partial);
    const isThere = statSync(folder, { throwIfNoEntry: false }) !== undefined;
    if (isThere) renameSync(folder, old);
    try {
      renameSync(partial, folder);
    } catch (cause) {
      if (isThere) renameSync(old, folder);
      throw cause;
    }
    rmSync(old, { recursive: true, force: true });
  } catch (cause) {
    rmSync(partial, { recursive: true, force: true });
    throw storeError(cause, dirname(folder), 'the folder');
  }
}
