import type { Chunk, Passage, SourceDocument, Span } from '../contracts/document.ts';
import { GrkError } from '../contracts/errors.ts';
import type { ChunkerSettings } from '../contracts/pipeline.ts';
import type { StoredCut } from '../contracts/ports.ts';
import { compareTieKeys } from '../contracts/ranking.ts';
import { chunksOf } from './chunk/chunkers.ts';
import { lineAt, lineStartsOf } from './chunk/lines.ts';
import { chunkerFor } from './extractors.ts';
import { sha256Of, sha256OfFields } from './framed-hash.ts';

const ID_DIGITS = 16;

/**
 * The passages of a document in the order of the text. A passage's id is the first 16 hexadecimal digits of SHA-256
 * over four framed fields (`framedHash`): document id, start and end as decimal digits, content hash as hex digits.
 */
export function passagesOf(document: SourceDocument, settings: ChunkerSettings): Passage[] {
  const starts = lineStartsOf(document.text);
  return chunksIn(document, settings).map(({ startUtf16, endUtf16, headingPath }) => {
    const isWhole = endUtf16 - startUtf16 === document.text.length;
    const text = isWhole ? document.text : document.text.slice(startUtf16, endUtf16);
    const contentSha256 = isWhole ? document.contentSha256 : sha256Of(text);
    return {
      id: passageId(document.id, startUtf16, endUtf16, contentSha256),
      doc: document.id,
      startUtf16,
      endUtf16,
      startLine: lineAt(starts, startUtf16),
      endLine: lineAt(starts, endUtf16 - 1),
      headingPath,
      text,
      contentSha256,
    };
  });
}

/** Each page is cut for itself, so that a passage stands on one page, but where documents stay whole. */
function chunksIn(document: SourceDocument, settings: ChunkerSettings): Chunk[] {
  const { text, pageStarts } = document;
  const chunker = chunkerFor(document, settings);
  if (pageStarts === undefined || chunker.name === 'whole') return chunksOf(text, chunker);
  return pageStarts.flatMap((from, page) =>
    chunksOf(text.slice(from, pageStarts[page + 1] ?? text.length), chunker).map(
      ({ startUtf16, endUtf16, ...rest }) => ({
        ...rest,
        startUtf16: from + startUtf16,
        endUtf16: from + endUtf16,
      }),
    ),
  );
}

/** A passage whose cut is known from an earlier ingest of the same text. */
export function passageOfCut(document: SourceDocument, cut: StoredCut): Passage {
  const { startUtf16, endUtf16 } = cut;
  const isWhole = endUtf16 - startUtf16 === document.text.length;
  return { ...cut, text: isWhole ? document.text : document.text.slice(startUtf16, endUtf16) };
}

/**
 * Passages as a collection numbers them, by `compareTieKeys`.
 * @throws GrkError GRK_DUPLICATE_ID when two have one id: a document given twice, or a collision of hashes
 */
export function sortByTieOrder(passages: readonly Passage[]): Passage[] {
  const seen = new Map<string, Passage>();
  for (const passage of passages) {
    const first = seen.get(passage.id);
    if (first !== undefined) {
      throw new GrkError(
        'GRK_DUPLICATE_ID',
        `two passages have the id ${passage.id}, in ${first.doc} and ${passage.doc}`,
        {
          remedy: 'Give each document once; if they differ, change a character of one of them.',
        },
      );
    }
    seen.set(passage.id, passage);
  }
  return [...passages].sort(compareTieKeys);
}

/** The id that a span of a text has as a passage. */
export function passageIdOf(doc: string, text: string, { startUtf16, endUtf16 }: Span): string {
  return passageId(doc, startUtf16, endUtf16, sha256Of(text.slice(startUtf16, endUtf16)));
}

/** The id of a passage of which the content hash is known. */
export function passageId(doc: string, startUtf16: number, endUtf16: number, contentSha256: string): string {
  return sha256OfFields([doc, String(startUtf16), String(endUtf16), contentSha256]).slice(0, ID_DIGITS);
}
