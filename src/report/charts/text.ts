import { inert } from '../view/inert.ts';

const LABEL_COLUMNS = 34;
/** Twice as wide as Latin letters, in every font. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}\u3000-\u303f\uff01-\uff60]/u;
/** Ends what a text of another direction begins, so that it turns nothing beside it. */
const ISOLATED = { open: '\u2068', close: '\u2069' };
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** A name from outside as a label: inert, cut in the middle where it is long, its direction kept to itself. */
export function chartLabel(name: string, columns = LABEL_COLUMNS): string {
  const cut = cutMiddle(inert(name), columns);
  return RIGHT_TO_LEFT.test(cut) ? `${ISOLATED.open}${cut}${ISOLATED.close}` : cut;
}

/** Labels of different things that were cut to the same text are told apart by a number. */
export function distinctLabels(labels: readonly string[]): string[] {
  const taken = new Set(labels);
  const seen = new Set<string>();
  return labels.map((label) => {
    let own = label;
    for (let times = 2; seen.has(own); times++) {
      const next = `${label} #${times}`;
      if (!taken.has(next)) own = next;
    }
    seen.add(own);
    taken.add(own);
    return own;
  });
}

/** Columns that a text takes. */
export function widthOf(text: string): number {
  return [...text].reduce((sum, char) => sum + (WIDE.test(char) ? 2 : 1), 0);
}

/** Lines of prose of at most so many columns, broken at blanks; a longer word is cut. */
export function wrapLine(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    const shown = cutMiddle(word, columns);
    if (last !== undefined && widthOf(last) + 1 + widthOf(shown) <= columns)
      lines[lines.length - 1] = `${last} ${shown}`;
    else lines.push(shown);
  }
  return lines;
}

function cutMiddle(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  const chars = [...text];
  const room = columns - 1;
  const head = takeColumns(chars, Math.ceil(room / 2));
  const tail = takeColumns(chars.toReversed(), Math.floor(room / 2)).toReversed();
  return `${head.join('')}…${tail.join('')}`;
}

function takeColumns(chars: readonly string[], columns: number): string[] {
  const taken: string[] = [];
  let used = 0;
  for (const char of chars) {
    used += widthOf(char);
    if (used > columns) break;
    taken.push(char);
  }
  return taken;
}
