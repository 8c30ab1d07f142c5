import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Citation } from '../../contracts/citation.ts';
import type { Passage, SourceDocument } from '../../contracts/document.ts';
import { GrkError, throwIfAborted } from '../../contracts/errors.ts';
import type { CollectionInfo } from '../../contracts/ports.ts';
import { lineAt, lineStartsOf } from '../../ingest/chunk/lines.ts';
import { readCorpus } from '../../ingest/corpus.ts';
import type { Session } from '../session/state.ts';
import { readSources } from './ingest.ts';

export type CitedPassage = Pick<Passage, 'id' | 'doc' | 'startUtf16' | 'endUtf16' | 'startLine' | 'endLine' | 'text'>;

const NO_TEXT = 'there is no text to read any more';

/** A source as it is read now, or why it is missing. */
type Reading = { readonly text: string } | { readonly reason: string };

/**
 * Reads the sources of passages again, the way an ingest reads them, and compares each text with what was indexed.
 * @returns one citation per passage, in the order given
 * @throws GrkError GRK_INTERRUPTED
 */
export async function verifyCitations(
  session: Session,
  info: CollectionInfo,
  passages: Iterable<CitedPassage>,
): Promise<Citation[]> {
  const read = documentReader(session, info);
  const citations: Citation[] = [];
  // One at a time: passages of a document follow each other where all are verified.
  let current: { readonly doc: string; readonly reading: Reading } | undefined;
  for (const passage of passages) {
    if (current?.doc !== passage.doc) {
      throwIfAborted(session.signal);
      current = { doc: passage.doc, reading: await read(passage.doc) };
    }
    citations.push(citationOf(passage, current.reading));
  }
  return citations;
}

function citationOf(passage: CitedPassage, reading: Reading): Citation {
  const { id: passageId, doc, startLine, endLine, text: indexed, startUtf16 } = passage;
  const place = { passageId, doc, startLine, endLine };
  if ('reason' in reading) return { ...place, status: 'missing', reason: reading.reason };
  const { text } = reading;
  if (text.startsWith(indexed, startUtf16)) return { ...place, status: 'verified' };
  let same = 0;
  while (same < indexed.length && text[startUtf16 + same] === indexed[same]) same++;
  const starts = lineStartsOf(text);
  const offsetUtf16 = Math.min(startUtf16 + same, text.length);
  const line = lineAt(starts, offsetUtf16);
  const at = { line, columnUtf16: offsetUtf16 - (starts[line - 1] ?? 0) + 1, offsetUtf16 };
  const moved = text.indexOf(indexed);
  return { ...place, status: 'drifted', at, ...(moved < 0 ? {} : { movedToLine: lineAt(starts, moved) }) };
}

/** Reads a document by its id: as a file below the root, else among the sources of the collection, read once. */
function documentReader(session: Session, info: CollectionInfo): (doc: string) => Promise<Reading> {
  let all: Promise<Reread | string> | undefined;
  return async (doc) => {
    const file = join(session.loaded.root, doc);
    if (existsSync(file)) return readFileAgain(session, file, doc);
    all ??= readAllAgain(session, info);
    const found = await all;
    if (typeof found === 'string') return { reason: found };
    const document = found.documents.get(doc);
    return document === undefined ? { reason: found.reason } : { text: document.text };
  };
}

async function readFileAgain(session: Session, root: string, doc: string): Promise<Reading> {
  const source = { kind: 'folder', root, include: [], exclude: [] } as const;
  const options = { base: session.loaded.root, maxFileBytes: Number.MAX_SAFE_INTEGER, signal: session.signal };
  try {
    const { documents } = await readCorpus(source, options);
    const document = documents.find(({ id }) => id === doc);
    return document === undefined ? { reason: 'the file holds no such document any more' } : { text: document.text };
  } catch (error) {
    return { reason: reasonOf(error) };
  }
}

interface Reread {
  readonly documents: ReadonlyMap<string, SourceDocument>;
  /** Why one that is not among them is missing. */
  readonly reason: string;
}

async function readAllAgain(session: Session, { sources }: CollectionInfo): Promise<Reread | string> {
  if (sources === undefined) return 'there is no file of that name';
  const paths = sources.map((path) => resolve(session.loaded.root, path));
  const unread: GrkError[] = [];
  const onUnread = (_path: string, fault: GrkError) => unread.push(fault);
  try {
    const { documents } = await readSources(session, paths, { onUnread, mayBeEmpty: true });
    return {
      documents: new Map(documents.map((document) => [document.id, document])),
      reason: unread[0]?.message ?? (documents.length === 0 ? NO_TEXT : 'there is no such document any more'),
    };
  } catch (error) {
    return reasonOf(error);
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof GrkError) || error.code === 'GRK_INTERRUPTED') throw error;
  return error.code === 'GRK_INGEST_EMPTY' ? NO_TEXT : error.message;
}
