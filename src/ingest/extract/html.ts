import { parse, parseFragment } from 'parse5';
import { type Extraction, UNREADABLE } from './extraction.ts';
import { decodeHtml } from './html-charset.ts';
import { markdownOf } from './html-markdown.ts';

/** An HTML file; its title is its first heading, else its `title`. */
export function extractHtml(bytes: Uint8Array): Extraction {
  const source = decodeHtml(bytes);
  if (source === undefined) return { unreadable: UNREADABLE.htmlCharset };
  const { text, hasText, firstHeading, title } = markdownOf(parse(source));
  if (!hasText) return { unreadable: UNREADABLE.htmlWithoutText };
  const name = firstHeading || title;
  return { text, ...(name === '' ? {} : { title: name }) };
}

/** A piece of HTML, as converters give it. */
export function extractHtmlFragment(source: string): ReturnType<typeof markdownOf> {
  return markdownOf(parseFragment(source));
}
