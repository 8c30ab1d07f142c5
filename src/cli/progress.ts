import type { Progress } from '../contracts/ports.ts';
import { silentProgress, terminalProgress } from '../report/progress.ts';
import type { Io } from './io.ts';
import type { Arguments } from './program.ts';
import { voiceOf } from './voice.ts';

/** A bar on standard error, unless the command was asked to be quiet. */
export function progressOf(io: Pick<Io, 'errStream' | 'errStyle'>, args: Arguments): Progress {
  const { isQuiet, wantsColor } = voiceOf(args);
  return isQuiet ? silentProgress : terminalProgress(io.errStream, io.errStyle(wantsColor));
}
