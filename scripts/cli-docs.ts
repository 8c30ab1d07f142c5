import { COMMANDS, type CommandName, type CommandSpec } from '../src/cli/command-table.ts';
import { optionIn } from '../src/cli/option-meanings.ts';
import { COMMON_OPTIONS, type OptionSpec } from '../src/cli/options.ts';
import { explainConfig } from '../src/config/explain.ts';
import { settingPaths } from '../src/config/layers.ts';
import { variableOf } from '../src/config/load.ts';
import { ConfigSchema } from '../src/contracts/config.ts';

/** `docs/reference/cli.md`, from the table that parses the command line. */
export function cliDocs(): string {
  const names = Object.keys(COMMANDS) as CommandName[];
  return [
    '# Command line',
    '',
    'Data goes to standard output, everything else to standard error. Every command takes `--help`. This page is generated from',
    'the sources.',
    '',
    'Exit codes: 0 done · 1 failed at run time · 2 usage or configuration · 3 a gate failed · 4 nothing measured, partial or',
    'undecided · 130 interrupted. `grk search`: 0 hits · 1 none · 2 any error. `grk` alone says what to do next in a folder,',
    'with exit code 2.',
    '',
    '`grk completion` prints a script for bash or zsh, by `$SHELL`: `grk completion >> ~/.bashrc`.',
    '',
    '## Options of every command',
    '',
    ...optionTable(Object.entries<OptionSpec>(COMMON_OPTIONS)),
    '',
    ...names.flatMap(section),
  ].join('\n');
}

function section(name: CommandName): string[] {
  const spec: CommandSpec = COMMANDS[name];
  const positionals = Object.entries(spec.positionals ?? {}).map(([key, text]) => `- \`${key}\`: ${text}.`);
  return [
    `## \`${`grk ${spec.path} ${spec.positional}`.trim()}\``,
    '',
    `${spec.describe}.`,
    '',
    ...(positionals.length === 0 ? [] : [...positionals, '']),
    ...(spec.options.length === 0
      ? []
      : [...optionTable(spec.options.map((option) => [option, optionIn(name, option)] as const)), '']),
    '```bash',
    ...spec.examples.map(([command, meaning]) => `${command}  # ${meaning}`),
    '```',
    '',
  ];
}

function optionTable(options: readonly (readonly [name: string, spec: OptionSpec])[]): string[] {
  return [
    '| option | means |',
    '|---|---|',
    ...options.map(([name, { type, alias, choices, describe }]) => {
      const value = type === 'boolean' ? '' : ` ${choices === undefined ? 'VALUE' : choices.join('|')}`;
      const short = alias === undefined ? '' : `, \`-${alias}\``;
      return `| \`--${name}${value.replaceAll('|', '\\|')}\`${short} | ${cell(describe)} |`;
    }),
  ];
}

/** `docs/reference/configuration.md`, from the schema that checks it. */
export function configDocs(): string {
  const meanings = new Map(explainConfig().map((row) => [row.key, row]));
  return [
    '# Configuration',
    '',
    '`grk.config.json` lies in the root of a project; `grk init` writes one. Every key has a default. A value comes from the',
    'file, then from a variable, then from an option (`--set KEY=VALUE`), later ones over earlier ones; `grk config show --origin`',
    'shows which. Paths in the file are relative to it, others to the working directory. The JSON Schema for editors is',
    '[config.schema.json](../schemas/config.schema.json). This page is generated from the sources.',
    '',
    '| key | variable | default | means |',
    '|---|---|---|---|',
    ...settingPaths()
      .filter((key) => !key.startsWith('$'))
      .map((key) => {
        const { meaning = '', choices = [] } = meanings.get(key) ?? {};
        const among = choices.length < 2 ? '' : ` One of ${choices.map((choice) => `\`${choice}\``).join(', ')}.`;
        return `| \`${key}\` | \`${variableOf(key)}\` | ${defaultOf(key)} | ${cell(meaning + among)} |`;
      }),
    '',
  ].join('\n');
}

/** With the default chunker; settings of another have their own. */
function defaultOf(key: string): string {
  const value = key
    .split('.')
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], ConfigSchema.parse({}));
  return value === undefined ? 'none' : `\`${cell(JSON.stringify(value))}\``;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}
