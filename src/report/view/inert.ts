/** Controls, bidirectional overrides, invisible format characters, language tags, lone surrogates. */
const ACTIVE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is made visible
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Cs}/gu;
const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
/** Soft hyphens, zero-width spaces and joiners of words: no reader of prose sees them. */
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/g;

/** Text that came from outside, on one line, with everything that could move a cursor or hide shown as an escape. */
export function inert(text: string): string {
  return text.replace(ACTIVE, (char) => NAMED[char] ?? escapeOf(char));
}

/** Prose that came from outside: runs of blanks are one space, the rest inert. */
export function inertProse(text: string): string {
  return inert(text.replace(INVISIBLE, '').replace(/\s+/gu, ' ').trim());
}

function escapeOf(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (code <= 0xff) return `\\x${code.toString(16).padStart(2, '0')}`;
  return code <= 0xffff ? `\\u${code.toString(16).padStart(4, '0')}` : `\\u{${code.toString(16)}}`;
}
