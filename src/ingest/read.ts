import type { Metadata, MetadataValue, SourceDocument } from '../contracts/document.ts';
import { frontMatterOf } from './chunk/front-matter-span.ts';
import { lineStartsOf } from './chunk/lines.ts';
import { markdownBlocks } from './chunk/markdown-blocks.ts';
import { sha256Of } from './framed-hash.ts';
import { flatValues, type LeftOut } from './front-matter.ts';
import { decodeUtf8 } from './utf8.ts';

export interface ReadDocument {
  readonly document: SourceDocument;
  /** Values that metadata cannot hold. */
  readonly leftOut: readonly LeftOut[];
}

/** Version id of how a file, or a row of a JSONL corpus, becomes text and title. */
export const READING_ALGORITHM = 'reading/1';

const MARKDOWN: ReadonlySet<string> = new Set(['md', 'markdown', 'mdx']);

/**
 * A file as a document. Its title is its first Markdown heading, else the `title` of its front matter, else its name.
 * Metadata holds the flat values of the front matter and, over them, `path` (the id), `ext` and `folder` (the first
 * part of the path, where there is one).
 * @throws GrkError GRK_NOT_UTF8
 */
export function documentOf(id: string, file: string, bytes: Uint8Array): ReadDocument {
  const text = decodeUtf8(file, bytes);
  const name = id.slice(id.lastIndexOf('/') + 1);
  const ext = /.\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const folder = id.includes('/') ? id.slice(0, id.indexOf('/')) : undefined;
  const facts = { path: id, ext, ...(folder === undefined ? {} : { folder }) };
  const starts = MARKDOWN.has(ext) ? lineStartsOf(text) : undefined;
  const frontMatter = starts === undefined ? undefined : frontMatterOf(text, starts);
  const flat =
    frontMatter === undefined ? { values: new Map<string, MetadataValue>(), leftOut: [] } : flatValues(frontMatter);
  const title = (starts && firstHeading(text, starts)) ?? flat.values.get('title') ?? name;
  const reserved = Object.keys(facts).filter((key) => flat.values.has(key));
  const metadata: Metadata = Object.fromEntries([...flat.values, ...Object.entries(facts)]);
  return {
    document: { id, title: String(title), text, contentSha256: sha256Of(text), metadata },
    leftOut: [...flat.leftOut, ...reserved.map((key) => ({ key, why: 'reserved' as const }))],
  };
}

function firstHeading(text: string, starts: Uint32Array): string | undefined {
  for (const block of markdownBlocks(text, starts))
    if (block.kind === 'heading' && block.title !== '') return block.title;
  return undefined;
}
