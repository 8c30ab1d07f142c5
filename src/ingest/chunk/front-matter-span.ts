import type { Span } from '../../contracts/document.ts';
import { trimmedEnd } from './blank.ts';

const BYTE_ORDER_MARK = 0xfeff;
const KEY_LINE = /^[^\s#:'"[\]{},&*!|>%@`-][^:]*:(?:\s|$)/;

export interface FrontMatter {
  /** From the opening to the closing fence, both included. */
  readonly span: Span;
  /** The lines between the fences, without their line ends. */
  readonly lines: readonly string[];
}

/**
 * The YAML block between `---` lines with which a text begins, if there is one. Its first line that is neither blank
 * nor a comment must be `key:`, so that a text which begins with a thematic break keeps its headings.
 */
export function frontMatterOf(text: string, starts: Uint32Array): FrontMatter | undefined {
  const first = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  if (!text.startsWith('---', first) || lineOf(text, starts, 0) !== '---') return undefined;
  const lines: string[] = [];
  let hasKey = false;
  for (let i = 1; i < starts.length; i++) {
    const line = lineOf(text, starts, i);
    if (line === '---' || line === '...') {
      const end = trimmedEnd(text, first, starts[i + 1] ?? text.length);
      return hasKey || lines.length === 0 ? { span: { startUtf16: first, endUtf16: end }, lines } : undefined;
    }
    if (!hasKey && line.trim() !== '' && !line.startsWith('#')) {
      if (!KEY_LINE.test(line)) return undefined;
      hasKey = true;
    }
    lines.push(line);
  }
  return undefined;
}

/** A line without its end, the white space behind it, and the byte-order mark before it. */
function lineOf(text: string, starts: Uint32Array, index: number): string {
  const from = starts[index] ?? 0;
  const begin = from === 0 && text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : from;
  return text.slice(begin, trimmedEnd(text, begin, starts[index + 1] ?? text.length));
}
