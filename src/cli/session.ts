import { createSession } from '../workbench/session/session.ts';
import type { Session } from '../workbench/session/state.ts';
import { settingsOf, textOf } from './arguments.ts';
import type { CommandSpec } from './command-table.ts';
import type { Io } from './io.ts';
import type { Arguments } from './program.ts';
import { progressOf } from './progress.ts';
import { noticeOf } from './voice.ts';

export { voiceOf } from './voice.ts';

/**
 * The configuration of a command and the world as the workbench sees it.
 * @throws GrkError for a configuration that cannot be read
 */
export function openSession(io: Io, spec: CommandSpec, args: Arguments): Session {
  return createSession({
    cwd: io.cwd,
    env: io.env,
    configFile: textOf(args, 'config'),
    settings: settingsOf(spec, args),
    progress: progressOf(io, args),
    signal: io.signal,
    notice: noticeOf(io, args),
  });
}
