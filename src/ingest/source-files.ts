import { lstat, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type ErrorCode, GrkError, throwIfAborted } from '../contracts/errors.ts';
import type { CorpusSource } from '../contracts/golden.ts';
import { compareBytes } from '../contracts/ids.ts';
import type { TextCache } from '../contracts/ports.ts';
import { isBinaryForm } from './extractors.ts';
import { isMissing, missingFault, readFault } from './read-fault.ts';
import { SKIPPED, type Skip } from './skip-reasons.ts';
import { contentStart } from './utf8.ts';
import { walk } from './walk.ts';

export interface ReadOptions {
  /** Larger files below a folder are skipped and counted. */
  readonly maxFileBytes: number;
  /** Absolute folder that ids are relative to; default: each source's own root. */
  readonly base?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Remembers what PDF and DOCX files gave; default: nothing does. */
  readonly extractions?: TextCache | undefined;
  /** Nothing to read is no error. */
  readonly mayBeEmpty?: boolean;
  /** Told of each file, or folder, that cannot be read and so is left out; default: the first one ends the reading. */
  readonly onUnread?: ((path: string, fault: GrkError) => void) | undefined;
}

/** A file to be read. `id` is its path relative to the base (a JSONL file: its name), POSIX, NFC. */
export interface ListedFile {
  readonly id: string;
  readonly file: string;
  readonly kind: CorpusSource['kind'];
}

export interface SourceFile extends ListedFile {
  readonly bytes: Uint8Array;
}

/** How many files are read at a time. */
const BATCH = 64;
const BINARY_PROBE_BYTES = 8192;

/**
 * The files of some sources, sorted by id bytewise; a file that two of them reach is listed once.
 * @throws GrkError GRK_DUPLICATE_ID naming two files whose paths are equal in NFC, and what `walk` throws
 */
export async function listFiles(
  sources: readonly CorpusSource[],
  { base, signal, onUnread }: Omit<ReadOptions, 'maxFileBytes'>,
): Promise<{ files: ListedFile[]; skipped: Skip[] }> {
  const files: ListedFile[] = [];
  const skipped: Skip[] = [];
  for (const source of sources) {
    if (source.kind === 'jsonl') {
      files.push(...source.files.map((file) => ({ id: basename(file).normalize('NFC'), file, kind: source.kind })));
    } else {
      const walked = await walk({ ...source, base, signal, onUnread });
      files.push(...walked.files.map((file) => ({ ...file, kind: source.kind })));
      skipped.push(...walked.skipped);
    }
  }
  files.sort((a, b) => compareBytes(a.id, b.id) || compareBytes(a.file, b.file));
  return { files: files.filter((file, i) => !isRepeated(file, files[i - 1])), skipped };
}

function isRepeated(file: ListedFile, previous: ListedFile | undefined): boolean {
  if (file.id !== previous?.id) return false;
  if (file.file === previous.file) return true;
  const spelled = [previous, file].map((one) => escaped(one.file)).join(' and ');
  throw new GrkError('GRK_DUPLICATE_ID', `two files have the id ${file.id}: ${spelled}`, {
    remedy: 'Rename one of them: ids are compared in Unicode’s composed form (NFC).',
  });
}

/** Shows characters outside ASCII as escapes, because the two names look the same. */
function escaped(path: string): string {
  return JSON.stringify(path).replaceAll(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * Reads listed files in their order; those that are links, too large, empty or binary go to `skipped` instead.
 * @throws GrkError GRK_FILE_MISSING, GRK_FILE_UNREADABLE, GRK_INTERRUPTED
 */
export async function* readFiles(
  files: readonly ListedFile[],
  { maxFileBytes, signal, onUnread }: ReadOptions,
  skipped: Skip[],
): AsyncGenerator<SourceFile> {
  for (let start = 0; start < files.length; start += BATCH) {
    throwIfAborted(signal);
    const batch = files.slice(start, start + BATCH);
    // Settled, so that the error that is reported is that of the first file, not of the fastest.
    const contents = await Promise.allSettled(batch.map((file) => contentOf(file, maxFileBytes)));
    for (const [i, file] of batch.entries()) {
      const content = contents[i];
      if (content?.status !== 'fulfilled') leaveOut(file.id, content?.reason, onUnread);
      else if (typeof content.value === 'string') skipped.push({ path: file.id, reason: content.value });
      else yield { ...file, bytes: content.value };
    }
  }
}

/** What is wrong with one file; anything else ends the reading. */
const FILE_FAULTS: ReadonlySet<string> = new Set<ErrorCode>([
  'GRK_DOCUMENT_UNREADABLE',
  'GRK_FILE_MISSING',
  'GRK_FILE_UNREADABLE',
  'GRK_GOLDEN_INVALID',
  'GRK_NOT_UTF8',
]);

/** Passes a fault of one file on, or throws it where nobody takes it. */
export function leaveOut(path: string, fault: unknown, onUnread: ReadOptions['onUnread']): void {
  if (onUnread === undefined || !(fault instanceof GrkError) || !FILE_FAULTS.has(fault.code)) throw fault;
  onUnread(path, fault);
}

/** The bytes, or the reason why the file is skipped. */
async function contentOf({ file, id, kind }: ListedFile, maxFileBytes: number): Promise<Uint8Array | string> {
  try {
    if (kind === 'jsonl') return await readFile(file);
    const stats = await lstat(file);
    if (stats.isSymbolicLink()) return SKIPPED.symbolicLink;
    if (!stats.isFile()) return SKIPPED.special;
    if (stats.size > maxFileBytes) return SKIPPED.tooLarge;
    const bytes = await readFile(file);
    if (bytes.subarray(contentStart(bytes)).every(isAsciiBlank)) return SKIPPED.empty;
    if (!isBinaryForm(id) && bytes.subarray(0, BINARY_PROBE_BYTES).includes(0)) return SKIPPED.binary;
    requirePlainName(file, id);
    return bytes;
  } catch (error) {
    if (error instanceof GrkError) throw error;
    if (kind === 'jsonl' && isMissing(error)) throw missingFault(file, error);
    throw readFault(file, error);
  }
}

function isAsciiBlank(byte: number): boolean {
  return byte === 0x20 || (byte >= 9 && byte <= 13);
}

function requirePlainName(file: string, id: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is refused
  if (!/[\u0000-\u001f\u007f]/.test(id)) return;
  throw new GrkError('GRK_FILE_UNREADABLE', `the name ${escaped(file)} holds a control character`, {
    remedy: 'Rename the file, or leave it out with an exclude glob.',
  });
}
