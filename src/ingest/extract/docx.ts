import { type Extraction, UNREADABLE } from './extraction.ts';
import { extractHtmlFragment } from './html.ts';
import { loadFor } from './optional-package.ts';
import { unpackedBytes } from './zip-size.ts';

/** The container of encrypted and of older Word files. */
const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0];
const MAX_UNPACKED_BYTES = 200_000_000;
/** The converter knows numbered headings; a document's title has a style of its own. */
const STYLES = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => p:fresh"];

/**
 * A Word file as Markdown: headings by their styles, lists, tables, notes; pictures and comments are left out.
 * @param file named in errors
 * @throws GrkError GRK_DEPENDENCY_MISSING
 */
export async function extractDocx(file: string, bytes: Uint8Array): Promise<Extraction> {
  if (COMPOUND_FILE.every((byte, i) => bytes[i] === byte)) return { unreadable: UNREADABLE.docxLocked };
  const size = unpackedBytes(bytes);
  if (size === undefined) return { unreadable: UNREADABLE.docxDamaged };
  if (size > MAX_UNPACKED_BYTES) return { unreadable: UNREADABLE.docxTooLarge };
  const { default: mammoth } = await loadFor(file, 'mammoth', '1.13.0', () => import('mammoth'));
  let html: string;
  try {
    const options = {
      styleMap: STYLES,
      externalFileAccess: false,
      // Pictures would come as text in base 64.
      convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
    };
    ({ value: html } = await mammoth.convertToHtml({ buffer: Buffer.from(bytes) }, options));
  } catch {
    return { unreadable: UNREADABLE.docxDamaged };
  }
  const { text, hasText, firstHeading } = extractHtmlFragment(html);
  if (!hasText) return { unreadable: UNREADABLE.docxWithoutText };
  return { text, ...(firstHeading === '' ? {} : { title: firstHeading }) };
}
