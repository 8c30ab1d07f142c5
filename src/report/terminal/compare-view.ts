import type { CompareOutcome, Comparison } from '../../contracts/compare.ts';
import type { VerdictNote } from '../../contracts/delta.ts';
import type { TerminalStyle } from '../style.ts';
import { intervalView } from '../view/comparisons.ts';
import { compareFoundations } from './compare-foundations.ts';
import { compareLatency } from './compare-latency.ts';
import { compareTable } from './compare-table.ts';
import { changedTopics } from './compare-topics.ts';
import { evidenceLine } from './evidence-line.ts';
import { inert, sentence } from './inert.ts';
import { inkOf } from './ink.ts';
import { countText, figureText, plural } from './number.ts';
import { spoken } from './verdict-lines.ts';
import { hang } from './wrap.ts';

const CORRECTIONS = { holm: 'Holm', 'benjamini-hochberg': 'Benjamini-Hochberg' } as const;

/**
 * A comparison in the order in which it is read: can these be compared and what differs, numbers, verdicts with evidence,
 * the topics that changed most.
 * @param shownTopics of those that lost, and of those that won
 */
export function compareView(outcome: CompareOutcome, shownTopics: number, style: TerminalStyle): string {
  const { bold } = inkOf(style);
  const sections = [
    compareFoundations(outcome, style),
    ...compareTable(outcome, style),
    ...compareLatency(outcome, style),
    [bold('verdict'), ...outcome.comparisons.map((each) => verdictsOf(each, style)), familyLine(outcome, style)].join(
      '\n',
    ),
    ...changedTopics(outcome, shownTopics, style),
  ];
  return `${sections.join('\n\n')}\n`;
}

function verdictsOf(comparison: Comparison, style: TerminalStyle): string {
  const { dim, marks } = inkOf(style);
  // Of an axis beside quality, only what was found.
  const shown = comparison.deltas.filter(({ axis, verdict }) => axis === 'quality' || verdict !== null);
  return shown
    .flatMap(({ axis, direction, verdict, reason, evidence, notes = [] }) => {
      if (verdict === null) {
        const text = `${comparison.candidate.label}: no verdict, ${reason ?? 'nothing may be concluded'}`;
        return [dim(hang(`${marks.silent} `, sentence(text, style), style.width))];
      }
      return [
        spoken(verdict, direction, style),
        ...(evidence === undefined ? [] : [evidenceLine(inert(comparison.primary), evidence, style)]),
        ...(axis === 'quality' ? exploratoryLine(comparison, style) : []),
        // What limits all axes alike stands under the first of them.
        ...(axis === 'quality' ? notes.map((note) => noteLine(note, style)) : []),
      ];
    })
    .join('\n');
}

function exploratoryLine({ exploratory, primary }: Comparison, style: TerminalStyle): string[] {
  if (exploratory === null) return [];
  const interval = exploratory.interval === null ? null : intervalView(exploratory.interval, true);
  const bounds =
    interval === null
      ? ''
      : `, ${interval.level} % interval ${figureText(interval.lower, style)} to ${figureText(interval.upper, style)}`;
  const text = `${inert(primary)}${bounds}; nothing is claimed`;
  return [inkOf(style).dim(hang('  exploratory: ', text, style.width))];
}

function noteLine({ message }: VerdictNote, style: TerminalStyle): string {
  const text = hang('  ! ', sentence(message, style), style.width);
  return inkOf(style).warn(text);
}

function familyLine({ family }: CompareOutcome, style: TerminalStyle): string {
  const { size, correction, alpha, exploratory } = family;
  if (size === 0) return inkOf(style).dim(hang('', 'no comparison has a number', style.width));
  const text =
    exploratory === null
      ? `family of ${plural(size, 'comparison')} of this command, ${CORRECTIONS[correction]}, alpha ${alpha}`
      : `exploratory, ${inert(exploratory)}: ${countText(size)} compared, nothing corrected or claimed`;
  return inkOf(style).dim(hang('', text, style.width));
}
