import { nearest } from '../contracts/nearest.ts';
import { COMMANDS, type CommandSpec } from './command-table.ts';
import { COMMON_OPTIONS, OPTIONS, type OptionName } from './options.ts';

/** A parser's complaint in our words, with the nearest known command or option named. */
export function closestOf(complaint: string, argv: readonly string[]): string {
  const missing = /^Not enough arguments following: (.*)$/.exec(complaint)?.[1];
  if (missing !== undefined) return `--${missing} needs a value`;
  const choice = /Argument: (.*), Given: "(.*)", Choices: (.*)$/.exec(complaint);
  if (choice !== null) return `--${choice[1]} cannot be "${choice[2]}" (choices: ${choice[3]?.replaceAll('"', '')})`;
  if (complaint.startsWith('Not enough non-option arguments')) {
    const spec = commandOf(argv);
    return `grk ${spec?.path ?? ''} needs ${spec?.positional ?? 'an argument'}`;
  }
  const unknown = /^Unknown (?:argument|command)s?: (.*)$/.exec(complaint)?.[1]?.split(', ')[0];
  return unknown === undefined ? complaint : unknownOf(unknown, argv);
}

function unknownOf(unknown: string, argv: readonly string[]): string {
  const [command] = plainWords(argv);
  const groups = [...new Set(Object.values(COMMANDS).map(({ path }) => path.split(' ')[0] ?? path))];
  if (command !== undefined && !groups.includes(command))
    return `unknown command "${command}".${hint(command, groups)}`;
  const [, second] = plainWords(argv);
  const paths = Object.values(COMMANDS).map(({ path }) => path);
  const inner = paths.filter((path) => path.startsWith(`${command} `)).map((path) => path.slice(`${command} `.length));
  // Where there is no such command, it is not its options that are wrong.
  if (second !== undefined && commandOf(argv) === undefined && argv[argv.indexOf(command ?? '') + 1] === second)
    return `unknown command "${command} ${second}".${hint(second, inner, `${command} `)}`;
  const options = argv
    .filter((word) => word.startsWith('-'))
    .map((word) => word.replace(/^-+/, '').split('=')[0] ?? '');
  const option = [unknown, `no-${unknown}`].find((name) => options.includes(name));
  if (option !== undefined) return `unknown option --${option}.${hint(option, optionNames(argv), '--')}`;
  if (commandOf(argv) !== undefined || command === undefined) {
    // What stands behind a group with a default command may be a command of the group, misspelt.
    const near = second === undefined || inner.includes(second) ? '' : hint(second, inner, `${command} `);
    return near === '' ? `unexpected argument "${unknown}"` : `unknown command "${command} ${second}".${near}`;
  }
  return `unknown command "${command} ${unknown}".${hint(unknown, inner, `${command} `)}`;
}

function hint(typed: string, known: readonly string[], prefix = ''): string {
  const name = nearest(typed, known);
  return name === undefined ? '' : ` Did you mean "${prefix}${name}"?`;
}

/** The command that the leading words name, if they name one. */
export function commandOf(argv: readonly string[]): CommandSpec | undefined {
  const [first, second] = plainWords(argv);
  const specs: CommandSpec[] = Object.values(COMMANDS);
  return (
    specs.find(({ path }) => path === `${first} ${second}`) ??
    specs.find(({ path, isDefault }) => path === first || (isDefault === true && path.startsWith(`${first} `)))
  );
}

function plainWords(argv: readonly string[]): string[] {
  return argv.filter((word) => !word.startsWith('-'));
}

function optionNames(argv: readonly string[]): string[] {
  const own = commandOf(argv)?.options ?? (Object.keys(OPTIONS) as OptionName[]);
  const negated = own
    .filter((name) => name === 'dense' || name === 'text' || name === 'gate')
    .map((name) => `no-${name}`);
  return [...own, ...negated, ...Object.keys(COMMON_OPTIONS), 'no-color', 'help', 'version'];
}
