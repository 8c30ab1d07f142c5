import { scoreJson, scoreTsv } from '../../report/score-text.ts';
import { scoreTable } from '../../report/terminal/score-table.ts';
import { evalScore } from '../../workbench/eval/score.ts';
import { isOn, listOf, textOf } from '../arguments.ts';
import { EXIT } from '../exit.ts';
import type { Io } from '../io.ts';
import type { Arguments } from '../program.ts';
import { progressOf } from '../progress.ts';
import { noticeOf, voiceOf } from '../voice.ts';

/** `grk eval score QRELS RUN… MEASURE…`: it needs no project and reads no configuration. */
export async function evalScoreCommand(io: Io, args: Arguments): Promise<number> {
  const { isJson, wantsColor } = voiceOf(args);
  const notice = noticeOf(io, args);
  const outcome = await evalScore(
    { cwd: io.cwd, signal: io.signal, notice, progress: progressOf(io, args) },
    {
      qrels: textOf(args, 'qrels') ?? '',
      words: listOf(args, 'runs'),
      split: textOf(args, 'split'),
      precision: args.compat === undefined ? 'float64' : 'float32',
      perTopic: isOn(args, 'per-topic', false),
    },
  );
  for (const warning of outcome.runs.flatMap(({ warnings }) => warnings)) notice(`warning: ${warning}`);
  if (isJson) io.out(`${JSON.stringify(scoreJson(outcome))}\n`);
  else if (args.format === 'tsv') io.out(scoreTsv(outcome));
  else io.out(scoreTable(outcome, io.outStyle(wantsColor)));
  return EXIT.done;
}
