import { GrkError } from '../../contracts/errors.ts';
import type { SearchMode } from '../../workbench/collections/search.ts';
import { goldenAdd } from '../../workbench/golden/add.ts';
import { countOf, isOn, listOf, requiredText, textOf } from '../arguments.ts';
import { COMMANDS } from '../command-table.ts';
import { EXIT } from '../exit.ts';
import type { Io } from '../io.ts';
import type { Arguments } from '../program.ts';
import { openSession, voiceOf } from '../session.ts';

/** `grk golden add QUERY --doc ID --quote TEXT --grade N`: the row on stdout, where it went on stderr. */
export async function goldenAddCommand(io: Io, args: Arguments): Promise<number> {
  const session = openSession(io, COMMANDS.goldenAdd, args);
  const [category, ...others] = listOf(args, 'category');
  if (others.length > 0) {
    throw new GrkError('GRK_USAGE', 'a topic has one category', { remedy: 'Say --category once.' });
  }
  const outcome = await goldenAdd(session, {
    query: listOf(args, 'query').join(' '),
    grade: gradeOf(requiredText(args, 'grade', 'how relevant it is, from 0')),
    doc: textOf(args, 'doc'),
    hit: optionalCount(args, 'hit'),
    mode: textOf(args, 'mode') as SearchMode | undefined,
    quote: textOf(args, 'quote'),
    occurrence: optionalCount(args, 'occurrence'),
    lines: linesOf(textOf(args, 'lines')),
    topic: textOf(args, 'topic'),
    category,
    split: textOf(args, 'split'),
    isDryRun: isOn(args, 'dry-run', false),
  });
  const { file, line, isNewTopic, isWritten, row } = outcome;
  const what = isNewTopic ? 'a new topic' : 'another judgment of this topic';
  session.notice(
    isWritten ? `${what}, in ${file}:${line}` : `dry run, nothing written: ${what} would be ${file}:${line}`,
  );
  io.out(voiceOf(args).isJson ? `${JSON.stringify({ ...outcome, row: JSON.parse(row) })}\n` : `${row}\n`);
  return EXIT.done;
}

function optionalCount(args: Arguments, name: 'hit' | 'occurrence'): number | undefined {
  return args[name] === undefined ? undefined : countOf(args, name, 1);
}

function gradeOf(text: string): number {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw new GrkError('GRK_USAGE', `--grade is "${text}", which is not a whole number from 0`, {
    remedy: '0 is judged not relevant; 1, 2, 3 are more and more relevant.',
  });
}

function linesOf(text: string | undefined): [number, number] | undefined {
  if (text === undefined) return undefined;
  const [, first, last] = /^([1-9]\d{0,8})(?:-([1-9]\d{0,8}))?$/.exec(text) ?? [];
  if (first !== undefined) return [Number(first), Number(last ?? first)];
  throw new GrkError('GRK_USAGE', `--lines is "${text}", which is neither a line nor a range`, {
    remedy: 'Write --lines 12, or --lines 12-20.',
  });
}
