import type { CompareOutcome } from '../../contracts/compare.ts';
import { GrkError } from '../../contracts/errors.ts';
import { compareView } from '../../report/terminal/compare-view.ts';
import type { ReadingSession } from '../../workbench/files/trec-files.ts';
import { countOf, isOn, listOf, onlyOf, textOf } from '../arguments.ts';
import { EXIT } from '../exit.ts';
import type { Io } from '../io.ts';
import type { OptionName } from '../options.ts';
import type { Arguments } from '../program.ts';
import { noticeOf, voiceOf } from '../voice.ts';

const SHOWN_TOPICS = 5;
const FOR_REPORTS = ['stage', 'against', 'measure', 'slice', 'category', 'allow-drift', 'rescore', 'golden'] as const;
const FOR_RUNS = ['split', 'compat'] as const;

/** `grk eval compare FILE…`: it needs no project and reads no configuration. */
export async function evalCompareCommand(io: Io, args: Arguments): Promise<number> {
  const { isJson, wantsColor } = voiceOf(args);
  const notice = noticeOf(io, args);
  const shownTopics = countOf(args, 'top', SHOWN_TOPICS);
  const outcome = await compareFiles({ cwd: io.cwd, signal: io.signal, notice }, args);
  for (const warning of outcome.warnings) notice(`warning: ${warning}`);
  if (isJson) io.out(`${JSON.stringify(outcome)}\n`);
  else io.out(compareView(outcome, shownTopics, io.outStyle(wantsColor)));
  return EXIT.done;
}

async function compareFiles(session: ReadingSession, args: Arguments): Promise<CompareOutcome> {
  const qrels = textOf(args, 'qrels');
  const files = listOf(args, 'files');
  const correction = args.correction === 'bh' ? 'benjamini-hochberg' : 'holm';
  if (qrels !== undefined) {
    refuseOptions(args, FOR_REPORTS, 'goes with reports, and --qrels says that these are run files');
    const { evalCompareRuns } = await import('../../workbench/compare/runs.ts');
    const precision = args.compat === undefined ? 'float64' : 'float32';
    return evalCompareRuns(session, { qrels, words: files, split: textOf(args, 'split'), precision, correction });
  }
  refuseOptions(args, FOR_RUNS, 'goes with run files, which need --qrels');
  const { evalCompare } = await import('../../workbench/compare/reports.ts');
  return evalCompare(session, {
    reports: files,
    stage: onlyOf(args, 'stage'),
    against: textOf(args, 'against'),
    measure: textOf(args, 'measure'),
    slice: textOf(args, 'slice'),
    categories: listOf(args, 'category'),
    allowDrift: isOn(args, 'allow-drift', false),
    rescore: isOn(args, 'rescore', false),
    golden: textOf(args, 'golden'),
    correction,
  });
}

function refuseOptions(args: Arguments, names: readonly OptionName[], why: string): void {
  const given = names.find((name) => args[name] !== undefined);
  if (given === undefined) return;
  throw new GrkError('GRK_USAGE', `--${given} ${why}`, { remedy: 'Run `grk eval compare --help` for both forms.' });
}
