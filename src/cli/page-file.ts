import { CHARTS } from '../contracts/charts.ts';
import { reportPage } from '../report/html/page.ts';
import { chartInput } from '../workbench/chart-input.ts';
import { writeWhole } from '../workbench/files/whole-file.ts';
import { isOn } from './arguments.ts';
import type { Io } from './io.ts';
import { openFile } from './open-file.ts';
import { pageCharts } from './page-charts.ts';
import type { Arguments } from './program.ts';
import { noticeOf } from './voice.ts';

/** @throws GrkError those of reading reports and comparing them */
export async function pageOf(io: Io, args: Arguments, files: readonly string[]): Promise<string> {
  const notice = noticeOf(io, args);
  const input = await chartInput({ cwd: io.cwd, signal: io.signal, notice }, files, CHARTS);
  const { charts, reason } = await pageCharts(input);
  if (reason !== null) notice(reason);
  return reportPage({ ...input, charts, chartNote: reason });
}

/** Writes a page whole, and shows it under `--open`. @param file absolute */
export async function writePage(io: Io, args: Arguments, html: string, file: string): Promise<void> {
  writeWhole(file, html, 'the page');
  if (!isOn(args, 'open', false)) return;
  const fault = await openFile(file);
  if (fault !== undefined) noticeOf(io, args)(`the page is written and was not opened: ${fault}`);
}
