import { constants, realpathSync, type Stats } from 'node:fs';
import { lstat, open, stat } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { type ErrorCode, GrkError, throwIfAborted } from '../contracts/errors.ts';
import type { CorpusSource } from '../contracts/golden.ts';
import { compareBytes } from '../contracts/ids.ts';
import type { Progress, TextCache } from '../contracts/ports.ts';
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
  /** Told of each file as it is read; default: nobody is. */
  readonly progress?: Progress | undefined;
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
  /** True for a file that was named itself: it is read through a symbolic link too. */
  readonly isNamed: boolean;
}

export interface SourceFile extends ListedFile {
  readonly bytes: Uint8Array;
}

/** How many files are read at a time. */
const BATCH = 64;
const BINARY_PROBE_BYTES = 8192;

/**
 * The files of some sources, sorted by id bytewise; a file that two of them reach is listed once.
 * @throws GrkError GRK_DUPLICATE_ID naming two files whose ids are equal, and what `walk` throws
 */
export async function listFiles(
  sources: readonly CorpusSource[],
  { base, signal, onUnread }: Omit<ReadOptions, 'maxFileBytes'>,
): Promise<{ files: ListedFile[]; skipped: Skip[] }> {
  const files: PlacedFile[] = [];
  const skipped: Skip[] = [];
  for (const source of sources) {
    if (source.kind === 'jsonl') {
      files.push(
        ...source.files.map((file) => {
          const id = basename(file).normalize('NFC');
          return { id, file, kind: source.kind, isNamed: true, real: realPath(file) };
        }),
      );
    } else {
      const walked = await walk({ ...source, base, signal, onUnread });
      // Links below a root are not followed, so that only the root's own path can hide another one.
      const real = realPath(source.root);
      files.push(
        ...walked.files.map((file) => ({
          ...file,
          kind: source.kind,
          real: join(real, relative(source.root, file.file)),
        })),
      );
      skipped.push(...walked.skipped);
    }
  }
  const once = withoutOtherPaths(files, skipped);
  return { files: withoutEqualIds(once, onUnread), skipped: withoutRepeats(skipped) };
}

/** `real`: its path without links. */
type PlacedFile = ListedFile & { readonly real: string };

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // Reading it says what is wrong with it.
    return path;
  }
}

/** Keeps of each file the path without links, or the first one. */
function withoutOtherPaths(files: readonly PlacedFile[], skipped: Skip[]): PlacedFile[] {
  const isPlain = ({ file, real }: PlacedFile) => file === real;
  const byPath = [...files].sort(
    (a, b) => Number(isPlain(b)) - Number(isPlain(a)) || compareBytes(a.id, b.id) || compareBytes(a.file, b.file),
  );
  const kept = new Map<string, PlacedFile>();
  for (const file of byPath) {
    const other = kept.get(file.real);
    if (other === undefined) kept.set(file.real, file);
    else if (other.id !== file.id) skipped.push({ path: file.id, reason: SKIPPED.otherPath });
  }
  return [...kept.values()].sort((a, b) => compareBytes(a.id, b.id) || compareBytes(a.file, b.file));
}

/** None of several files whose ids are equal: the id would not say which of them is meant. */
function withoutEqualIds(files: readonly PlacedFile[], onUnread: ReadOptions['onUnread']): ListedFile[] {
  return files.filter((file, i) => {
    const [before, after] = [files[i - 1], files[i + 1]];
    if (before?.id === file.id) leaveOut(file.id, equalIds(before, file), onUnread);
    return before?.id !== file.id && after?.id !== file.id;
  });
}

function equalIds(first: ListedFile, second: ListedFile): GrkError {
  const spelled = [first, second].map((one) => escaped(one.file)).join(' and ');
  return new GrkError('GRK_DUPLICATE_ID', `two files have the id ${first.id}: ${spelled}`, {
    remedy:
      'Rename one of them: ids are compared in Unicode’s composed form (NFC), and that of a JSONL file is its name.',
  });
}

/** Roots that lie in each other skip the same paths. */
function withoutRepeats(skipped: readonly Skip[]): Skip[] {
  return [...new Map(skipped.map((skip) => [`${skip.reason}:${skip.path}`, skip])).values()];
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
  'GRK_DUPLICATE_ID',
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
async function contentOf({ file, id, kind, isNamed }: ListedFile, maxFileBytes: number): Promise<Uint8Array | string> {
  try {
    const stats = await (isNamed ? stat(file) : lstat(file));
    if (stats.isSymbolicLink()) return SKIPPED.symbolicLink;
    if (kind === 'jsonl') return await bytesOf(file, stats, isNamed);
    if (!stats.isFile()) return SKIPPED.special;
    if (stats.size > maxFileBytes) return SKIPPED.tooLarge;
    const bytes = await bytesOf(file, stats, isNamed);
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

/**
 * A whole file, of one moment. What is no regular file is not opened, and what took the place of one does not block.
 * @throws GrkError GRK_FILE_UNREADABLE for a file that changes meanwhile
 */
async function bytesOf(file: string, found: Stats, isNamed: boolean): Promise<Uint8Array> {
  if (isSpecial(found)) throw specialFault(file);
  // Windows has neither flag.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const handle = await open(file, O_RDONLY | O_NONBLOCK | (isNamed ? 0 : O_NOFOLLOW));
  try {
    const before = await handle.stat();
    if (isSpecial(before)) throw specialFault(file);
    const bytes = await handle.readFile();
    const after = await handle.stat();
    if (after.mtimeMs === before.mtimeMs && after.size === before.size) return bytes;
  } finally {
    await handle.close();
  }
  throw new GrkError('GRK_FILE_UNREADABLE', `${file} was changed while it was read`, {
    remedy: 'Run the command again when nothing writes to it.',
    facts: { path: file },
  });
}

/** Neither a file nor a folder: of a folder, reading says that it is one. */
function isSpecial(stats: Stats): boolean {
  return !stats.isFile() && !stats.isDirectory();
}

function specialFault(file: string): GrkError {
  return new GrkError('GRK_FILE_UNREADABLE', `${file} is neither a file nor a folder`, { remedy: 'Check the path.' });
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
