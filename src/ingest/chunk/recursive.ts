import type { Chunk } from '../../contracts/document.ts';
import { GrkError } from '../../contracts/errors.ts';
import { trimmedEnd } from './blank.ts';
import { lineStartsOf } from './lines.ts';
import { pack } from './pack.ts';

export interface RecursiveSettings {
  readonly maxChars: number;
  readonly overlapChars: number;
}

/**
 * Cuts a text at blank lines, then lines, sentences, words and characters: the coarsest of them that fits `maxChars`.
 * Only an overlap makes passages share characters.
 * @throws GrkError GRK_CONFIG_INVALID when the overlap is more than half of a passage
 */
export function chunkRecursive(text: string, { maxChars, overlapChars }: RecursiveSettings): Chunk[] {
  if (overlapChars > maxChars / 2) {
    throw new GrkError(
      'GRK_CONFIG_INVALID',
      `chunker recursive: overlapChars ${overlapChars} is more than half of maxChars ${maxChars}`,
      { remedy: `Set overlapChars to ${Math.floor(maxChars / 2)} or less.` },
    );
  }
  const { paragraphs, lines } = lineEnds(text);
  const region = { startUtf16: 0, endUtf16: text.length, cuts: [paragraphs, lines], intact: [], firstCutAfterUtf16: 0 };
  return pack(text, region, { maxChars, overlapChars }).map((span) => ({ ...span, headingPath: [] }));
}

/** Ends of the lines that hold something, and of those before a blank line, without the white space behind them. */
function lineEnds(text: string): { paragraphs: number[]; lines: number[] } {
  const starts = lineStartsOf(text);
  const lines: number[] = [];
  const paragraphs: number[] = [];
  for (let line = 0; line < starts.length; line++) {
    const from = starts[line] ?? 0;
    const end = trimmedEnd(text, from, starts[line + 1] ?? text.length);
    const before = lines.at(-1);
    if (end > from) lines.push(end);
    else if (before !== undefined && paragraphs.at(-1) !== before) paragraphs.push(before);
  }
  return { paragraphs, lines };
}
