import type { SourceDocument } from '../contracts/document.ts';
import type { GrkError } from '../contracts/errors.ts';
import { extractorOf } from './extractors.ts';

/** A file, a folder (with a slash at its end) or a row of JSONL (`rows.jsonl:7`) that could not be read. */
export interface Unread {
  readonly path: string;
  readonly fault: GrkError;
}

/**
 * Tells whether a document that was indexed before, and is not there now, may stand in what could not be read. A row
 * without an id, and a JSONL file that is read not at all, may hold every document that is no file of its own.
 */
export function mayBeUnread(unread: readonly Unread[]): (document: Pick<SourceDocument, 'id' | 'metadata'>) => boolean {
  const ids = new Set(unread.flatMap(({ path, fault }) => [path, fault.facts.doc]));
  const folders = unread.filter(({ path }) => path.endsWith('/')).map(({ path }) => path);
  const isRowLost = unread.some(({ path, fault }) => fault.facts.doc === undefined && isJsonl(path));
  return ({ id, metadata }) =>
    ids.has(id) || folders.some((folder) => id.startsWith(folder)) || (isRowLost && metadata.path !== id);
}

function isJsonl(path: string): boolean {
  return extractorOf(path.replace(/:\d+$/, '')).id === 'jsonl';
}
