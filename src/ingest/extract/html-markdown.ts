import type { DefaultTreeAdapterTypes } from 'parse5';
import { type TextWriter, textWriter, type WrittenText } from './text-writer.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
/** What a browser shows none of, and what is no text. */
const UNSEEN = words(
  'script style template noscript iframe object embed svg canvas audio video title meta link base input datalist',
);
const BLOCKS = words(
  'address article aside body dd details dialog div dl dt fieldset figcaption figure footer form header html legend main nav option search section select summary',
);
const SPACED = words('blockquote caption center hr ol p table ul');
const HEADING = /^h([1-6])$/;
const MAX_INDENT = 3;

export interface HtmlText extends WrittenText {
  /** The document's own title; '' where it has none. */
  readonly title: string;
}

/**
 * What a browser shows of a tree, as Markdown: headings, lists and `pre` in its signs, a table row as a line of cells.
 * Walked with a stack of its own, because files nest as deep as they like.
 */
export function markdownOf(root: Node): HtmlText {
  const writer = textWriter();
  const lists: { isOrdered: boolean; next: number }[] = [];
  const cells: number[] = [];
  const stack: (Node | (() => void))[] = [root];
  let title: string | undefined;
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (typeof next === 'function') {
      next();
      continue;
    }
    if (isText(next)) writer.inline(next.value);
    if (!('childNodes' in next)) continue;
    if ('tagName' in next) {
      if (next.tagName === 'title') title ??= textOf(next).replace(/\s+/g, ' ').trim();
      if (isUnseen(next)) continue;
      if (next.tagName === 'pre') {
        writer.fenced(textOf(next));
        continue;
      }
      const leave = enter(next, writer, lists, cells);
      if (leave !== undefined) stack.push(leave);
    }
    for (let i = next.childNodes.length - 1; i >= 0; i--) stack.push(next.childNodes[i] as Node);
  }
  return { ...writer.finish(), title: title ?? '' };
}

/** What an element does before its children; returns what it does behind them. */
function enter(
  { tagName, attrs }: Element,
  writer: TextWriter,
  lists: { isOrdered: boolean; next: number }[],
  cells: number[],
): (() => void) | undefined {
  const level = HEADING.exec(tagName)?.[1];
  if (level !== undefined) {
    writer.startHeading(Number(level));
    return () => writer.endHeading();
  }
  switch (tagName) {
    case 'br':
      writer.lineBreak();
      return undefined;
    case 'tr':
      writer.startRow();
      cells.push(0);
      return () => {
        cells.pop();
        writer.endRow();
      };
    case 'td':
    case 'th': {
      const cell = cells.pop() ?? 0;
      cells.push(cell + 1);
      writer.startCell(cell === 0);
      return () => writer.endCell();
    }
    case 'ul':
    case 'ol': {
      const start = Number(attrs.find(({ name }) => name === 'start')?.value ?? 1);
      lists.push({ isOrdered: tagName === 'ol', next: Number.isInteger(start) ? start : 1 });
      // A list in an item goes on with its lines.
      const gap = lists.length > 1 ? 1 : 2;
      writer.breakLine(gap);
      return () => {
        lists.pop();
        writer.breakLine(gap);
      };
    }
    case 'li': {
      const list = lists.at(-1);
      const indent = '  '.repeat(Math.min(MAX_INDENT, Math.max(0, lists.length - 1)));
      writer.breakLine(1);
      writer.mark(`${indent}${list?.isOrdered ? `${list.next++}.` : '-'} `);
      return () => {
        writer.mark('');
        writer.breakLine(1);
      };
    }
    default: {
      const gap = SPACED.has(tagName) ? 2 : BLOCKS.has(tagName) ? 1 : undefined;
      if (gap === undefined) return undefined;
      writer.breakLine(gap);
      return () => writer.breakLine(gap);
    }
  }
}

function isUnseen({ tagName, attrs }: Element): boolean {
  if (UNSEEN.has(tagName)) return true;
  return attrs.some(
    ({ name, value }) => name === 'hidden' || (name === 'style' && /(^|;)\s*display\s*:\s*none/i.test(value)),
  );
}

/** All text below a node as it is written; `br` is a line end. */
function textOf(root: Element): string {
  const parts: string[] = [];
  const stack: Node[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (isText(node)) parts.push(node.value);
    if (!('childNodes' in node)) continue;
    if ('tagName' in node && node.tagName === 'br') parts.push('\n');
    if ('tagName' in node && node !== root && isUnseen(node)) continue;
    for (let i = node.childNodes.length - 1; i >= 0; i--) stack.push(node.childNodes[i] as Node);
  }
  return parts.join('');
}

function isText(node: Node): node is DefaultTreeAdapterTypes.TextNode {
  return node.nodeName === '#text';
}
