import { GrkError } from '../../contracts/errors.ts';
import { goldenInit } from '../../workbench/golden/init.ts';
import { foundHere } from '../../workbench/next-steps.ts';
import { listOf } from '../arguments.ts';
import { COMMANDS } from '../command-table.ts';
import { EXIT } from '../exit.ts';
import type { Io } from '../io.ts';
import type { Arguments } from '../program.ts';
import { openSession, voiceOf } from '../session.ts';

/** `grk golden init FOLDER --corpus FOLDER` */
export async function goldenInitCommand(io: Io, args: Arguments): Promise<number> {
  const session = openSession(io, COMMANDS.goldenInit, args);
  const [corpus = foundHere(io.cwd).documents, ...more] = listOf(args, 'corpus');
  if (corpus === undefined || more.length > 0) {
    throw new GrkError('GRK_USAGE', 'a golden set is about one folder of documents', {
      remedy: 'Name it: --corpus docs.',
    });
  }
  const folder = String(args.folder);
  const outcome = goldenInit(session, { folder, corpus });
  if (voiceOf(args).isJson) io.out(`${JSON.stringify(outcome)}\n`);
  else {
    const path = /\s/.test(folder) ? `"${folder}"` : folder;
    io.out(`wrote ${outcome.folder}: a golden set about ${corpus}, without topics\n`);
    io.out(`Next: grk golden add "a question" --hit 1 --grade 3 --golden ${path}\n`);
  }
  return EXIT.done;
}
