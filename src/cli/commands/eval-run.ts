import { isAbsolute, relative } from 'node:path';
import { evalSummary } from '../../report/summary.ts';
import { evalTable } from '../../report/terminal/eval-table.ts';
import { deriveSlices } from '../../workbench/derive.ts';
import { evalRun } from '../../workbench/eval-run.ts';
import { countOf, isOn, listOf, textOf } from '../arguments.ts';
import { COMMANDS } from '../command-table.ts';
import { EXIT } from '../exit.ts';
import type { Io } from '../io.ts';
import type { Arguments } from '../program.ts';
import { openSession, voiceOf } from '../session.ts';

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
    out: textOf(args, 'out'),
    texts: isOn(args, 'text', true),
  });
  const { isJson, wantsColor } = voiceOf(args);
  if (isJson) io.out(`${JSON.stringify(evalSummary(report, deltas, { reportPath: file, exitCode: EXIT.done }))}\n`);
  else
    io.out(
      evalTable(
        {
          report,
          deltas,
          slices: deriveSlices(report).filter(({ by }) => by !== 'slice'),
          reportPath: shownPath(io.cwd, file),
        },
        io.outStyle(wantsColor),
      ),
    );
  return EXIT.done;
}

/** Relative where the file lies below the working directory: shorter, and it can be pasted. */
function shownPath(cwd: string, file: string): string {
  const path = relative(cwd, file);
  return path.startsWith('..') || isAbsolute(path) ? file : path;
}
