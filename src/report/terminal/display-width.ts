import stringWidth from 'string-width';

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Terminal columns of a text, as cli-table3 counts them: wide characters and emoji are 2, colour codes 0. */
export function displayWidth(text: string): number {
  return stringWidth(text);
}

/** The longest beginning that fits into `width` columns, whole characters only. */
export function beginning(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let end = 0;
  let used = 0;
  for (const { segment, index } of GRAPHEMES.segment(text)) {
    used += displayWidth(segment);
    if (used > width) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}

/** Cuts at the end. */
export function cutEnd(text: string, width: number, ellipsis: string): string {
  if (displayWidth(text) <= width) return text;
  return `${beginning(text, width - displayWidth(ellipsis)).trimEnd()}${ellipsis}`;
}

/** Cuts in the middle, since names of stages differ at either end. */
export function cutMiddle(text: string, width: number, ellipsis: string): string {
  if (displayWidth(text) <= width) return text;
  const room = width - displayWidth(ellipsis);
  const head = beginning(text, Math.ceil(room / 2));
  return `${head}${ellipsis}${ending(text, room - displayWidth(head))}`;
}

function ending(text: string, width: number): string {
  const segments = Array.from(GRAPHEMES.segment(text), ({ segment }) => segment);
  let start = segments.length;
  for (let used = 0; start > 0; start--) {
    used += displayWidth(segments[start - 1] ?? '');
    if (used > width) break;
  }
  return segments.slice(start).join('');
}
