import { beginning, cutEnd, displayWidth } from './display-width.ts';

/** Text beyond this many UTF-16 units per column is not looked at: it cannot be shown. */
const UNITS_PER_COLUMN = 16;

/** Lines of at most `width` columns, broken at spaces; a word is broken only where it is longer than a line. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (displayWidth(joined) <= width) {
      line = joined;
      continue;
    }
    // A long word, such as a sentence without spaces, begins where the line has room.
    let rest = displayWidth(word) > width ? joined : word;
    if (rest === word && line !== '') lines.push(line);
    while (displayWidth(rest) > width) {
      const piece = softBreak(beginning(rest, width)) || String.fromCodePoint(rest.codePointAt(0) ?? 0);
      lines.push(piece.replace(/ +$/, ''));
      rest = rest.slice(piece.length);
    }
    line = rest;
  }
  return [...lines, line];
}

/** Up to the last comma, else the last slash, where one stands late in a piece of a long word. */
function softBreak(piece: string): string {
  for (const mark of [',', '/']) {
    const end = piece.lastIndexOf(mark) + 1;
    if (end > piece.length / 2 && !piece.slice(end).includes(' ')) return piece.slice(0, end);
  }
  return piece;
}

/** The first `count` lines; an ellipsis stands where more would follow. */
export function wrapTo(text: string, width: number, count: number, ellipsis: string): string[] {
  const lines = wrap(text.slice(0, width * count * UNITS_PER_COLUMN), width);
  if (lines.length <= count) return lines;
  const kept = lines.slice(0, count);
  const last = `${kept[count - 1] ?? ''}${ellipsis}`;
  return [...kept.slice(0, -1), cutEnd(last, width, ellipsis)];
}

/** A paragraph whose first line begins with `lead` and whose others are indented by as much. */
export function hang(lead: string, text: string, width: number): string {
  const indent = displayWidth(lead);
  return wrap(text, Math.max(width - indent, 20))
    .map((line, i) => `${i === 0 ? lead : ' '.repeat(indent)}${line}`.trimEnd())
    .join('\n');
}
