import { type Extraction, UNREADABLE } from './extraction.ts';
import { loadFor } from './optional-package.ts';
import { pageText } from './pdf-lines.ts';

const PAGE_BREAK = '\n\n';

/**
 * The text of a PDF, pages parted by a blank line, with where each page starts. Metadata counts pages, and those that
 * hold no text.
 * @param file named in errors
 * @throws GrkError GRK_DEPENDENCY_MISSING
 */
export async function extractPdf(file: string, bytes: Uint8Array): Promise<Extraction> {
  const { getDocumentProxy } = await loadFor(file, 'unpdf', '1.7.0', () => import('unpdf'));
  let needsCharacterMaps = false;
  /** Where pdf.js would read character maps from. Without them, characters would be missing and nothing would say so. */
  class NoBinaryData {
    async fetch({ kind }: { kind: string }): Promise<never> {
      if (kind === 'cMapUrl') needsCharacterMaps = true;
      throw new Error('no such data comes with grk');
    }
  }
  const options = {
    // Errors only: the library writes its warnings to the console.
    verbosity: 0,
    disableFontFace: true,
    useSystemFonts: false,
    BinaryDataFactory: NoBinaryData,
  };
  let title: string | undefined;
  const pages: string[] = [];
  try {
    // A copy, because the library takes its bytes over.
    const pdf = await getDocumentProxy(Uint8Array.from(bytes), options);
    try {
      for (let number = 1; number <= pdf.numPages; number++) {
        const page = await pdf.getPage(number);
        const { items } = await page.getTextContent();
        pages.push(pageText(items.filter((item) => 'str' in item)));
        page.cleanup();
      }
      title = titleOf((await pdf.getMetadata()).info);
    } finally {
      await pdf.destroy();
    }
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    return { unreadable: isLocked ? UNREADABLE.pdfLocked : UNREADABLE.pdfDamaged };
  }
  if (needsCharacterMaps) return { unreadable: UNREADABLE.pdfCharacterMaps };
  return assembled(pages, title);
}

function assembled(pages: readonly string[], title: string | undefined): Extraction {
  let text = '';
  const starts: number[] = [];
  for (const page of pages) {
    if (page !== '' && text !== '') text += PAGE_BREAK;
    starts.push(text.length + (page === '' && text !== '' ? PAGE_BREAK.length : 0));
    text += page;
  }
  if (text === '') return { unreadable: UNREADABLE.pdfWithoutText };
  const empty = pages.filter((page) => page === '').length;
  return {
    text,
    pageStarts: starts.map((start) => Math.min(start, text.length)),
    metadata: { pages: pages.length, ...(empty === 0 ? {} : { pagesWithoutText: empty }) },
    ...(title === undefined ? {} : { title }),
  };
}

function titleOf(info: unknown): string | undefined {
  const title = typeof info === 'object' && info !== null && 'Title' in info ? info.Title : undefined;
  return typeof title === 'string' && title.trim() !== '' ? title.replace(/\s+/g, ' ').trim() : undefined;
}
