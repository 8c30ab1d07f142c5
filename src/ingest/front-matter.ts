import type { MetadataValue } from '../contracts/document.ts';
import type { FrontMatter } from './chunk/front-matter-span.ts';

/** A value that metadata cannot hold: a list, a map, a block of text, or a line that is no `key: value`. */
export interface LeftOut {
  readonly key: string;
  readonly why: 'nested' | 'empty' | 'unclear' | 'repeated' | 'reserved';
}

export interface FlatValues {
  readonly values: ReadonlyMap<string, MetadataValue>;
  readonly leftOut: readonly LeftOut[];
}

/**
 * Reads the flat `key: value` lines of front matter. Quoted values are strings; plain ones are booleans (`true`,
 * `false`), numbers where the number prints as it is written (`1.10` and `007` stay strings), else strings.
 * What only a YAML parser could read is left out and listed, never guessed.
 */
export function flatValues({ lines }: FrontMatter): FlatValues {
  const values = new Map<string, MetadataValue>();
  const leftOut: LeftOut[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? '';
    if (line.trim() === '' || line.startsWith('#')) continue;
    let end = i + 1;
    while (end < lines.length && /^(?:\s|-(?:\s|$)|$)/.test(lines[end] ?? '')) end++;
    const hasMore = lines.slice(i + 1, end).some((more) => more.trim() !== '' && !more.trim().startsWith('#'));
    i = end - 1;
    const [, key, rest = ''] = /^([^\s#:'"[\]{},&*!|>%@`-][^:]*?)\s*:(?:\s+(.*))?$/.exec(line) ?? [];
    if (key === undefined) leftOut.push({ key: line.trim().slice(0, 40), why: 'unclear' });
    else if (values.has(key)) leftOut.push({ key, why: 'repeated' });
    else {
      const value = hasMore ? 'nested' : scalar(rest);
      if (Array.isArray(value)) values.set(key, value[0]);
      else leftOut.push({ key, why: value });
    }
  }
  return { values, leftOut };
}

/** The value in an array of one, or why there is none. */
function scalar(written: string): [MetadataValue] | LeftOut['why'] {
  const quoted = /^(?:"((?:[^"\\]|\\["\\/])*)"|'((?:[^']|'')*)')\s*(?:\s#.*)?$/.exec(written);
  if (quoted?.[1] !== undefined) return [quoted[1].replaceAll(/\\(.)/g, '$1')];
  if (quoted?.[2] !== undefined) return [quoted[2].replaceAll("''", "'")];
  const plain = written.replace(/(?:^|\s+)#.*$/, '').trim();
  if (plain === '' || plain === '~' || /^null$/i.test(plain)) return 'empty';
  if (/^[[{|>]/.test(plain)) return 'nested';
  if (/^["'&*!%@`,\]}]|^[-?](?:\s|$)|:(?:\s|$)/.test(plain)) return 'unclear';
  if (plain === 'true' || plain === 'false') return [plain === 'true'];
  const number = Number(plain);
  return [Number.isFinite(number) && String(number) === plain ? number : plain];
}
