import type { Metadata } from '../../contracts/document.ts';

/** What a file of another form than text says, as text. */
export interface Extracted {
  /** Not blank. */
  readonly text: string;
  /** Where the file names itself. */
  readonly title?: string;
  /** Offset (UTF-16) at which each page starts, ascending; that of a page without text is where the next one starts. */
  readonly pageStarts?: readonly number[];
  readonly metadata?: Metadata;
}

/** Why a file gave no text; counted by these words. */
export const UNREADABLE = {
  pdfWithoutText: 'PDF without text (scanned pictures?)',
  pdfLocked: 'PDF locked by a password',
  pdfDamaged: 'damaged PDF',
  pdfCharacterMaps: 'PDF with fonts whose character maps do not come with grk',
  docxWithoutText: 'DOCX without text',
  docxLocked: 'DOCX locked by a password, or an older Word file',
  docxDamaged: 'damaged DOCX',
  docxTooLarge: 'DOCX that unpacks to more than 200 MB',
  htmlWithoutText: 'HTML without text',
  htmlCharset: 'HTML that is not in UTF-8 or the character set that it names',
} as const;

export type UnreadableReason = (typeof UNREADABLE)[keyof typeof UNREADABLE];

/** Text, or the reason why there is none: never an empty text. */
export type Extraction = Extracted | { readonly unreadable: UnreadableReason };
