import { GrkError } from '../../contracts/errors.ts';
import { inert } from '../../report/terminal/inert.ts';
import { type Droppable, indexDrop, planDrop } from '../../workbench/collections/index-drop.ts';
import { isOn, listOf } from '../arguments.ts';
import { COMMANDS } from '../command-table.ts';
import { EXIT } from '../exit.ts';
import type { Io } from '../io.ts';
import type { Arguments } from '../program.ts';
import { openSession, voiceOf } from '../session.ts';

/** `grk index drop COLLECTION…`: asks on a terminal; elsewhere it needs --yes. */
export async function indexDropCommand(io: Io, args: Arguments): Promise<number> {
  const session = openSession(io, COMMANDS.indexDrop, args);
  const request = { names: listOf(args, 'collections'), evals: isOn(args, 'evals', false) };
  const planned = await planDrop(session, request);
  if (planned.length > 0 && !isOn(args, 'yes', false) && !(await isAgreed(io, planned))) {
    session.notice('nothing was dropped');
    return EXIT.done;
  }
  const dropped = await indexDrop(session, request);
  if (voiceOf(args).isJson) io.out(`${JSON.stringify({ dropped })}\n`);
  else if (dropped.length === 0) io.out('there is nothing to drop\n');
  else io.out(dropped.map((each) => `dropped ${textOfDroppable(each)}\n`).join(''));
  return EXIT.done;
}

async function isAgreed(io: Io, planned: readonly Droppable[]): Promise<boolean> {
  if (io.ask === undefined) {
    throw new GrkError('GRK_USAGE', 'a drop asks before it deletes, and there is no terminal to ask on', {
      remedy: `Say --yes to delete ${planned.map(({ name }) => name).join(', ')} without a question.`,
    });
  }
  io.err(planned.map((each) => `${textOfDroppable(each)}\n`).join(''));
  return /^\s*y(es)?\s*$/i.test(await io.ask('Delete? The documents themselves stay. [y/N] '));
}

function textOfDroppable({ name, documents, passages }: Droppable): string {
  return `${inert(name)} (${documents} documents, ${passages} passages)`;
}
