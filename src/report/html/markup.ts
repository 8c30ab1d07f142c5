import { inertProse } from '../view/inert.ts';

/** Text that is markup already. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Piece = string | number | Markup | null | readonly Piece[];

/** Markup with values in it: strings become text, whatever they hold; null is nothing. */
export function markup(parts: TemplateStringsArray, ...values: Piece[]): Markup {
  return new Markup(parts.reduce((text, part, i) => `${text}${rendered(values[i - 1] ?? null)}${part}`));
}

/** Text as it is, safe between tags and in quoted attributes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"'`]/g, (char) => `&#${char.charCodeAt(0)};`);
}

function rendered(value: Piece): string {
  if (value === null) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return escaped(shown(value));
  return value.map(rendered).join('');
}

/** On one line, inert; blanks at its ends stay, for what stands beside it. */
function shown(text: string): string {
  const blank = (isThere: boolean) => (isThere ? ' ' : '');
  return text.trim() === ''
    ? blank(text !== '')
    : `${blank(/^\s/.test(text))}${inertProse(text)}${blank(/\s$/.test(text))}`;
}

/** A part of an address: the same for a page, its links and its script. */
export function fragmentOf(topicId: string): string {
  return `topic=${encodeURIComponent(topicId.replace(/\p{Cs}/gu, '\ufffd'))}`;
}
