import { goldenTexts } from '../../workbench/golden/texts.ts';
import { COMMANDS } from '../command-table.ts';
import { EXIT } from '../exit.ts';
import type { Io } from '../io.ts';
import { printOrWrite } from '../output-file.ts';
import type { Arguments } from '../program.ts';
import { openSession } from '../session.ts';

/** `grk golden texts`: JSONL on stdout, or in a file. */
export async function goldenTextsCommand(io: Io, args: Arguments): Promise<number> {
  const texts = await goldenTexts(openSession(io, COMMANDS.goldenTexts, args));
  printOrWrite(io, args, texts.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return EXIT.done;
}
