import { isOn } from './arguments.ts';
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
