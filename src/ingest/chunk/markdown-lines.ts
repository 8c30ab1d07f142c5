/** What single lines of Markdown are, by CommonMark 0.31 and, for tables, GFM. All offsets are UTF-16. */

const SPACE = 0x20;
const TAB = 0x09;

export interface MarkdownLine {
  /** The line without its end and the white space behind it. */
  readonly endUtf16: number;
  /** Offset of the first character that is neither space nor tab. */
  readonly firstUtf16: number;
  /** Columns before it; a tab goes to the next multiple of four. */
  readonly indent: number;
}

export function measureLine(text: string, startUtf16: number, endUtf16: number): MarkdownLine {
  let indent = 0;
  let at = startUtf16;
  for (; at < endUtf16; at++) {
    const unit = text.charCodeAt(at);
    if (unit === SPACE) indent++;
    else if (unit === TAB) indent += 4 - (indent % 4);
    else break;
  }
  return { endUtf16, firstUtf16: at, indent };
}

export interface Fence {
  readonly mark: string;
  readonly length: number;
}

/** An opening code fence: three or more backticks (with none behind them in the line) or tildes. */
export function fenceAt(text: string, line: MarkdownLine): Fence | undefined {
  const mark = text[line.firstUtf16] ?? '';
  if (mark !== '`' && mark !== '~') return undefined;
  const length = runLength(text, line);
  if (length < 3) return undefined;
  if (mark === '`' && text.slice(line.firstUtf16 + length, line.endUtf16).includes('`')) return undefined;
  return { mark, length };
}

export function closesFence(text: string, line: MarkdownLine, fence: Fence): boolean {
  if (text[line.firstUtf16] !== fence.mark) return false;
  const length = runLength(text, line);
  return length >= fence.length && line.firstUtf16 + length === line.endUtf16;
}

export interface HeadingLine {
  readonly level: number;
  readonly title: string;
}

/** An ATX heading: one to six `#`, then white space or nothing. */
export function atxHeadingAt(text: string, line: MarkdownLine): HeadingLine | undefined {
  if (text[line.firstUtf16] !== '#') return undefined;
  const level = runLength(text, line);
  const after = line.firstUtf16 + level;
  if (level > 6 || (after < line.endUtf16 && !isSpaceOrTab(text.charCodeAt(after)))) return undefined;
  return { level, title: plainTitle(withoutClosingMarks(text.slice(after, line.endUtf16).trim())) };
}

/** A heading as context: links and images as their text, without anchors and runs of white space. */
export function plainTitle(title: string): string {
  return title
    .replaceAll(/!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1')
    .replaceAll(/<\/?a(?:\s[^>]*)?>|\{#[^}]*\}$/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** 1 for a line of `=`, 2 for one of `-`, else 0: the heading level that such a line gives the paragraph before it. */
export function setextLevel(text: string, line: MarkdownLine): 0 | 1 | 2 {
  const mark = text[line.firstUtf16];
  if (mark !== '=' && mark !== '-') return 0;
  if (line.firstUtf16 + runLength(text, line) !== line.endUtf16) return 0;
  return mark === '=' ? 1 : 2;
}

/** Three or more of one of `-`, `*`, `_`, and otherwise only spaces. */
export function isThematicBreak(text: string, line: MarkdownLine): boolean {
  const mark = text[line.firstUtf16];
  if (mark !== '-' && mark !== '*' && mark !== '_') return false;
  let count = 0;
  for (let at = line.firstUtf16; at < line.endUtf16; at++) {
    if (text[at] === mark) count++;
    else if (!isSpaceOrTab(text.charCodeAt(at))) return false;
  }
  return count >= 3;
}

export interface ListMarker {
  /** Where the text of the item begins. */
  readonly contentUtf16: number;
  /** Columns from the start of the line to it. */
  readonly contentIndent: number;
  /** Whether such a line ends a paragraph without a blank line between. */
  readonly canInterrupt: boolean;
}

/** A bullet, or a number of up to nine digits with `.` or `)`, then white space or nothing. */
export function listMarkerAt(text: string, line: MarkdownLine): ListMarker | undefined {
  const { firstUtf16, endUtf16, indent } = line;
  let after = firstUtf16;
  const mark = text.charCodeAt(firstUtf16);
  const isBullet = mark === 0x2d || mark === 0x2b || mark === 0x2a;
  if (isBullet) after++;
  else {
    while (after < endUtf16 && after - firstUtf16 < 10 && isDigit(text.charCodeAt(after))) after++;
    const digits = after - firstUtf16;
    const delimiter = text[after];
    if (digits === 0 || digits > 9 || after >= endUtf16 || (delimiter !== '.' && delimiter !== ')')) return undefined;
    after++;
  }
  if (after < endUtf16 && !isSpaceOrTab(text.charCodeAt(after))) return undefined;
  const width = after - firstUtf16;
  const startsWithOne = isBullet || (width === 2 && text[firstUtf16] === '1');
  const content = measureLine(text, after, endUtf16);
  const isEmpty = content.firstUtf16 >= endUtf16;
  const gap = isEmpty || content.indent > 4 ? 1 : content.indent;
  return {
    contentUtf16: content.firstUtf16,
    contentIndent: indent + width + gap,
    canInterrupt: startsWithOne && !isEmpty,
  };
}

/** How many cells a table's delimiter row has (`|---|:-:|`), or 0 for any other line. */
export function delimiterCells(text: string, line: MarkdownLine): number {
  for (let at = line.firstUtf16; at < line.endUtf16; at++) {
    const unit = text.charCodeAt(at);
    if (unit !== 0x2d && unit !== 0x7c && unit !== 0x3a && !isSpaceOrTab(unit)) return 0;
  }
  const row = text.slice(line.firstUtf16, line.endUtf16);
  if (!row.includes('|')) return 0;
  const cells = cellsOf(row);
  return cells.every((cell) => /^:?-+:?$/.test(cell.trim())) ? cells.length : 0;
}

/** How many cells a line has as a table row; 0 where no bar divides it. */
export function rowCells(row: string): number {
  return row.includes('|') ? cellsOf(row.trim()).length : 0;
}

function cellsOf(row: string): string[] {
  const cells = row.split(/(?<!\\)\|/);
  if (cells.length > 1 && cells[0]?.trim() === '') cells.shift();
  if (cells.length > 1 && cells.at(-1)?.trim() === '') cells.pop();
  return cells;
}

/** Blocks of HTML that swallow blank lines: how they begin, and what a line that ends them holds. */
const HTML_BLOCKS: readonly (readonly [RegExp, RegExp])[] = [
  [/^<(?:script|pre|style|textarea)(?=[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<!\[CDATA\[/, /\]\]>/],
];

/** The pattern that ends the HTML block which a line begins. */
export function htmlBlockEnd(text: string, line: MarkdownLine): RegExp | undefined {
  if (text[line.firstUtf16] !== '<') return undefined;
  const head = text.slice(line.firstUtf16, Math.min(line.endUtf16, line.firstUtf16 + 10));
  return HTML_BLOCKS.find(([begin]) => begin.test(head))?.[1];
}

function withoutClosingMarks(title: string): string {
  let end = title.length;
  while (end > 0 && title[end - 1] === '#') end--;
  if (end === title.length || (end > 0 && !isSpaceOrTab(title.charCodeAt(end - 1)))) return title;
  return title.slice(0, end).trim();
}

function runLength(text: string, line: MarkdownLine): number {
  let at = line.firstUtf16;
  const mark = text.charCodeAt(at);
  while (at < line.endUtf16 && text.charCodeAt(at) === mark) at++;
  return at - line.firstUtf16;
}

function isSpaceOrTab(unit: number): boolean {
  return unit === SPACE || unit === TAB;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}
