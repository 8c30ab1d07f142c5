import { inertProse } from '../terminal/inert.ts';

const MAX_CHARACTERS = 160;

/** What Markdown, tables and GitHub's formulas give a meaning. */
const MARKUP = /[&<>`*_[\]|\\~$]/g;

/**
 * Our own prose with names of users in it: nothing in it is markup, a mention, a reference to an issue, or a link.
 * A comment within a word keeps it from being one and is not shown.
 */
export function prose(text: string): string {
  return entities(inertProse(text), MARKUP)
    .replace(/(?<![A-Za-z0-9_])@|(?<!&)#/g, '$&<!-- -->')
    .replace(/:\/\//g, ':<!-- -->//')
    .replace(/www\./gi, 'www<!-- -->.');
}

/** Text that came from outside, as code: GitHub looks for no mention or image in it. Cut where it is long. */
export function verbatim(text: string): string {
  const shown = [...inertProse(text)];
  const cut = shown.length > MAX_CHARACTERS ? [...shown.slice(0, MAX_CHARACTERS - 1), '…'] : shown;
  const safe = entities(cut.join(''), MARKUP).replace(/[@:]|(?<!&)#|(?<=www)\./gi, entity);
  return `<code>${safe}</code>`;
}

function entities(text: string, active: RegExp): string {
  return text.replace(active, entity);
}

function entity(char: string): string {
  return `&#${char.charCodeAt(0)};`;
}

/** A table; cells are markup already. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
