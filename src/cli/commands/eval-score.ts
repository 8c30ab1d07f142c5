import { silentProgress, terminalProgress } from '../../report/progress.ts';
import { scoreJson, scoreTsv } from '../../report/score-text.ts';
import { scoreTable } from '../../report/terminal/score-table.ts';
import { evalScore } from '../../workbench/eval/score.ts';
import { isOn, listOf, textOf } from '../arguments.ts';
import { EXIT } from '../exit.ts';
import type { Io } from '../io.ts';
import type { Arguments } from '../program.ts';
import { voiceOf } from '../voice.ts';

/** `grk eval score QRELS RUN… MEASURE…`: it needs no project and reads no configuration. */
export async function evalScoreCommand(io: Io, args: Arguments): Promise<number> {
  const { isJson, isQuiet, wantsColor } = voiceOf(args);
  const notice = (text: string) => {
    if (!isQuiet) io.err(`grk: ${text}\n`);
  };
  const progress = isQuiet ? silentProgress : terminalProgress(io.errStream, io.errStyle(wantsColor));
  const outcome = await evalScore(
    { cwd: io.cwd, signal: io.signal, notice, progress },
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
