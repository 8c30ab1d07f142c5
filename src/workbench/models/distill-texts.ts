import { createHash } from 'node:crypto';
import { basename, resolve } from 'node:path';
import { GrkError } from '../../contracts/errors.ts';
import { CHUNKERS } from '../../ingest/chunk/chunkers.ts';
import { passagesOf } from '../../ingest/passages.ts';
import { contentStart, decodeUtf8 } from '../../ingest/utf8.ts';
import { readNamedFile } from '../../providers/model-files.ts';
import { ingestSources, readSources } from '../collections/ingest-sources.ts';
import { extractionCache } from '../session/caches.ts';
import type { Session } from '../session/state.ts';

/** Most passages that a teacher reads unless told otherwise: its figures rise slowly beyond. */
export const DEFAULT_PASSAGES = 20_000;
/** Below this, nothing could be fitted and measured. */
const FEWEST_PASSAGES = 20;
/** About as long as what a teacher reads of a passage: 64 tokens of English. */
const CHUNKER = { name: 'recursive', maxChars: 300, overlapChars: 0 } as const;

export interface TextRequest {
  /** Files and folders to read as an ingest does. */
  readonly corpus: readonly string[];
  /** A file of one text per line, or of JSONL rows with a `text`. */
  readonly texts: string | undefined;
  /** How many passages to use at most. */
  readonly passages: number;
}

export interface ChosenTexts {
  readonly texts: readonly string[];
  /** How many different passages there were to choose from. */
  readonly found: number;
  /** Over the texts in their order, each as JSON on a line. */
  readonly sha256: string;
  /** What was read, by name, and how it was cut, for people. */
  readonly sources: readonly string[];
}

/**
 * The passages that a teacher is to read: different ones, in the order of their hashes, so that the first of them are a
 * sample that does not depend on how files are named or ordered.
 * @returns undefined where no text was named
 * @throws GrkError GRK_USAGE for too few passages; GRK_FILE_MISSING, GRK_FILE_UNREADABLE, GRK_NOT_UTF8 and those of reading
 */
export async function chooseTexts(session: Session, request: TextRequest): Promise<ChosenTexts | undefined> {
  const { corpus, texts: file, passages } = request;
  if (corpus.length === 0 && file === undefined) return undefined;
  const sources: string[] = [];
  const found = new Set<string>();
  if (corpus.length > 0) {
    const { documents, skipped } = await readSources(session, ingestSources(session, corpus), {
      extractions: extractionCache(session),
    });
    for (const document of documents) for (const { text } of passagesOf(document, CHUNKER)) found.add(text.trim());
    const { name, maxChars } = CHUNKER;
    sources.push(
      `${documents.length} documents of ${namesOf(session, corpus)}, cut into passages of at most ${maxChars} characters (${name}, ${CHUNKERS[name].algorithm})`,
    );
    if (skipped.length > 0) session.notice(`${skipped.length} files of the corpus were left out`);
  }
  if (file !== undefined) {
    const lines = textsIn(session, file);
    for (const text of lines) found.add(text.trim());
    sources.push(`${lines.length} texts of ${namesOf(session, [file])}`);
  }
  found.delete('');
  const used = Math.min(found.size, passages);
  if (used < FEWEST_PASSAGES) {
    const what = `a distillation on texts needs ${FEWEST_PASSAGES} different passages, and`;
    throw used < found.size
      ? new GrkError('GRK_USAGE', `${what} --passages takes ${passages} of them`, {
          remedy: `Say --passages ${FEWEST_PASSAGES}, or more.`,
        })
      : new GrkError('GRK_USAGE', `${what} these are ${found.size}`, {
          remedy: 'Name more of them with --corpus or --texts, or leave both out: the vocabulary alone is used then.',
        });
  }
  const texts = inHashOrder([...found]).slice(0, passages);
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${JSON.stringify(text)}\n`);
  return { texts, found: found.size, sha256: hash.digest('hex'), sources };
}

/** Without the folders that they lie in: those say nothing elsewhere. */
function namesOf({ cwd }: Session, paths: readonly string[]): string {
  return paths.map((path) => basename(resolve(cwd, path))).join(', ');
}

function inHashOrder(texts: readonly string[]): string[] {
  return texts
    .map((text) => ({ text, key: createHash('sha256').update(JSON.stringify(text)).digest('hex') }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ text }) => text);
}

function textsIn({ cwd, notice }: Session, name: string): string[] {
  const file = resolve(cwd, name);
  const bytes = readNamedFile(file, 'Name a file of one text per line, or of JSONL rows with a "text".');
  const lines = decodeUtf8(file, bytes.subarray(contentStart(bytes))).split(/\r?\n/);
  const isFilled = (line: string) => line.trim() !== '';
  if (!file.toLowerCase().endsWith('.jsonl')) return lines.filter(isFilled);
  const rows = lines.flatMap((line, i) => (isFilled(line) ? [textRow(line, `${file}:${i + 1}`)] : []));
  // `grk golden texts` writes them too; a model is measured on queries, not fitted on them.
  const queries = rows.filter(({ role }) => role === 'query').length;
  if (queries > 0) notice(`${queries} rows of ${file} are queries and are passed over`);
  return rows.filter(({ role }) => role !== 'query').map(({ text }) => text);
}

function textRow(line: string, where: string): { text: string; role: unknown } {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch {
    row = undefined;
  }
  const { text, role } = (typeof row === 'object' && row !== null ? row : {}) as { text?: unknown; role?: unknown };
  if (typeof text === 'string') return { text, role };
  throw new GrkError('GRK_USAGE', `${where}: this row is no JSON object with a "text"`, {
    remedy: 'Write rows as {"text": "…"}, or a file of another name with one text per line.',
  });
}
