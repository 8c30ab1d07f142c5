import type { Span } from '../../contracts/document.ts';
import { trimmedEnd } from './blank.ts';
import { frontMatterOf } from './front-matter-span.ts';
import {
  atxHeadingAt,
  closesFence,
  delimiterCells,
  type Fence,
  fenceAt,
  htmlBlockEnd,
  isThematicBreak,
  type ListMarker,
  listMarkerAt,
  type MarkdownLine,
  measureLine,
  plainTitle,
  rowCells,
  setextLevel,
} from './markdown-lines.ts';

/** A stretch of lines, from the start of the first one to the last character that is not blank. */
export type MarkdownBlock = Span &
  (
    | { readonly kind: 'heading'; readonly level: number; readonly title: string }
    /** `list` and `item` number the outermost list and its item that the block is part of, from 1; 0: none. */
    | { readonly kind: 'text' | 'fence' | 'table'; readonly list: number; readonly item: number }
    | { readonly kind: 'front-matter' }
  );

/** Longer lines after `#`, and longer paragraphs over `---`, are text: no reader would see a heading in them. */
const MAX_HEADING_CHARS = 200;

/**
 * The blocks of a Markdown text in order. One scan of its lines, because a full parser is some ten times slower and
 * only headings, fences, tables and lists decide where passages may be cut. As in CommonMark, fences hide headings, a
 * fence in a list item ends with the item, and `#` in lists, quotes and indented code is no heading. HTML is followed
 * only where it swallows blank lines (comments, `pre`, `script`, `style`, `textarea`).
 */
export function* markdownBlocks(text: string, starts: Uint32Array): Generator<MarkdownBlock> {
  const found: MarkdownBlock[] = [];
  const scanner = blockScanner(text, (block) => found.push(block));
  const frontMatter = frontMatterOf(text, starts);
  if (frontMatter !== undefined) yield { kind: 'front-matter', ...frontMatter.span };
  for (let i = frontMatter === undefined ? 0 : frontMatter.lines.length + 2; i < starts.length; i++) {
    const start = i === 0 && text.charCodeAt(0) === 0xfeff ? 1 : (starts[i] ?? 0);
    scanner.read(start, trimmedEnd(text, start, starts[i + 1] ?? text.length));
    if (found.length > 0) {
      yield* found;
      found.length = 0;
    }
  }
  scanner.finish();
  yield* found;
}

/** A block whose end is not known yet. */
interface OpenBlock {
  readonly kind: 'text' | 'table' | 'fence';
  readonly startUtf16: number;
  endUtf16: number;
  readonly list: number;
  readonly item: number;
  /** Start of its last line: that line becomes the head of a table when a delimiter row follows. */
  lastLineUtf16: number;
  readonly form: 'paragraph' | 'quote' | 'other';
  /** What ends it, where blank lines do not. */
  readonly closer?: Fence | RegExp;
}

function blockScanner(text: string, emit: (block: MarkdownBlock) => void) {
  let open: OpenBlock | undefined;
  let list = 0;
  let lists = 0;
  let items = 0;
  /** Columns that a line needs to belong to the current item of the outermost list. */
  let itemIndent = 0;

  return { read, finish: close };

  function read(start: number, end: number): void {
    const line = measureLine(text, start, end);
    if (open?.closer !== undefined && readUntilCloser(open, open.closer, start, line)) return;
    if (start === end) {
      close();
      return;
    }
    if (list !== 0 && line.indent < itemIndent) {
      if (continuesList(start, line)) return;
      close();
      list = 0;
      itemIndent = 0;
    }
    readBlock(start, line);
  }

  /** Reads a line of a fence or of HTML; false where the line is no longer part of it. */
  function readUntilCloser(block: OpenBlock, closer: Fence | RegExp, start: number, line: MarkdownLine): boolean {
    if (start === line.endUtf16) return true;
    if (block.list !== 0 && line.indent < itemIndent) {
      close();
      return false;
    }
    block.endUtf16 = line.endUtf16;
    const isClosed =
      closer instanceof RegExp
        ? closer.test(text.slice(start, line.endUtf16))
        : closesFence(text, line, closer) && (block.list !== 0 || line.indent <= 3);
    if (isClosed) close();
    return true;
  }

  /** Whether a line with less indent than the item is the next item of the list, or goes on with its paragraph. */
  function continuesList(start: number, line: MarkdownLine): boolean {
    if (isThematicBreak(text, line)) return false;
    const marker = line.indent <= 3 ? listMarkerAt(text, line) : undefined;
    if (marker !== undefined) {
      startItem(start, line, marker);
      return true;
    }
    if (open === undefined || open.form === 'other' || startsBlock(line)) return false;
    extend(open, start, line.endUtf16);
    return true;
  }

  function startsBlock(line: MarkdownLine): boolean {
    if (line.indent > 3) return false;
    const isStart = fenceAt(text, line) ?? atxHeadingAt(text, line) ?? htmlBlockEnd(text, line);
    return isStart !== undefined || text[line.firstUtf16] === '>' || isThematicBreak(text, line);
  }

  /** Each reader takes the line, or leaves it to the next. */
  function readBlock(start: number, line: MarkdownLine): void {
    const isIndentedCode = line.indent > 3 && list === 0;
    const isTaken =
      !isIndentedCode &&
      (readFence(start, line) ||
        readHeading(start, line) ||
        readTableHead(line) ||
        readUnderline(line) ||
        readBreak(start, line) ||
        readHtml(start, line) ||
        readQuote(start, line) ||
        readItem(start, line));
    if (isTaken) return;
    if (open !== undefined && (open.form !== 'other' || open.kind === 'table' || isIndentedCode)) {
      extend(open, start, line.endUtf16);
    } else {
      begin({ kind: 'text', startUtf16: start, form: isIndentedCode ? 'other' : 'paragraph' }, line.endUtf16);
    }
  }

  function readFence(start: number, line: MarkdownLine): boolean {
    const fence = fenceAt(text, line);
    if (fence === undefined) return false;
    begin({ kind: 'fence', startUtf16: start, closer: fence }, line.endUtf16);
    return true;
  }

  function readHeading(start: number, line: MarkdownLine): boolean {
    if (line.endUtf16 - start > MAX_HEADING_CHARS) return false;
    const heading = atxHeadingAt(text, line);
    if (heading === undefined) return false;
    if (list === 0) {
      close();
      emit({ kind: 'heading', startUtf16: start, endUtf16: line.endUtf16, ...heading });
    } else {
      begin({ kind: 'text', startUtf16: start }, line.endUtf16);
      close();
    }
    return true;
  }

  /** GFM: a delimiter row with as many cells as the line before it makes that line the head of a table. */
  function readTableHead(line: MarkdownLine): boolean {
    if (open?.kind !== 'text' || open.form !== 'paragraph') return false;
    const cells = listMarkerAt(text, line) === undefined ? delimiterCells(text, line) : 0;
    if (cells === 0 || rowCells(text.slice(open.lastLineUtf16, open.endUtf16)) !== cells) return false;
    const before = trimmedEnd(text, open.startUtf16, open.lastLineUtf16);
    // The text before the head is a paragraph of its own, unless it is the marker of the item that the head is in.
    const isParted = /[\r\n]/.test(text.slice(before, open.lastLineUtf16));
    if (isParted) emit({ kind: 'text', startUtf16: open.startUtf16, endUtf16: before, list, item: open.item });
    const startUtf16 = isParted ? open.lastLineUtf16 : open.startUtf16;
    open = { ...open, kind: 'table', form: 'other', startUtf16, endUtf16: line.endUtf16 };
    return true;
  }

  function readUnderline(line: MarkdownLine): boolean {
    if (list !== 0 || open?.form !== 'paragraph' || line.endUtf16 - open.startUtf16 > MAX_HEADING_CHARS) return false;
    const level = setextLevel(text, line);
    if (level === 0) return false;
    const { startUtf16, endUtf16 } = open;
    const title = plainTitle(text.slice(startUtf16, endUtf16));
    open = undefined;
    emit({ kind: 'heading', startUtf16, endUtf16: line.endUtf16, level, title });
    return true;
  }

  function readBreak(start: number, line: MarkdownLine): boolean {
    if (!isThematicBreak(text, line)) return false;
    begin({ kind: 'text', startUtf16: start }, line.endUtf16);
    close();
    return true;
  }

  function readHtml(start: number, line: MarkdownLine): boolean {
    const closer = htmlBlockEnd(text, line);
    if (closer === undefined) return false;
    begin({ kind: 'text', startUtf16: start, closer }, line.endUtf16);
    if (closer.test(text.slice(start, line.endUtf16))) close();
    return true;
  }

  function readQuote(start: number, line: MarkdownLine): boolean {
    if (text[line.firstUtf16] !== '>') return false;
    if (open?.form === 'quote') extend(open, start, line.endUtf16);
    else begin({ kind: 'text', startUtf16: start, form: 'quote' }, line.endUtf16);
    // Only a quoted paragraph can go on in a line without the mark.
    const quoted = measureLine(text, line.firstUtf16 + 1, line.endUtf16);
    if (quoted.firstUtf16 === line.endUtf16 || atxHeadingAt(text, quoted) !== undefined) close();
    return true;
  }

  function readItem(start: number, line: MarkdownLine): boolean {
    const marker = listMarkerAt(text, line);
    if (marker === undefined || (open !== undefined && list === 0 && !marker.canInterrupt)) return false;
    startItem(start, line, marker);
    return true;
  }

  /** An item that starts with less indent than the one before is the next of the outermost list. */
  function startItem(start: number, line: MarkdownLine, marker: ListMarker): void {
    close();
    if (list === 0) {
      lists++;
      list = lists;
    }
    if (line.indent < itemIndent || itemIndent === 0) {
      items++;
      itemIndent = marker.contentIndent;
    }
    const content = measureLine(text, marker.contentUtf16, line.endUtf16);
    const fence = fenceAt(text, content);
    if (fence !== undefined) {
      begin({ kind: 'fence', startUtf16: start, closer: fence }, line.endUtf16);
    } else {
      const form = atxHeadingAt(text, content) === undefined ? 'paragraph' : 'other';
      begin({ kind: 'text', startUtf16: start, form, lastLineUtf16: content.firstUtf16 }, line.endUtf16);
    }
  }

  function begin(block: Partial<OpenBlock> & Pick<OpenBlock, 'kind' | 'startUtf16'>, endUtf16: number): void {
    close();
    open = { form: 'other', lastLineUtf16: block.startUtf16, ...block, endUtf16, list, item: list === 0 ? 0 : items };
  }

  function extend(block: OpenBlock, start: number, endUtf16: number): void {
    block.lastLineUtf16 = start;
    block.endUtf16 = endUtf16;
  }

  function close(): void {
    if (open !== undefined) {
      const { kind, startUtf16, endUtf16, list, item } = open;
      emit({ kind, startUtf16, endUtf16, list, item });
    }
    open = undefined;
  }
}
