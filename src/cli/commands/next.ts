import { nextStepsText } from '../../report/terminal/next-steps.ts';
import { nextSteps } from '../../workbench/next-steps.ts';
import { createSession } from '../../workbench/session/session.ts';
import { EXIT } from '../exit.ts';
import type { Io } from '../io.ts';

/** `grk` alone. The exit code is that of a missing command, so that no script passes by an empty variable. */
export async function next({ cwd, env, signal, out }: Io): Promise<number> {
  out(nextStepsText(await nextSteps(createSession({ cwd, env, signal }))));
  return EXIT.usage;
}
