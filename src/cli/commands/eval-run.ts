import { isAbsolute, relative } from 'node:path';
import { GrkError } from '../../contracts/errors.ts';
import { evalRun } from '../../workbench/eval/run.ts';
import { isOn, textOf } from '../arguments.ts';
import { COMMANDS } from '../command-table.ts';
import { evalRequestOf, withTopK } from '../eval-request.ts';
import { exitCodeOfRun } from '../exit.ts';
import { tellGithub } from '../gating.ts';
import type { Io } from '../io.ts';
import type { Arguments } from '../program.ts';
import { openSession, voiceOf } from '../session.ts';
import { showReport } from '../show-report.ts';

/** `grk eval [SUITE]` */
export async function evalRunCommand(io: Io, args: Arguments): Promise<number> {
  const hasPage = wantsPage(args);
  const session = openSession(io, COMMANDS.evalRun, withTopK(args));
  const outcome = await evalRun(session, evalRequestOf(args));
  tellGithub(io, outcome);
  const exitCode = showReport(io, args, {
    ...outcome,
    shownFile: shownPath(io.cwd, outcome.file),
    exitCode: exitCodeOfRun(outcome.report),
  });
  if (hasPage) await pageBeside(io, args, outcome.file);
  return exitCode;
}

/** @throws GrkError GRK_USAGE for another kind of report, and for `--open` without one */
function wantsPage(args: Arguments): boolean {
  const kind = textOf(args, 'report');
  if (kind === undefined && !isOn(args, 'open', false)) return false;
  if (kind === 'html') return true;
  const fault = kind === undefined ? '--open shows a page, and none is asked for' : `--report is "${kind}"`;
  throw new GrkError('GRK_USAGE', fault, { remedy: 'Write --report html.' });
}

async function pageBeside(io: Io, args: Arguments, report: string): Promise<void> {
  const { pageOf, writePage } = await import('../page-file.ts');
  const file = `${report.replace(/\.json$/, '')}.html`;
  await writePage(io, args, await pageOf(io, args, [report]), file);
  const told = `page: ${shownPath(io.cwd, file)}\n`;
  if (voiceOf(args).isJson) io.err(told);
  else io.out(told);
}

/** Relative where the file lies below the working directory: shorter, and it can be pasted. */
function shownPath(cwd: string, file: string): string {
  const path = relative(cwd, file);
  return path.startsWith('..') || isAbsolute(path) ? file : path;
}
