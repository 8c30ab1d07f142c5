import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TextCache } from '../contracts/ports.ts';
import { makeFolder } from './make-folder.ts';
import { storeError } from './store-error.ts';

const HASH_DIGITS = 64;
/** What is kept of the bound where texts have to go, so that they need not go after each command. */
const KEPT_SHARE = 3 / 4;

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
      if (content.slice(0, HASH_DIGITS) === hashOf(key, text)) {
        noteUse(fileOf(key));
        return text;
      }
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

/** Files of a folder of texts, and their bytes; undefined where there is no such folder. */
export function textCacheSize(folder: string): { readonly entries: number; readonly bytes: number } | undefined {
  const files = filesIn(folder);
  return files && { entries: files.length, bytes: bytesOf(files) };
}

/**
 * Lets the least recently used texts go where a folder holds more than it may. What cannot be dropped stays, and
 * stands at the same place next time.
 */
export function boundTextCache(folder: string, maxBytes: number): void {
  const files = filesIn(folder) ?? [];
  let bytes = bytesOf(files);
  if (bytes <= maxBytes) return;
  for (const file of files.sort((a, b) => a.usedMs - b.usedMs || (a.path < b.path ? -1 : 1))) {
    if (bytes <= maxBytes * KEPT_SHARE) return;
    drop(file.path);
    bytes -= file.bytes;
  }
}

interface KeptFile {
  readonly path: string;
  readonly bytes: number;
  readonly usedMs: number;
}

/** Those that a stopped process left unfinished are among them. */
function filesIn(folder: string): KeptFile[] | undefined {
  try {
    return readdirSync(folder).flatMap((name) => {
      const path = join(folder, name);
      const found = statSync(path, { throwIfNoEntry: false });
      return found?.isFile() ? [{ path, bytes: found.size, usedMs: found.mtimeMs }] : [];
    });
  } catch {
    return undefined;
  }
}

function bytesOf(files: readonly KeptFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** A file's time is when it was last read. Where it cannot be set, the text goes a little earlier. */
function noteUse(file: string): void {
  try {
    const now = new Date();
    utimesSync(file, now, now);
  } catch {
    // Another process dropped it.
  }
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
