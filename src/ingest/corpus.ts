import type { SourceDocument } from '../contracts/document.ts';
import { GrkError } from '../contracts/errors.ts';
import type { CorpusSource } from '../contracts/golden.ts';
import { compareBytes } from '../contracts/ids.ts';
import type { IngestOutcome } from '../contracts/ingest.ts';
import type { Corpus } from '../contracts/ports.ts';
import { extractorOf, extractorVersions, type FileForm } from './extractors.ts';
import { framedHash } from './framed-hash.ts';
import { type JsonlDocument, jsonlDocuments } from './jsonl.ts';
import { readDocument } from './read.ts';
import { countSkips, type Skip } from './skip-reasons.ts';
import { leaveOut, listFiles, type ReadOptions, readFiles, type SourceFile } from './source-files.ts';

export type { ReadOptions } from './source-files.ts';

export interface ReadCorpus extends Corpus {
  /** Values of front matter and rows that metadata cannot hold. */
  readonly metadataLeftOut: IngestOutcome['metadataLeftOut'];
}

type Sources = CorpusSource | readonly CorpusSource[];

/**
 * Reads every document of one or more sources, sorted by id bytewise, and hashes the files on the way.
 * @throws GrkError GRK_INGEST_EMPTY, GRK_DUPLICATE_ID, GRK_NOT_UTF8, GRK_DOCUMENT_UNREADABLE, GRK_DEPENDENCY_MISSING, GRK_GOLDEN_INVALID (a JSONL line),
 * GRK_FILE_MISSING, GRK_FILE_UNREADABLE, GRK_CONFIG_INVALID (a glob), GRK_USAGE, GRK_INTERRUPTED
 */
export async function readCorpus(source: Sources, options: ReadOptions): Promise<ReadCorpus> {
  const documents: SourceDocument[] = [];
  const metadataLeftOut: IngestOutcome['metadataLeftOut'][number][] = [];
  const whereById = new Map<string, string>();
  const repeated = new Set<string>();
  const { corpusSha256, extractors, skipped } = await hashFiles(source, options, async (file) => {
    for (const { where, document, leftOut } of await documentsIn(file, options)) {
      const first = whereById.get(document.id);
      if (first === undefined) {
        whereById.set(document.id, where);
        documents.push(document);
        for (const value of leftOut) metadataLeftOut.push({ doc: document.id, ...value });
      } else {
        leaveOut(placeOf(file, where), repeatedId(document.id, first, where), options.onUnread);
        repeated.add(document.id);
      }
    }
  });
  // Neither of two documents with one id: nothing says which of them is meant.
  const unique = documents.filter(({ id }) => !repeated.has(id));
  if (unique.length === 0 && options.mayBeEmpty !== true) throw emptyCorpus(source, skipped);
  unique.sort((a, b) => compareBytes(a.id, b.id));
  return {
    corpusSha256,
    extractors,
    documents: unique,
    skipped,
    metadataLeftOut: metadataLeftOut.filter(({ doc }) => !repeated.has(doc)),
  };
}

/** The documents of a file; rows that are none are left out, a file of another form is read whole or not at all. */
async function documentsIn(
  file: SourceFile,
  { onUnread, extractions }: ReadOptions,
): Promise<readonly JsonlDocument[]> {
  const { id, kind, bytes } = file;
  if (kind === 'jsonl' || extractorOf(id).id === 'jsonl') {
    const onBadRow = (line: number, fault: unknown) => leaveOut(`${id}:${line}`, fault, onUnread);
    // All of them before the first is taken: a file that is not UTF-8 is left out as a whole.
    return [...jsonlDocuments(file.file, bytes, onUnread === undefined ? undefined : onBadRow)];
  }
  return [{ where: file.file, ...(await readDocument(id, file.file, bytes, extractions)) }];
}

/** A place of a file by its id: `rows.jsonl:7`. */
function placeOf({ id, file }: SourceFile, where: string): string {
  return id + where.slice(file.length);
}

/** The hash and skips that `readCorpus` gives, without parsing. @throws GrkError as `readCorpus`, for files only */
export async function hashCorpus(
  source: Sources,
  options: ReadOptions,
): Promise<Pick<Corpus, 'corpusSha256' | 'extractors' | 'skipped'>> {
  return hashFiles(source, options, async () => {});
}

/**
 * `corpusSha256`: SHA-256 over the indexed files, sorted by path bytewise, and for each its path and its content as
 * two fields of `framedHash`: 8 bytes big-endian length, path (relative, POSIX, NFC; UTF-8), 8 bytes length, bytes.
 * Files left out do not count. It is equal on every system.
 */
async function hashFiles(source: Sources, options: ReadOptions, visit: (file: SourceFile) => Promise<void>) {
  const { files, skipped } = await listFiles([source].flat(), options);
  const hash = framedHash();
  const forms = new Set<FileForm>();
  options.progress?.start('reading files', files.length);
  try {
    for await (const file of readFiles(files, options, skipped)) {
      options.progress?.advance();
      try {
        await visit(file);
      } catch (fault) {
        leaveOut(file.id, fault, options.onUnread);
        continue;
      }
      hash.add(file.id);
      hash.add(file.bytes);
      forms.add(file.kind === 'jsonl' ? 'jsonl' : extractorOf(file.id).id);
    }
  } finally {
    options.progress?.done();
  }
  if (forms.size === 0 && options.mayBeEmpty !== true) throw emptyCorpus(source, skipped);
  const extractors = extractorVersions(forms);
  return { corpusSha256: hash.finish(), extractors, skipped: skipped.sort((a, b) => compareBytes(a.path, b.path)) };
}

function repeatedId(id: string, first: string, where: string): GrkError {
  return new GrkError('GRK_DUPLICATE_ID', `the document id ${id} occurs twice: ${first} and ${where}`, {
    remedy: 'Give each document an id of its own.',
    facts: { doc: id },
  });
}

/** The error of sources without a document. */
export function emptyCorpus(source: Sources, skipped: readonly Skip[]): GrkError {
  const places = [source].flat().map((one) => {
    if (one.kind === 'jsonl') return one.files.join(', ');
    const exclude = one.exclude.length === 0 ? '' : `, exclude ${one.exclude.join(' ')}`;
    return `${one.root} (include ${one.include.join(' ') || 'nothing'}${exclude})`;
  });
  const left = skipped.length === 0 ? 'nothing was left out' : `left out: ${countSkips(skipped)}`;
  return new GrkError('GRK_INGEST_EMPTY', `no document in ${places.join(', ')}; ${left}`, {
    remedy: 'Check the path, the include and exclude globs, and .gitignore.',
  });
}
