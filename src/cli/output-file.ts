import { resolve } from 'node:path';
import { writeWhole } from '../workbench/files/whole-file.ts';
import { textOf } from './arguments.ts';
import type { Io } from './io.ts';
import type { Arguments } from './program.ts';
import { voiceOf } from './session.ts';

/** Prints a text, or writes it whole where `--out` names a file; under `--json` it is the `text` of an object. */
export function printOrWrite(io: Io, args: Arguments, text: string): void {
  const out = textOf(args, 'out');
  const { isJson } = voiceOf(args);
  const ended = text.endsWith('\n') ? text : `${text}\n`;
  if (out !== undefined) writeWhole(resolve(io.cwd, out), ended);
  if (isJson) io.out(`${JSON.stringify(out === undefined ? { text } : { file: out })}\n`);
  else if (out === undefined) io.out(ended);
}
