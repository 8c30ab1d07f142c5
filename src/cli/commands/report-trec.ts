import { GrkError } from '../../contracts/errors.ts';
import { reportTrec } from '../../workbench/report-trec.ts';
import { listOf, textOf } from '../arguments.ts';
import { EXIT } from '../exit.ts';
import type { Io } from '../io.ts';
import type { Arguments } from '../program.ts';
import { voiceOf } from '../session.ts';

/** `grk report trec FILE`: the run or qrels on stdout, or in a file; it needs no project. */
export async function reportTrecCommand(io: Io, args: Arguments): Promise<number> {
  const [stage, ...others] = listOf(args, 'stage');
  if (others.length > 0) {
    throw new GrkError('GRK_USAGE', 'a run is the ranking of one stage', { remedy: 'Say --stage once.' });
  }
  const outcome = reportTrec(io.cwd, {
    report: textOf(args, 'file') ?? '',
    what: textOf(args, 'what') === 'qrels' ? 'qrels' : 'run',
    stage,
    out: textOf(args, 'out'),
  });
  const { text, ...facts } = outcome;
  const { isJson, isQuiet } = voiceOf(args);
  for (const notice of isQuiet ? [] : noticesOf(facts)) io.err(`grk: ${notice}\n`);
  if (isJson) io.out(`${JSON.stringify(outcome.file === null ? outcome : facts)}\n`);
  else if (outcome.file === null) io.out(text);
  else io.out(`wrote ${outcome.file}: ${outcome.rows} rows, ${outcome.unit} ids, ${outcome.topics} topics\n`);
  return EXIT.done;
}

function noticesOf(facts: Omit<ReturnType<typeof reportTrec>, 'text'>): string[] {
  const { topicsLeftOut, escapedIds, topicsByRank } = facts;
  return [
    ...(topicsLeftOut === 0
      ? []
      : [`topics left out, since they are in no mean: ${topicsLeftOut} (declared unanswerable, or unknown)`]),
    ...(escapedIds === 0 ? [] : [`ids with blanks, % or a leading # are written with percent escapes: ${escapedIds}`]),
    ...(topicsByRank === 0
      ? []
      : [
          `topics whose scores do not fit into 32 bits, so that ranks counted from the end stand for them: ${topicsByRank}`,
        ]),
  ];
}
