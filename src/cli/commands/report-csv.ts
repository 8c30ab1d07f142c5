import { topicCsv } from '../../report/topic-csv.ts';
import { readNamedReports } from '../../workbench/files/named-reports.ts';
import { listOf } from '../arguments.ts';
import { EXIT } from '../exit.ts';
import type { Io } from '../io.ts';
import { printOrWrite } from '../output-file.ts';
import type { Arguments } from '../program.ts';

/** `grk report csv FILE…` */
export async function reportCsvCommand(io: Io, args: Arguments): Promise<number> {
  printOrWrite(io, args, topicCsv(readNamedReports(io.cwd, listOf(args, 'files'))));
  return EXIT.done;
}
