import { isAbsolute, relative } from 'node:path';
import { evalRun } from '../../workbench/eval/run.ts';
import { COMMANDS } from '../command-table.ts';
import { evalRequestOf, withTopK } from '../eval-request.ts';
import { exitCodeOfRun } from '../exit.ts';
import { tellGithub } from '../gating.ts';
import type { Io } from '../io.ts';
import type { Arguments } from '../program.ts';
import { openSession } from '../session.ts';
import { showReport } from '../show-report.ts';

/** `grk eval [SUITE]` */
export async function evalRunCommand(io: Io, args: Arguments): Promise<number> {
  const session = openSession(io, COMMANDS.evalRun, withTopK(args));
  const outcome = await evalRun(session, evalRequestOf(args));
  tellGithub(io, outcome);
  return showReport(io, args, {
    ...outcome,
    shownFile: shownPath(io.cwd, outcome.file),
    exitCode: exitCodeOfRun(outcome.report),
  });
}

/** Relative where the file lies below the working directory: shorter, and it can be pasted. */
function shownPath(cwd: string, file: string): string {
  const path = relative(cwd, file);
  return path.startsWith('..') || isAbsolute(path) ? file : path;
}
