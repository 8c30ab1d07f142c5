import { isAbsolute, relative } from 'node:path';
import { evalRun } from '../../workbench/eval-run.ts';
import { countOf, isOn, listOf, textOf } from '../arguments.ts';
import { COMMANDS } from '../command-table.ts';
import { exitCodeOfRun } from '../exit.ts';
import type { Io } from '../io.ts';
import type { Arguments } from '../program.ts';
import { openSession } from '../session.ts';
import { showReport } from '../show-report.ts';

/** `grk eval [SUITE]` */
export async function evalRunCommand(io: Io, args: Arguments): Promise<number> {
  const topK = args['top-k'] === undefined ? [] : [`topK=${countOf(args, 'top-k', 1)}`];
  const session = openSession(io, COMMANDS.evalRun, { ...args, set: [...listOf(args, 'set'), ...topK] });
  const { report, file, deltas } = await evalRun(session, {
    suite: textOf(args, 'suite'),
    split: textOf(args, 'split'),
    topics: textOf(args, 'topics'),
    categories: listOf(args, 'category'),
    measures: listOf(args, 'measures'),
    dense: isOn(args, 'dense', true),
    isEmbedderNamed: args.embedder !== undefined,
    isRerankerNamed: args.reranker !== undefined,
    out: textOf(args, 'out'),
    texts: isOn(args, 'text', true),
    repeats: args.repeats === undefined ? undefined : countOf(args, 'repeats', 1),
  });
  const exitCode = exitCodeOfRun(report);
  return showReport(io, args, { report, deltas, file, shownFile: shownPath(io.cwd, file), exitCode });
}

/** Relative where the file lies below the working directory: shorter, and it can be pasted. */
function shownPath(cwd: string, file: string): string {
  const path = relative(cwd, file);
  return path.startsWith('..') || isAbsolute(path) ? file : path;
}
