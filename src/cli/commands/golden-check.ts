import { findingsText } from '../../report/terminal/findings.ts';
import { goldenCheck } from '../../workbench/golden/check.ts';
import { COMMANDS } from '../command-table.ts';
import { EXIT } from '../exit.ts';
import type { Io } from '../io.ts';
import type { Arguments } from '../program.ts';
import { openSession, voiceOf } from '../session.ts';

/** `grk golden check`: exit 2 where a finding is an error. */
export async function goldenCheckCommand(io: Io, args: Arguments): Promise<number> {
  const session = openSession(io, COMMANDS.goldenCheck, args);
  const outcome = await goldenCheck(session);
  const { isJson, wantsColor } = voiceOf(args);
  if (isJson) io.out(`${JSON.stringify(outcome)}\n`);
  else {
    const subject = `${outcome.name} ${outcome.version} (${outcome.documents} documents, ${outcome.topics} topics)`;
    io.out(findingsText(subject, outcome.findings, io.outStyle(wantsColor)));
  }
  return outcome.findings.some(({ severity }) => severity === 'error') ? EXIT.usage : EXIT.done;
}
