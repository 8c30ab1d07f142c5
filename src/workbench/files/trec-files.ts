import { statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { missingPath, pathKind } from '../../evals/golden/text-file.ts';
import { createQrelsReader, type Qrels } from '../../evals/trec/qrels.ts';
import { createRunReader, type Run } from '../../evals/trec/run.ts';
import type { Session } from '../session/state.ts';
import { CHUNK_BYTES, readBytes, STDIN } from './byte-source.ts';

/** What reading a file needs of a session. */
export type ReadingSession = Pick<Session, 'cwd' | 'signal' | 'notice'> & Partial<Pick<Session, 'progress'>>;

const SHOWN_STDIN = 'standard input';
/** Fewer chunks are read in less than a second. */
const SHOWN_CHUNKS = 16;

/**
 * Judgments from a qrels file (TREC or BEIR form, gzip too), from standard input, or from a golden set or BEIR folder,
 * where a document has the highest grade of its entries.
 * @throws GrkError GRK_FILE_MISSING, GRK_FILE_UNREADABLE, GRK_QRELS_INVALID, GRK_NOTHING_MEASURED, and those of golden sets
 */
export async function readQrels(session: ReadingSession, path: string, split: string | undefined): Promise<Qrels> {
  if (path !== STDIN) {
    const kind = await pathKind(resolve(session.cwd, path));
    if (kind === 'missing') {
      throw await missingPath('the qrels', path, 'Name a qrels file, a BEIR folder or a golden set.', session.cwd);
    }
    // Loaded only here: most judgments come from files.
    if (kind === 'folder') return (await import('./golden-qrels.ts')).goldenQrels(session, path, split);
  }
  const qrels = await readAll(session, path, createQrelsReader(shownName(path)));
  noteMark(session, qrels);
  return qrels;
}

/** A run file. @throws GrkError GRK_FILE_UNREADABLE, GRK_RUN_INVALID, GRK_NOTHING_MEASURED */
export async function readRun(session: ReadingSession, path: string): Promise<Run> {
  const run = await readAll(session, path, createRunReader(shownName(path)));
  noteMark(session, run);
  return run;
}

interface Reader<T> {
  readonly push: (chunk: Uint8Array) => void;
  readonly end: () => T;
}

async function readAll<T>({ cwd, signal, progress }: ReadingSession, path: string, reader: Reader<T>): Promise<T> {
  const file = path === STDIN ? STDIN : resolve(cwd, path);
  const chunks = file === STDIN ? 0 : (statSync(file, { throwIfNoEntry: false })?.size ?? 0) / CHUNK_BYTES;
  // Of what is packed nobody knows how long it is.
  const shown = chunks < SHOWN_CHUNKS || path.endsWith('.gz') ? undefined : progress;
  shown?.start(`reading ${basename(path)}, MiB`, Math.ceil(chunks));
  try {
    for await (const chunk of readBytes(file, shownName(path), signal)) {
      reader.push(chunk);
      shown?.advance();
    }
  } finally {
    shown?.done();
  }
  return reader.end();
}

function noteMark({ notice }: ReadingSession, { file, hasByteOrderMark }: Qrels | Run): void {
  if (hasByteOrderMark) notice(`${file} begins with a byte-order mark, which was skipped`);
}

function shownName(path: string): string {
  return path === STDIN ? SHOWN_STDIN : path;
}
