import { resolve } from 'node:path';
import { isOn, listOf, requiredText, textOf } from '../arguments.ts';
import { EXIT } from '../exit.ts';
import type { Io } from '../io.ts';
import { printOrWrite } from '../output-file.ts';
import { pageOf, writePage } from '../page-file.ts';
import type { Arguments } from '../program.ts';
import { voiceOf } from '../voice.ts';

/** `grk report html FILE…` */
export async function reportHtmlCommand(io: Io, args: Arguments): Promise<number> {
  const out = isOn(args, 'open', false)
    ? requiredText(args, 'out', 'a page that is shown is a file')
    : textOf(args, 'out');
  const html = await pageOf(io, args, listOf(args, 'files'));
  if (out === undefined) {
    printOrWrite(io, args, html);
    return EXIT.done;
  }
  await writePage(io, args, html, resolve(io.cwd, out));
  io.out(voiceOf(args).isJson ? `${JSON.stringify({ file: out })}\n` : `page: ${out}\n`);
  return EXIT.done;
}
