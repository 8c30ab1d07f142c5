import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

export interface BrokenLink {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly target: string;
  readonly fault: string;
}

const LINK = /\[[^\]]*\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g;

const ATTRIBUTE = /\b(?:src|srcset|href)="([^"\s]+)"/g;

/** Links of a Markdown file to files or headings that are not there. Code, and addresses with a scheme, are left out. */
export function brokenLinks(file: string, read: (file: string) => string | undefined): BrokenLink[] {
  const text = read(file) ?? '';
  return prose(text).flatMap((line, i) =>
    [...line.matchAll(LINK), ...line.matchAll(ATTRIBUTE)].flatMap(([, target = '']) => {
      const fault = faultOf(file, text, decodeURI(target), read);
      return fault === undefined ? [] : [{ file, line: i + 1, target, fault }];
    }),
  );
}

function faultOf(file: string, text: string, target: string, read: (file: string) => string | undefined) {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return undefined;
  const [path = '', heading] = target.split('#');
  const to = path === '' ? file : resolve(dirname(file), path);
  if (to !== file && !existsSync(to)) return 'no such file';
  if (heading === undefined || !to.endsWith('.md')) return undefined;
  return headingIds(to === file ? text : (read(to) ?? '')).has(heading) ? undefined : 'no such heading';
}

/** Ids as code hosts give them: lower case, punctuation dropped, blanks to hyphens, a number where one comes again. */
export function headingIds(text: string): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const line of prose(text)) {
    const [, title] = /^#{1,6}\s+(.*?)\s*#*$/.exec(line) ?? [];
    if (title === undefined) continue;
    const plain = title.replace(LINK, (link) => link.slice(1, link.indexOf(']')));
    const id = plain
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
      .replace(/\s/g, '-');
    let unique = id;
    for (let n = 1; ids.has(unique); n++) unique = `${id}-${n}`;
    ids.add(unique);
  }
  return ids;
}

/** The lines of a file, empty where they are code; code within a line is taken out of links but kept in headings. */
function prose(text: string): string[] {
  let fence: string | undefined;
  return text.split('\n').map((line) => {
    const [, mark] = /^\s*(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence !== undefined) {
      if (mark?.startsWith(fence)) fence = undefined;
      return '';
    }
    if (mark === undefined) return line.startsWith('#') ? line : line.replace(/`[^`]*`/g, '');
    fence = mark;
    return '';
  });
}
