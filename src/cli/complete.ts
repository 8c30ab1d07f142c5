import { COMMANDS } from './command-table.ts';
import { COMMON_OPTIONS, OPTIONS, type OptionSpec } from './options.ts';
import { commandOf } from './typo.ts';

/** The word that the parser's completion script puts before the words of the line. */
export const COMPLETE = '--get-yargs-completions';

const ALL: Readonly<Record<string, OptionSpec>> = { ...OPTIONS, ...COMMON_OPTIONS };

/**
 * What may stand in the place of the last word; none where that is a file or a text, which a shell completes by itself.
 * From the command table alone: the parser's own completion runs its checks, and gives nothing where an argument is missing.
 * @param line the words of the line, `grk` first; a shell may cut `--name=value` at the sign
 */
export function completions(line: readonly string[]): string[] {
  const words = line.slice(1).map((word) => (word === '=' ? '' : word));
  const current = words.pop() ?? '';
  while (words.at(-1) === '') words.pop();
  const option = ALL[/^--(.+)$/.exec(words.at(-1) ?? '')?.[1] ?? ''];
  if (option !== undefined && option.type !== 'boolean' && option.isInline !== true) return [...(option.choices ?? [])];
  const named = commandOf(words);
  if (current.startsWith('-')) return named === undefined ? ['--help', '--version'] : optionsOf(named.options);
  const plain = words.filter((word) => !word.startsWith('-'));
  const paths = ['completion', ...Object.values(COMMANDS).map(({ path }) => path)].map((path) => path.split(' '));
  if (plain.length === 0) return [...new Set(paths.map(([group = '']) => group))];
  const inner = paths.filter(([group, name]) => plain.length === 1 && group === plain[0] && name !== undefined);
  return inner.map(([, name = '']) => name);
}

function optionsOf(own: readonly string[]): string[] {
  const names = [...own, ...Object.keys(COMMON_OPTIONS)];
  const negated = names.filter((name) => /--no-/.test(ALL[name]?.describe ?? '')).map((name) => `no-${name}`);
  return [...names, ...negated, 'help', 'version'].map((name) => `--${name}`);
}
