import { goldenStatsText } from '../../report/terminal/golden-stats.ts';
import { goldenStatistics } from '../../workbench/golden/stats.ts';
import { textOf } from '../arguments.ts';
import { COMMANDS } from '../command-table.ts';
import { EXIT } from '../exit.ts';
import type { Io } from '../io.ts';
import type { Arguments } from '../program.ts';
import { openSession, voiceOf } from '../session.ts';

/** `grk golden stats [--report FILE]` */
export async function goldenStatsCommand(io: Io, args: Arguments): Promise<number> {
  const session = openSession(io, COMMANDS.goldenStats, args);
  const stats = await goldenStatistics(session, textOf(args, 'report'));
  const { isJson, wantsColor } = voiceOf(args);
  io.out(isJson ? `${JSON.stringify(stats)}\n` : goldenStatsText(stats, io.outStyle(wantsColor)));
  return EXIT.done;
}
