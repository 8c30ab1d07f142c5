import type { Report } from '../../contracts/report.ts';
import type { TerminalStyle } from '../style.ts';
import { stageLabel as labelOf } from '../view/stage-label.ts';
import { cutMiddle } from './display-width.ts';
import { inert } from './inert.ts';
import { inkOf } from './ink.ts';

/** The stage of a report as users call it: by name, and by id where there are several variants. */
export function stageName(report: Report, id: string): string {
  return inert(labelOf(report, id));
}

/** The same, cut to a width: by default a third of the terminal. */
export function stageLabel(report: Report, id: string, style: TerminalStyle, width = labelWidth(style)): string {
  return cutLabel(labelOf(report, id), style, width);
}

/** A label of the view for a column of names. */
export function cutLabel(label: string, style: TerminalStyle, width = labelWidth(style)): string {
  return cutMiddle(inert(label), width, inkOf(style).marks.ellipsis);
}

/** The room for names in a first column. */
export function labelWidth({ width }: TerminalStyle): number {
  return Math.max(12, Math.floor(width / 3));
}
