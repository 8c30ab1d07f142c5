import type { RerankAttribution } from '../../contracts/attribution.ts';
import type { SliceDeltas, StageDelta, VerdictNote } from '../../contracts/delta.ts';
import type { FusionLegs } from '../../contracts/legs.ts';
import type { Report } from '../../contracts/report.ts';
import type { TerminalStyle } from '../style.ts';
import { baselineIds } from '../view/stage-label.ts';
import { attributionTables } from './attribution-table.ts';
import { deltaTables } from './delta-table.ts';
import { headline } from './headline.ts';
import { inert } from './inert.ts';
import { inkOf } from './ink.ts';
import { legTables } from './leg-table.ts';
import { sliceTables } from './slice-table.ts';
import { stageTable } from './stage-table.ts';
import { verdictLines } from './verdict-lines.ts';
import { verdictTable } from './verdict-table.ts';
import { warningLines } from './warning-lines.ts';

export interface EvalView {
  readonly report: Report;
  /** Derived from the report. */
  readonly deltas: readonly StageDelta[];
  /** By category, split, slice label; left out where not given. */
  readonly slices?: readonly SliceDeltas[];
  /** Per rerank stage, and per fusion; left out where not given. */
  readonly attribution?: readonly RerankAttribution[];
  readonly legs?: readonly FusionLegs[];
  /** Where the report went; undefined where it was not written. */
  readonly reportPath: string | undefined;
}

/** One eval in the order in which it is read: what was measured on, stages, deltas, what
 * rerankers and legs did, slices; verdicts close it. */
export function evalTable(
  { report, deltas, slices, attribution, legs, reportPath }: EvalView,
  style: TerminalStyle,
): string {
  const { bold } = inkOf(style);
  const verdicts = verdictLines(report, deltas, style);
  const told = new Set(deltas.flatMap(({ notes = [] }) => notes.map(({ message }) => message)));
  const untold = <T extends { readonly notes: readonly VerdictNote[] }>(parts: readonly T[] = []): T[] =>
    parts.map((part) => ({ ...part, notes: part.notes.filter(({ message }) => !told.has(message)) }));
  const warnings = warningLines(report.warnings, style);
  const sections = [
    headline(report, style),
    stageTable(report, baselineIds(report, deltas), style),
    ...deltaTables(report, deltas, style),
    ...attributionTables(report, untold(attribution), style),
    ...legTables(report, untold(legs), style),
    ...sliceTables(report, slices ?? [], style),
    verdicts.length === 0
      ? 'One stage: there is nothing to compare it with.'
      : [bold('verdict'), verdictTable(report, deltas, style), '', ...verdicts].join('\n'),
    ...(warnings.length === 0 ? [] : [warnings.join('\n')]),
    // Never broken: it is there to be copied.
    ...(reportPath === undefined ? [] : [`report: ${inert(reportPath)}`]),
  ];
  return `${sections.join('\n\n')}\n`;
}
