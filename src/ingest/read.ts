import type { Metadata, SourceDocument } from '../contracts/document.ts';
import { GrkError } from '../contracts/errors.ts';
import type { LeftOut } from '../contracts/ingest.ts';
import type { TextCache } from '../contracts/ports.ts';
import { frontMatterOf } from './chunk/front-matter-span.ts';
import { lineStartsOf } from './chunk/lines.ts';
import { markdownBlocks } from './chunk/markdown-blocks.ts';
import { languageOf } from './code-language.ts';
import { EXTRACTIONS, extensionOf, extractorOf, isBinaryForm, isExtractorId } from './extractors.ts';
import { sha256Of } from './framed-hash.ts';
import { type FrontMatterValues, frontMatterValues } from './front-matter.ts';
import { keptExtraction } from './kept-extraction.ts';
import { decodeUtf8 } from './utf8.ts';

export interface ReadDocument {
  readonly document: SourceDocument;
  /** Values that metadata cannot hold. */
  readonly leftOut: readonly LeftOut[];
}

/**
 * A file of any form as a document; `contentSha256` is over its text, not its bytes.
 * @throws GrkError GRK_NOT_UTF8, GRK_DOCUMENT_UNREADABLE with the reason in its facts, GRK_DEPENDENCY_MISSING
 */
export async function readDocument(
  id: string,
  file: string,
  bytes: Uint8Array,
  extractions?: TextCache,
): Promise<ReadDocument> {
  const { id: form, algorithm } = extractorOf(id);
  const extract = isExtractorId(form) ? EXTRACTIONS[form] : undefined;
  if (!isExtractorId(form) || extract === undefined) return documentOf(id, file, bytes);
  // Only there is extracting slower than asking.
  const cache = isBinaryForm(id) ? extractions : undefined;
  const extraction = await keptExtraction(cache, algorithm, bytes, () => extract(file, bytes));
  if ('unreadable' in extraction) throw unreadable(file, extraction.unreadable);
  const { text, title, pageStarts, metadata } = extraction;
  const document: SourceDocument = {
    id,
    title: title ?? nameOf(id),
    text,
    contentSha256: sha256Of(text),
    metadata: { ...metadata, ...factsOf(id) },
    extractor: form,
    ...(pageStarts === undefined ? {} : { pageStarts }),
  };
  return { document, leftOut: [] };
}

/**
 * A text file as a document. Its title is its first Markdown heading, else the `title` of its front matter, else its
 * name. Metadata holds the scalars and lists of the front matter and, over them, `path` (the id), `ext` and `folder` (the
 * first part of the path, where there is one), and `language` of source code.
 * @throws GrkError GRK_NOT_UTF8
 */
export function documentOf(id: string, file: string, bytes: Uint8Array): ReadDocument {
  const text = decodeUtf8(file, bytes);
  const form = extractorOf(id).id;
  const facts = factsOf(id);
  const starts = form === 'markdown' ? lineStartsOf(text) : undefined;
  const frontMatter = starts === undefined ? undefined : frontMatterOf(text, starts);
  const given: FrontMatterValues =
    frontMatter === undefined ? { values: new Map(), leftOut: [] } : frontMatterValues(frontMatter);
  const ownTitle = given.values.get('title');
  const title =
    (starts && firstHeading(text, starts)) ?? (typeof ownTitle === 'object' ? undefined : ownTitle) ?? nameOf(id);
  const reserved = Object.keys(facts).filter((key) => given.values.has(key));
  const metadata: Metadata = Object.fromEntries([...given.values, ...Object.entries(facts)]);
  return {
    document: {
      id,
      title: String(title),
      text,
      contentSha256: sha256Of(text),
      metadata,
      ...(form === 'code' ? { extractor: form } : {}),
    },
    leftOut: [...given.leftOut, ...reserved.map((key) => ({ key, why: 'reserved' as const }))],
  };
}

function nameOf(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1);
}

function factsOf(id: string): Record<string, string> {
  const language = languageOf(id);
  return {
    path: id,
    ext: extensionOf(id),
    ...(id.includes('/') ? { folder: id.slice(0, id.indexOf('/')) } : {}),
    ...(language === undefined ? {} : { language }),
  };
}

function firstHeading(text: string, starts: Uint32Array): string | undefined {
  for (const block of markdownBlocks(text, starts))
    if (block.kind === 'heading' && block.title !== '') return block.title;
  return undefined;
}

function unreadable(file: string, reason: string): GrkError {
  return new GrkError('GRK_DOCUMENT_UNREADABLE', `${file} gives no text: ${reason}`, {
    remedy: 'Give the document in another form, or leave it out with an exclude glob.',
    facts: { file, reason },
  });
}
