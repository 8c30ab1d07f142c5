import { isOn } from './arguments.ts';
import type { Io } from './io.ts';
import type { Arguments } from './program.ts';

/** How a command was asked to speak. */
export interface Voice {
  readonly isJson: boolean;
  readonly isQuiet: boolean;
  readonly wantsColor: boolean;
}

export function voiceOf(args: Arguments): Voice {
  return {
    isJson: isOn(args, 'json', false),
    isQuiet: isOn(args, 'quiet', false),
    wantsColor: isOn(args, 'color', true),
  };
}

/** Says one line beside the data, unless the command was asked to be quiet. */
export function noticeOf(io: Pick<Io, 'err'>, args: Arguments): (text: string) => void {
  const { isQuiet } = voiceOf(args);
  return (text) => {
    if (!isQuiet) io.err(`grk: ${text}\n`);
  };
}
