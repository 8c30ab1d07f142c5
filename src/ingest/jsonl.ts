import type { Metadata, MetadataValue } from '../contracts/document.ts';
import { GrkError } from '../contracts/errors.ts';
import { IdSchema } from '../contracts/ids.ts';
import type { LeftOut } from '../contracts/ingest.ts';
import { nearest } from '../contracts/nearest.ts';
import { sha256Of } from './framed-hash.ts';
import { metadataValue } from './metadata-value.ts';
import type { ReadDocument } from './read.ts';
import { contentStart, requireUtf8 } from './utf8.ts';

const NEWLINE = 10;
const LONE_SURROGATE = /\p{Surrogate}/u;

export interface JsonlDocument extends ReadDocument {
  /** `file:line`. */
  readonly where: string;
}

/**
 * The documents of a BEIR `corpus.jsonl`, line by line, so that no string ever holds the whole file. The text is
 * `title text`, trimmed, as BEIR's own tools join it; offsets count in that. Scalars, and lists of them, in `metadata`
 * and in keys of the row that BEIR does not know become metadata. Blank lines and a byte-order mark are passed over.
 * @param onBadRow told of each row that is no document, its number and its fault, with the `doc` in its facts where it
 * has one; default: the first one is thrown
 * @throws GrkError GRK_GOLDEN_INVALID with file and line, GRK_NOT_UTF8
 */
export function* jsonlDocuments(
  file: string,
  bytes: Uint8Array,
  onBadRow?: (line: number, fault: unknown) => void,
): Generator<JsonlDocument> {
  requireUtf8(file, bytes);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let start = contentStart(bytes);
  for (let line = 1; start < buffer.length; line++) {
    const newline = buffer.indexOf(NEWLINE, start);
    const end = newline < 0 ? buffer.length : newline;
    const written = buffer.toString('utf8', start, end);
    start = end + 1;
    if (written.trim() === '') continue;
    let document: JsonlDocument;
    try {
      document = documentOfRow(`${file}:${line}`, written);
    } catch (fault) {
      if (onBadRow === undefined) throw fault;
      onBadRow(line, fault);
      continue;
    }
    yield document;
  }
}

function documentOfRow(where: string, written: string): JsonlDocument {
  const row = parseRow(where, written);
  const id = idOf({ where }, row);
  const place = { where, doc: id };
  const title = stringOf(place, row, 'title') ?? '';
  const body = stringOf(place, row, 'text');
  if (body === undefined) throw missing(place, row, 'text');
  const text = (title === '' ? body : `${title} ${body}`).trim();
  // A file that is UTF-8 can bring half a pair only through an escape.
  if (written.includes('\\u') && LONE_SURROGATE.test(text)) {
    throw invalid(place, 'the text holds half of a surrogate pair, which is no character');
  }
  const { metadata, leftOut } = metadataOf(row);
  return {
    where,
    document: { id, title: title === '' ? id : title, text, contentSha256: sha256Of(text), metadata },
    leftOut,
  };
}

type Row = Readonly<Record<string, unknown>>;

interface Place {
  readonly where: string;
  readonly doc?: string;
}

function parseRow(where: string, written: string): Row {
  let row: unknown;
  try {
    row = JSON.parse(written);
  } catch (error) {
    throw invalid({ where }, `not valid JSON (${error instanceof Error ? error.message : 'unknown fault'})`);
  }
  if (!isObject(row)) throw invalid({ where }, 'expected an object with "_id", "title" and "text"');
  return row;
}

function idOf(place: Place, row: Row): string {
  const id = row._id;
  if (id === undefined) throw missing(place, row, '_id');
  if (typeof id !== 'string') {
    throw invalid(place, `"_id" is ${JSON.stringify(id)}: ids are strings, so write ${JSON.stringify(String(id))}`);
  }
  const faults = IdSchema.safeParse(id).error?.issues ?? [];
  if (faults[0] !== undefined) throw invalid(place, `"_id": ${faults[0].message}`);
  return id;
}

function stringOf(place: Place, row: Row, key: string): string | undefined {
  const value = row[key] ?? undefined;
  if (value !== undefined && typeof value !== 'string') throw invalid(place, `"${key}" is not a string`);
  return value;
}

function metadataOf(row: Row): { metadata: Metadata; leftOut: LeftOut[] } {
  const values = new Map<string, MetadataValue | readonly MetadataValue[]>();
  const leftOut: LeftOut[] = [];
  const nested = isObject(row.metadata) ? Object.entries(row.metadata) : [];
  const extra = Object.entries(row).filter(([key]) => !['_id', 'title', 'text'].includes(key));
  for (const [key, value] of [...nested, ...extra]) {
    if (key === 'metadata' && isObject(value)) continue;
    const read = metadataValue(value);
    if (values.has(key)) leftOut.push({ key, why: 'repeated' });
    else if ('why' in read) leftOut.push({ key, why: read.why });
    else values.set(key, read.held);
  }
  return { metadata: Object.fromEntries(values), leftOut };
}

function isObject(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function missing(place: Place, row: Row, key: string): GrkError {
  const near = nearest(key, Object.keys(row));
  return invalid(place, `"${key}" is missing${near === undefined ? '' : `; is "${near}" meant to be it?`}`);
}

function invalid(place: Place, fault: string): GrkError {
  return new GrkError('GRK_GOLDEN_INVALID', `${place.where}: ${fault}`, {
    remedy: 'Each line is one document: {"_id": "…", "title": "…", "text": "…"}.',
    facts: { ...place },
  });
}
