import { EXTRACTOR_IDS, type ExtractorId, type ExtractorVersions, type SourceDocument } from '../contracts/document.ts';
import type { ChunkerSettings } from '../contracts/pipeline.ts';
import { CHUNKERS } from './chunk/chunkers.ts';
import { languageOf } from './code-language.ts';
import type { Extraction } from './extract/extraction.ts';
import { extractPdf } from './extract/pdf.ts';

/** Version id of how a file that is text, or a row of a JSONL corpus, becomes text, title and metadata. */
export const READING_ALGORITHM = 'reading/2';

const SPLIT_AT_LINES = CHUNKERS.recursive.algorithm;

/** Version id of each extractor: it changes when an equal file would give another text, title or other passages. */
const VERSIONS: Readonly<Record<ExtractorId, string>> = {
  code: `code/1+${SPLIT_AT_LINES}`,
  docx: 'docx/1',
  html: 'html/1',
  pdf: `pdf/2+${SPLIT_AT_LINES}`,
};

/** Forms of files that are no text. @throws GrkError GRK_DEPENDENCY_MISSING naming the file */
export const EXTRACTIONS: Readonly<
  Partial<Record<ExtractorId, (file: string, bytes: Uint8Array) => Promise<Extraction>>>
> = {
  // Loaded on first use: most commands read no such file.
  docx: async (file, bytes) => (await import('./extract/docx.ts')).extractDocx(file, bytes),
  html: async (_file, bytes) => (await import('./extract/html.ts')).extractHtml(bytes),
  pdf: extractPdf,
};

const BY_EXTENSION = new Map<string, FileForm>([
  ...['md', 'markdown', 'mdx'].map((ext): [string, FileForm] => [ext, 'markdown']),
  ...['html', 'htm', 'xhtml'].map((ext): [string, FileForm] => [ext, 'html']),
  ['pdf', 'pdf'],
  ['docx', 'docx'],
  ['jsonl', 'jsonl'],
]);

/** What a file is taken for. */
export type FileForm = 'markdown' | 'text' | 'jsonl' | ExtractorId;

export interface Extractor {
  readonly id: FileForm;
  /** Version id. */
  readonly algorithm: string;
}

/** How a file is read, by the ending of its name; unknown ones are plain text. */
export function extractorOf(path: string): Extractor {
  const id = BY_EXTENSION.get(extensionOf(path)) ?? (languageOf(path) === undefined ? 'text' : 'code');
  return { id, algorithm: isExtractorId(id) ? VERSIONS[id] : READING_ALGORITHM };
}

/** True where a NUL byte says nothing about whether the file can be read. */
export function isBinaryForm(path: string): boolean {
  return ['docx', 'pdf'].includes(extractorOf(path).id);
}

/** Lower-case, without the dot; '' where there is none. */
export function extensionOf(path: string): string {
  return /[^/]\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
}

/** The versions in force of some extractors. */
export function extractorVersions(ids: Iterable<FileForm>): ExtractorVersions {
  return Object.fromEntries(
    [...new Set(ids)]
      .filter(isExtractorId)
      .sort()
      .map((id) => [id, VERSIONS[id]]),
  );
}

/** How a document is cut: where nothing in it is Markdown, headings and lists would be read into it. */
export function chunkerFor(
  { extractor }: Pick<SourceDocument, 'extractor'>,
  settings: ChunkerSettings,
): ChunkerSettings {
  const isPlain = extractor === 'code' || extractor === 'pdf';
  return isPlain && settings.name === 'markdown'
    ? { name: 'recursive', maxChars: settings.maxChars, overlapChars: 0 }
    : settings;
}

export function isExtractorId(form: FileForm): form is ExtractorId {
  return EXTRACTOR_IDS.some((id) => id === form);
}
