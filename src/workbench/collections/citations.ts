import { existsSync, lstatSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Citation, CitationState } from '../../contracts/citation.ts';
import type { Passage } from '../../contracts/document.ts';
import { GrkError } from '../../contracts/errors.ts';
import type { PageRange } from '../../contracts/pages.ts';
import type { CollectionInfo } from '../../contracts/ports.ts';
import { type ReadCorpus, readCorpus } from '../../ingest/corpus.ts';
import { extractorOf } from '../../ingest/extractors.ts';
import { SKIPPED } from '../../ingest/skip-reasons.ts';
import { pause } from '../session/pause.ts';
import type { Session } from '../session/state.ts';
import { citationState, type SourceText } from './drift.ts';
import { readSources, sourcesAgain } from './ingest-sources.ts';

/** A passage as indexed. */
export type CitedPassage = Pick<Passage, 'id' | 'doc' | 'startUtf16' | 'endUtf16' | 'startLine' | 'endLine' | 'text'> &
  Partial<PageRange>;

/** A source as it is read now, or why there is none. */
type Reading = SourceText | (CitationState & { readonly status: 'missing' | 'unreadable' });

const missing = (reason: string): Reading => ({ status: 'missing', reason });
const unreadable = (reason: string): Reading => ({ status: 'unreadable', reason });

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
      await pause(session);
      current = { doc: passage.doc, reading: await read(passage.doc) };
    }
    const { id: passageId, doc, startLine, endLine, startPage, endPage, startUtf16, text } = passage;
    const pages = startPage === undefined || endPage === undefined ? {} : { startPage, endPage };
    const { reading } = current;
    const state = 'status' in reading ? reading : citationState(text, startUtf16, reading);
    citations.push({ passageId, doc, startLine, endLine, ...pages, ...state });
  }
  return citations;
}

/** Reads a document by its id: as a file below the root, else among the sources of the collection, read once. */
function documentReader(session: Session, info: CollectionInfo): (doc: string) => Promise<Reading> {
  let all: Promise<(doc: string) => Reading> | undefined;
  return async (doc) => {
    const file = resolve(session.loaded.root, doc);
    // As in an ingest: a link is followed where it was named, and nowhere else.
    const isNamed = info.sources?.paths.includes(doc) === true;
    if (existsSync(file)) return isNamed || !isLink(file) ? readFileAgain(session, file, doc) : LINK;
    all ??= readAllAgain(session, info);
    return (await all)(doc);
  };
}

const LINK = unreadable(`left out: ${SKIPPED.symbolicLink}`);

function isLink(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

async function readFileAgain(session: Session, root: string, doc: string): Promise<Reading> {
  const source = { kind: 'folder', root, include: [], exclude: [] } as const;
  const { root: base } = session.loaded;
  const options = { base, maxFileBytes: Number.MAX_SAFE_INTEGER, signal: session.signal, mayBeEmpty: true };
  try {
    return readingsIn(await readCorpus(source, options))(doc) ?? missing('the file holds no such document any more');
  } catch (error) {
    return readingOfFault(error);
  }
}

async function readAllAgain(session: Session, { sources }: CollectionInfo): Promise<(doc: string) => Reading> {
  if (sources === undefined) return () => missing('there is no file of that name');
  const faults: { readonly path: string; readonly fault: GrkError }[] = [];
  try {
    const corpus = await readSources(session, sourcesAgain(session, sources), {
      mayBeEmpty: true,
      onUnread: (path, fault) => faults.push({ path, fault }),
    });
    const readingOf = readingsIn(corpus);
    return (doc) => {
      const reading = readingOf(doc);
      if (reading !== undefined) return reading;
      // Which rows a file of rows held, it alone could say.
      const of =
        faults.find(({ path, fault }) => fault.facts.doc === doc || mayHold(path, doc)) ??
        faults.find(({ path, fault }) => fault.facts.doc === undefined && isRows(path));
      return of === undefined ? missing('there is no such document any more') : readingOfFault(of.fault);
    };
  } catch (error) {
    const reading = readingOfFault(error);
    return () => reading;
  }
}

/** Documents by id, and why files of that id were left out. */
function readingsIn({ documents, skipped }: ReadCorpus): (doc: string) => Reading | undefined {
  const readings = new Map<string, Reading>(
    skipped.map(({ path, reason }) => [path, unreadable(`left out: ${reason}`)]),
  );
  for (const document of documents) readings.set(document.id, document);
  return (doc) => readings.get(doc);
}

/** A path with a slash at its end is a folder that cannot be listed. */
function mayHold(path: string, doc: string): boolean {
  return path === doc || (path.endsWith('/') && doc.startsWith(path));
}

function isRows(path: string): boolean {
  return extractorOf(path.replace(/:\d+$/, '')).id === 'jsonl';
}

function readingOfFault(error: unknown): Reading {
  if (!(error instanceof GrkError) || error.code === 'GRK_INTERRUPTED') throw error;
  return error.code === 'GRK_FILE_MISSING' ? missing(error.message) : unreadable(error.message);
}
