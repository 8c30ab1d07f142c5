import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { GrkError } from '../../contracts/errors.ts';
import { nearest } from '../../contracts/nearest.ts';
import type { TopicQuery } from '../../contracts/ports.ts';

export interface SearchModule {
  readonly search: (topic: TopicQuery, k: number, signal: AbortSignal) => unknown;
  readonly close: (() => unknown) | undefined;
  /** Of the file alone. */
  readonly sha256: string;
}

const REMEDY = 'Write a JavaScript module with: export async function search(topic, k, signal) { return hits }';

/**
 * Imports a module that a suite names.
 * @param written the path as messages should name it
 * @throws GrkError GRK_FILE_MISSING, GRK_FILE_UNREADABLE, GRK_EXTERNAL_INVALID
 */
export async function loadSearchModule(file: string, written: string): Promise<SearchModule> {
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw unreadable(file, written, cause);
  });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  // Node would give what an earlier run in this process loaded, were the file changed since: modules are kept by their
  // address, CommonJS ones by their path.
  delete createRequire(import.meta.url).cache[file];
  const address = `${pathToFileURL(file).href}?sha256=${sha256}`;
  const exported: Record<string, unknown> = await import(address).catch((cause: unknown) => {
    throw invalid(`${written} cannot be loaded: ${messageOf(cause)}`, cause);
  });
  const { search, close } = exported;
  if (typeof search !== 'function') throw invalid(`${written} exports no function "search"${hint(exported)}`);
  if (close !== undefined && typeof close !== 'function') throw invalid(`${written}: "close" is not a function`);
  return {
    search: search as SearchModule['search'],
    close: close as SearchModule['close'],
    sha256,
  };
}

/** What a user's code threw, in one short line. */
export function messageOf(error: unknown): string {
  const text = (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ').trim();
  return text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE)}…` : text;
}

const MAX_MESSAGE = 300;

function hint(exported: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(exported);
  if (names.includes('search')) return `, but a value of type ${typeof exported.search}`;
  if (names.length === 0) return '; it exports nothing';
  const near = nearest('search', names);
  return near === undefined ? ` (exports: ${names.join(', ')})` : `; did you mean "${near}"?`;
}

function invalid(message: string, cause?: unknown): GrkError {
  return new GrkError('GRK_EXTERNAL_INVALID', message, { remedy: REMEDY, cause });
}

function unreadable(file: string, written: string, cause: unknown): GrkError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new GrkError('GRK_FILE_MISSING', `the module ${written} does not exist (${file})`, {
      remedy: 'Name it relative to the suite file.',
      cause,
    });
  }
  return new GrkError('GRK_FILE_UNREADABLE', `the module ${written} cannot be read (${code})`, {
    remedy: 'Check that it is a file and that you may read it.',
    cause,
  });
}
