import type { Chunk } from '../../contracts/document.ts';
import { skipBlank, trimmedEnd } from './blank.ts';

/** One passage for the whole text; none where the text is blank. */
export function chunkWhole(text: string): Chunk[] {
  const startUtf16 = skipBlank(text, 0, text.length);
  if (startUtf16 === text.length) return [];
  return [{ startUtf16, endUtf16: trimmedEnd(text, startUtf16, text.length), headingPath: [] }];
}
