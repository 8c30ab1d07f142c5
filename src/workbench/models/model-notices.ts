import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readOrigin } from './origin.ts';

const NOTICES = /^(README|NOTICE|LICEN[CS]E|SOURCE)(\.(md|txt))?$/i;
const MAX_LINE = 160;

/** What the files beside a model say of it. */
export interface ModelNotices {
  readonly source: string | null;
  readonly licence: string | null;
  readonly notices: readonly string[];
}

/** Lines are quoted, not understood: they say where to read on. @throws as `readOrigin` */
export function modelNotices(folder: string): ModelNotices {
  const notices = readdirSync(folder)
    .filter((name) => NOTICES.test(name) && statSync(join(folder, name)).isFile())
    .sort();
  const linesOf = (name: string) => readFileSync(join(folder, name), 'utf8').split(/\r?\n/);
  const origin = readOrigin(folder);
  const source = notices.find((name) => /^SOURCE/i.test(name));
  return {
    source:
      origin !== undefined
        ? `${origin.name}@${origin.commit} from ${origin.host}`
        : source === undefined
          ? null
          : quoted(
              linesOf(source)
                .find((line) => line.trim() !== '')
                ?.replace(/^#+\s*/, ''),
            ),
    licence: quoted(
      notices
        .flatMap(linesOf)
        .map((line) => /^\s*[-*]?\s*licen[cs]e\s*:\s*(\S.*)$/i.exec(line)?.[1])
        .find((line) => line !== undefined),
    ),
    notices,
  };
}

/** Of all files in a folder and below. */
export function folderBytes(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

function quoted(line: string | undefined): string | null {
  if (line === undefined) return null;
  const text = line.trim();
  return text.length > MAX_LINE ? `${text.slice(0, MAX_LINE - 1)}…` : text;
}
