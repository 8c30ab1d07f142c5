import { GrkError } from '../../contracts/errors.ts';
import { goldenPool, goldenPoolRead } from '../../workbench/golden/pool.ts';
import { countOf, isOn, listOf, requiredText, textOf } from '../arguments.ts';
import { COMMANDS } from '../command-table.ts';
import { EXIT } from '../exit.ts';
import type { Io } from '../io.ts';
import type { Arguments } from '../program.ts';
import { openSession, voiceOf } from '../session.ts';

const DEFAULT_DEPTH = 10;
const DEFAULT_SEED = 1;

/** `grk golden pool SOURCE… --out FILE`, and `grk golden pool --read FILE` */
export async function goldenPoolCommand(io: Io, args: Arguments): Promise<number> {
  const session = openSession(io, COMMANDS.goldenPool, args);
  const sources = listOf(args, 'sources');
  const file = textOf(args, 'read');
  if ((file === undefined) === (sources.length === 0)) {
    throw new GrkError('GRK_USAGE', 'name reports and runs to pool, or a file to --read', {
      remedy: 'Write grk golden pool report.json --out pool.tsv, and later grk golden pool --read pool.tsv.',
    });
  }
  refuseIdle(args, file === undefined ? ['dry-run'] : ['depth', 'stage', 'seed', 'out', 'force'], file === undefined);
  const { isJson } = voiceOf(args);
  if (file !== undefined) {
    const outcome = await goldenPoolRead(session, file, isOn(args, 'dry-run', false));
    const { added, byGrade, topics, ungraded, alreadyThere, isWritten } = outcome;
    const grades = Object.entries(byGrade).map(([grade, count]) => `${count} × ${grade}`);
    const what = `${added} judgments of ${topics} topics${grades.length === 0 ? '' : ` (grade ${grades.join(', ')})`}`;
    const rest = `${alreadyThere} were there already, ${ungraded} rows have no grade`;
    const done = isWritten ? `added to ${outcome.file}` : 'nothing written';
    io.out(isJson ? `${JSON.stringify(outcome)}\n` : `${what}: ${done}; ${rest}\n`);
    return EXIT.done;
  }
  const outcome = await goldenPool(session, {
    sources,
    depth: countOf(args, 'depth', DEFAULT_DEPTH),
    stages: listOf(args, 'stage'),
    seed: countOf(args, 'seed', DEFAULT_SEED),
    out: requiredText(args, 'out', 'the file to grade in, .tsv or .jsonl'),
    isForced: isOn(args, 'force', false),
  });
  if (isJson) io.out(`${JSON.stringify(outcome)}\n`);
  else if (outcome.file === null) io.out(`all ${outcome.candidates} candidates are judged; nothing written\n`);
  else {
    const { toGrade, candidates, topics } = outcome;
    io.out(`wrote ${outcome.file}: ${toGrade} of ${candidates} candidates are not judged, in ${topics} topics\n`);
  }
  return EXIT.done;
}

/** An option that would do nothing is a mistake. */
function refuseIdle(args: Arguments, names: readonly string[], isMaking: boolean): void {
  const idle = names.find((name) => args[name] !== undefined);
  if (idle === undefined) return;
  const what = isMaking ? 'does nothing without --read' : 'does nothing with --read';
  throw new GrkError('GRK_USAGE', `--${idle} ${what}`, { remedy: 'Leave it out.' });
}
