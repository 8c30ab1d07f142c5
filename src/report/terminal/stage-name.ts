import type { StageDelta } from '../../contracts/delta.ts';
import type { Report } from '../../contracts/report.ts';
import type { TerminalStyle } from '../style.ts';
import { cutMiddle } from './display-width.ts';
import { inert } from './inert.ts';
import { inkOf } from './ink.ts';

/** The stage of a report as users call it: by name, and by id where there are several variants. */
export function stageName(report: Report, id: string): string {
  const stage = report.stages.find((each) => each.id === id);
  return inert(stage === undefined || report.variants.length > 1 ? id : stage.name);
}

/** The same, cut to a width: by default a third of the terminal. */
export function stageLabel(report: Report, id: string, style: TerminalStyle, width = labelWidth(style)): string {
  return cutMiddle(stageName(report, id), width, inkOf(style).marks.ellipsis);
}

/** The room for names in a first column. */
export function labelWidth({ width }: TerminalStyle): number {
  return Math.max(12, Math.floor(width / 3));
}

/** The stages that others are compared with, as the deltas say, else as the report declares; the input of a rerank
 * stage, which it is compared with too, is none of them. */
export function baselineIds(report: Report, deltas: readonly StageDelta[]): readonly string[] {
  if (deltas.length === 0) return [report.declared.baseline];
  const firstOfStage = new Map(deltas.toReversed().map(({ stage, baseline }) => [stage, baseline]));
  return [...new Set(firstOfStage.values())];
}
