import { createHash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TextCache } from '../contracts/ports.ts';
import { makeFolder } from './make-folder.ts';
import { storeError } from './store-error.ts';

const HASH_DIGITS = 64;

/**
 * Texts in a folder, a file each, headed by the hash of its text. Files are written whole, so that processes may share
 * a folder. It only saves work: a file that is damaged is dropped, a text that cannot be kept is not, and both are said.
 * @param notice told of each fault in a sentence
 */
export function folderTextCache(folder: string, notice: (text: string) => void): TextCache {
  const fileOf = (key: string) => join(folder, `${key}.txt`);
  let canKeep = true;
  return {
    find: (key) => {
      const content = contentOf(fileOf(key));
      if (content === undefined) return undefined;
      const text = content.slice(HASH_DIGITS);
      if (content.slice(0, HASH_DIGITS) === hashOf(key, text)) return text;
      notice(`warning: ${fileOf(key)} is damaged; it is dropped, and its document is read again`);
      drop(fileOf(key));
      return undefined;
    },
    keep: (key, text) => {
      if (!canKeep) return;
      try {
        makeFolder(folder);
        writeWhole(folder, key, `${hashOf(key, text)}${text}`, fileOf(key));
      } catch (cause) {
        canKeep = false;
        notice(`warning: texts of documents are not kept for the next run: ${storeError(cause, folder).message}`);
      }
    },
  };
}

function writeWhole(folder: string, key: string, content: string, file: string): void {
  const partial = join(folder, `.${key}-${process.pid}.partial`);
  try {
    writeFileSync(partial, content);
    renameSync(partial, file);
  } catch (cause) {
    rmSync(partial, { force: true });
    throw cause;
  }
}

/** undefined where there is no file that can be read. */
function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Where it cannot be, it is found damaged again. */
function drop(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // Nothing is lost: the notice is given.
  }
}

function hashOf(key: string, text: string): string {
  return createHash('sha256').update(`${key}\n${text}`).digest('hex');
}
