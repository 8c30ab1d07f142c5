/** ASCII white space only, as HTML collapses it: a no-break space is text. */
const SPACES = /[ \t\n\r\f]+/g;
const CELL_SEPARATOR = ' | ';

/** Puts text together in blocks: breaks and markers are written when text follows them, and never twice. */
export interface TextWriter {
  /** Text in a line; white space collapses. */
  inline(text: string): void;
  /** Lines as they are, in a code fence; nothing where they are blank. */
  fenced(text: string): void;
  /** The next text starts a line, 2: after a blank line. */
  breakLine(lines: 1 | 2): void;
  /** As `breakLine(1)`; a second one in a row makes a blank line. */
  lineBreak(): void;
  /** What stands before the next text, such as the bullet of an item. */
  mark(marker: string): void;
  /** Until `endHeading` all text is one line. */
  startHeading(level: number): void;
  endHeading(): void;
  startRow(): void;
  endRow(): void;
  /** @param isFirst of its row */
  startCell(isFirst: boolean): void;
  endCell(): void;
  finish(): WrittenText;
}

export interface WrittenText {
  readonly text: string;
  /** '' where there is none. */
  readonly firstHeading: string;
  /** False where there is nothing but markers. */
  readonly hasText: boolean;
}

export function textWriter(): TextWriter {
  const parts: string[] = [];
  let gap = 0;
  let needsSpace = false;
  let marker = '';
  let hasText = false;
  let heading: string[] | undefined;
  let firstHeading = '';
  /** No break counts between the start of a cell and its text: it stays on the line of its row. */
  let isCellStart = false;
  let rowStart = 0;

  const write = (text: string) => {
    if (parts.length > 0 && gap > 0) parts.push('\n'.repeat(gap));
    else if (needsSpace && parts.length > 0) parts.push(' ');
    gap = 0;
    needsSpace = false;
    if (marker !== '') parts.push(marker);
    marker = '';
    parts.push(text);
  };
  const breakLine = (lines: number) => {
    if (isCellStart) return;
    needsSpace = false;
    if (heading === undefined) gap = Math.max(gap, lines);
    else needsSpace = heading.length > 0;
  };

  const isMidLine = () => gap === 0 && marker === '' && !isCellStart;
  const joinRow = () => {
    // The first text of a row starts a line, in whichever cell it stands.
    if (parts.length > rowStart) gap = 0;
    needsSpace = false;
  };

  return {
    inline(raw) {
      const collapsed = raw.replace(SPACES, ' ');
      if (collapsed === '') return;
      if (collapsed.startsWith(' ')) needsSpace ||= isMidLine();
      const text = collapsed.replace(/^ | $/g, '');
      // The sign for a link to the heading itself is no part of its title.
      if (text === '' || (heading !== undefined && text === '¶')) return;
      heading?.push(needsSpace && heading.length > 0 ? ` ${text}` : text);
      write(text);
      isCellStart = false;
      hasText = true;
      needsSpace = collapsed.endsWith(' ');
    },
    fenced(text) {
      const lines = text.replace(/\r\n?/g, '\n').replace(/^\n+|\s+$/g, '');
      if (lines.trim() === '') return;
      isCellStart = false;
      const longest = Math.max(2, ...(lines.match(/`+/g) ?? []).map((run) => run.length));
      const fence = '`'.repeat(longest + 1);
      breakLine(2);
      marker = '';
      write(`${fence}\n${lines}\n${fence}`);
      hasText = true;
      breakLine(2);
    },
    breakLine,
    lineBreak() {
      if (heading === undefined && gap > 0) gap = 2;
      else breakLine(1);
    },
    mark(text) {
      marker = text;
    },
    startHeading(level) {
      isCellStart = false;
      breakLine(2);
      heading = [];
      marker = `${'#'.repeat(level)} `;
    },
    endHeading() {
      if (firstHeading === '') firstHeading = (heading ?? []).join('');
      heading = undefined;
      marker = '';
      breakLine(2);
    },
    startRow() {
      isCellStart = false;
      breakLine(1);
      isCellStart = true;
      rowStart = parts.length;
    },
    endRow() {
      isCellStart = false;
      breakLine(1);
    },
    startCell(isFirst) {
      if (!isFirst) {
        joinRow();
        write(CELL_SEPARATOR);
      }
      isCellStart = true;
    },
    endCell() {
      joinRow();
      isCellStart = true;
    },
    finish: () => ({ text: parts.join('').trimEnd(), firstHeading, hasText }),
  };
}
