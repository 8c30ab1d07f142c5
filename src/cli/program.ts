import yargs, { type Argv } from 'yargs';
import { COMMANDS, type CommandName, type CommandSpec } from './command-table.ts';
import { COMPLETE, completions } from './complete.ts';
import { optionIn } from './option-meanings.ts';
import { COMMON_OPTIONS, OPTIONS, type OptionName, type OptionSpec } from './options.ts';
import { closestOf, commandOf } from './typo.ts';

/** Parsed arguments as a command gets them: option names as typed, positionals by name. */
export type Arguments = Readonly<Record<string, unknown>>;
/** What each command does; injected, so that parsing is tested without doing anything. Gives the exit code. */
export type Effects = Readonly<Record<CommandName, (args: Arguments) => Promise<number>>>;

export interface Outcome {
  readonly exitCode: number;
  /** Help or version text, for stdout. */
  readonly output: string;
  /** What is wrong with the arguments; nothing was run then. */
  readonly fault: UsageFault | undefined;
}

/** No argument of a process can hold this character. */
const LITERAL_MARK = '\u0000';

/**
 * Parses the command line and runs the command that it names.
 * Errors that a command throws pass through; faults of the arguments are returned.
 */
export async function runProgram(
  argv: readonly string[],
  effects: Effects,
  version: string,
  width: number,
): Promise<Outcome> {
  if (argv[0] === COMPLETE) {
    return { exitCode: 0, output: completions(argv.slice(1)).join('\n'), fault: undefined };
  }
  let exitCode = 0;
  let output = '';
  const program = buildTree(effects, (code) => {
    exitCode = code;
  })
    .version(version)
    .wrap(Math.min(width, 110))
    .exitProcess(false)
    .fail((message, error) => {
      // Thrown, not noted: the parser would go on and run the command.
      throw isFault(error) || message === null ? error : new UsageFault(closestOf(message, argv), argv);
    });
  try {
    await program.parseAsync(withBareValues(withLiterals(argv)), {}, (_error, _argv, text) => {
      output = text;
    });
  } catch (error) {
    if (!isFault(error)) throw error;
    const fault = error instanceof UsageFault ? error : new UsageFault(closestOf(error.message, argv), argv);
    return { exitCode: 2, output: '', fault };
  }
  return { exitCode, output, fault: undefined };
}

/**
 * Marks words behind `--`, so that `grk search -- --max-depth` searches for what looks like an option, and a lone `-`,
 * which stands for standard input and which the parser would drop.
 */
function withLiterals(argv: readonly string[]): string[] {
  const at = argv.indexOf('--');
  const [before, after] = at < 0 ? [argv, []] : [argv.slice(0, at), argv.slice(at + 1)];
  const marked = (word: string) => `${LITERAL_MARK}${word}`;
  return [...before.map((word) => (word === '-' ? marked(word) : word)), ...after.map(marked)];
}

/** An option that may stand alone gets the value that it then means; the parser would leave it empty. */
function withBareValues(argv: readonly string[]): string[] {
  return argv.map((word, i) => {
    const { bare, isInline } = (OPTIONS as Readonly<Record<string, OptionSpec>>)[word.slice(2)] ?? {};
    const next = argv[i + 1];
    const isAlone = isInline === true || next === undefined || next.startsWith('-');
    return word.startsWith('--') && bare !== undefined && isAlone ? `${word}=${bare}` : word;
  });
}

function withoutMarks(args: Arguments): Arguments {
  const bare = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(bare);
    return typeof value === 'string' && value.startsWith(LITERAL_MARK) ? value.slice(LITERAL_MARK.length) : value;
  };
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, bare(value)]));
}

/** Wrong arguments; nothing was run. */
export class UsageFault extends Error {
  readonly hint: string;
  constructor(message: string, argv: readonly string[]) {
    super(message);
    const spec = commandOf(argv);
    const group = argv.find((word) => word in GROUPS);
    this.hint =
      spec === undefined
        ? `Run \`grk ${group === undefined ? '' : `${group} `}--help\` for the commands.`
        : `Run \`grk ${spec.path} --help\` for its arguments.`;
  }
}

/** Ours, or one that yargs throws where it does not ask the fail handler. */
function isFault(error: unknown): error is Error {
  return error instanceof UsageFault || (error instanceof Error && error.name === 'YError');
}

function buildTree(effects: Effects, setExit: (code: number) => void): Argv {
  let tree = yargs()
    .scriptName('grk')
    .usage(
      '$0 <command>\n\nHonest retrieval evaluation: documents and judgments in, stages with deltas and verdicts out.',
    )
    .parserConfiguration({
      'camel-case-expansion': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'greedy-arrays': false,
    })
    .strict()
    .demandCommand(1, 'no command was given')
    .completion('completion', 'Print a script that completes commands in bash or zsh')
    .help()
    .alias('help', 'h')
    .showHelpOnFail(false)
    .example(FIRST_STEPS.map(([command, meaning]) => [command, meaning]))
    .epilog(EXIT_CODES);
  for (const [group, names] of groups()) {
    const leaf = (parent: Argv, name: CommandName) => addCommand(parent, name, effects, setExit);
    const isPlain = names.length === 1 && names[0] !== undefined && words(names[0]).length === 1;
    tree = isPlain
      ? leaf(tree, names[0] as CommandName)
      : tree.command(group, GROUPS[group] ?? '', (parent) => demand(names.reduce(leaf, parent), group, names));
  }
  return tree;
}

/** A group named alone runs its default command, or says what it has. */
function demand(tree: Argv, group: string, names: readonly CommandName[]): Argv {
  const specs: CommandSpec[] = names.map((name) => COMMANDS[name]);
  const own = specs.find(({ isDefault }) => isDefault === true);
  if (own !== undefined) return tree.usage(`grk ${group} ${own.positional}\n\n${own.describe}`);
  for (const { examples } of specs) tree.example(...(examples[0] as readonly [string, string]));
  return tree.demandCommand(1, `grk ${group} needs one of: ${names.map((name) => words(name)[1]).join(', ')}`);
}

const FIRST_STEPS = [
  ['grk ingest docs', 'index a folder'],
  ['grk search "restore a file"', 'search it'],
  ['grk golden add "restore a file" --hit 1 --grade 3', 'a hit becomes a judgment'],
  ['grk eval --golden PATH', 'measure bm25, dense, fusion, rerank'],
  ['grk eval compare old.json new.json', 'is the difference more than noise'],
] as const;

const EXIT_CODES =
  'Exit codes: 0 done · 1 failed at run time · 2 usage or configuration · 3 a gate failed · 4 nothing measured, partial or ' +
  'undecided · 130 interrupted. search: 0 hits · 1 none · 2 any error.';

const GROUPS: Readonly<Record<string, string>> = {
  cite: 'Hold what was indexed against its sources',
  models: 'See which models are here, check them, fetch them, distill one',
  index: 'Look after the stored indexes',
  golden: 'Work on golden sets',
  report: 'Show stored reports',
  eval: 'Measure the stages of a pipeline on a golden set, or score run files',
  config: 'Show the configuration',
};

function groups(): Map<string, CommandName[]> {
  const byGroup = new Map<string, CommandName[]>();
  for (const name of Object.keys(COMMANDS) as CommandName[]) {
    const group = words(name)[0] ?? '';
    byGroup.set(group, [...(byGroup.get(group) ?? []), name]);
  }
  return byGroup;
}

function words(name: CommandName): string[] {
  return COMMANDS[name].path.split(' ');
}

function addCommand(parent: Argv, name: CommandName, effects: Effects, setExit: (code: number) => void): Argv {
  const spec: CommandSpec = COMMANDS[name];
  const syntax = `${words(name).at(-1)} ${spec.positional}`.trim();
  return parent.command(
    spec.isDefault === true ? [syntax, '$0'] : syntax,
    spec.describe,
    (command) => {
      // Said to be absent: the parser would show an empty list as the default of a required one.
      for (const [key, describe] of Object.entries(spec.positionals ?? {})) {
        // The parser would show an empty list as the default of a required one.
        const noDefault = spec.positional.includes(`<${key}..>`) ? { default: undefined } : {};
        command.positional(key, { describe, type: 'string', ...noDefault });
      }
      for (const option of spec.options) addOption(command, option, optionIn(name, option));
      const taken = spec.options.map((option): string | undefined => optionSpec(option).alias);
      for (const [option, common] of Object.entries<OptionSpec>(COMMON_OPTIONS)) {
        // A command's own short form wins: -q is per topic in `eval score`, as in trec_eval.
        const { alias, ...unnamed } = common;
        addOption(command, option, taken.includes(alias) ? unnamed : common);
      }
      for (const [example, meaning] of spec.examples) command.example(example, meaning);
      return command;
    },
    async (args) => {
      refuseRepeats(spec, args);
      setExit(await effects[name](withoutMarks(args)));
    },
  );
}

function optionSpec(name: OptionName): OptionSpec {
  return OPTIONS[name];
}

/** A single-valued option given twice would otherwise arrive as a list. */
function refuseRepeats(spec: CommandSpec, args: Arguments): void {
  const known: Readonly<Record<string, OptionSpec>> = { ...OPTIONS, ...COMMON_OPTIONS };
  for (const name of [...spec.options, ...Object.keys(COMMON_OPTIONS)]) {
    if (known[name]?.type !== 'array' && Array.isArray(args[name])) {
      throw new UsageFault(`--${name} was given more than once`, spec.path.split(' '));
    }
  }
}

function addOption(command: Argv, name: string, spec: OptionSpec): void {
  command.option(name, {
    // Numbers are read by the command, so that a wrong one is a message and not NaN.
    ...(spec.type === 'number' ? {} : { type: spec.type }),
    describe: spec.describe,
    requiresArg: spec.type !== 'boolean',
    ...(spec.alias === undefined ? {} : { alias: spec.alias }),
    ...(spec.choices === undefined ? {} : { choices: spec.choices }),
    ...(spec.type === 'array' ? { string: true } : {}),
  });
}
