import { displayWidth } from './display-width.ts';
import { inert } from './inert.ts';

export interface NextStepsInput {
  readonly found: readonly string[];
  readonly steps: readonly { readonly command: string; readonly meaning: string }[];
}

/** What is in a folder, and the commands that make sense there. */
export function nextStepsText({ found, steps }: NextStepsInput): string {
  const commands = steps.map(({ command }) => inert(command));
  const width = Math.max(...commands.map(displayWidth));
  const lines = steps.map(
    ({ meaning }, i) => `  ${commands[i]}${' '.repeat(width - displayWidth(commands[i] ?? ''))}  ${meaning}`,
  );
  return [
    'In this folder:',
    ...found.map((line) => `  ${inert(line)}`),
    '',
    'Next:',
    ...lines,
    '',
    'All commands: grk --help',
    '',
  ].join('\n');
}
