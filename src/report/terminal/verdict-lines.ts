import type { Direction, StageDelta } from '../../contracts/delta.ts';
import type { Report } from '../../contracts/report.ts';
import type { TerminalStyle } from '../style.ts';
import { evidenceLine } from './evidence-line.ts';
import { inert, sentence } from './inert.ts';
import { type Ink, inkOf } from './ink.ts';
import { stageName } from './stage-name.ts';
import { paintOf } from './verdict-table.ts';
import { hang } from './wrap.ts';

/**
 * One paragraph per comparison and axis, quality first: the headline where guards make it another one, the sentence as it
 * was derived or why there is none, and what limits it. A note that several verdicts share stands under the first.
 */
export function verdictLines(report: Report, deltas: readonly StageDelta[], style: TerminalStyle): string[] {
  const ordered = [
    ...deltas.filter(({ axis }) => axis === 'quality'),
    // That a stage is structural is said once.
    ...deltas.filter(({ axis, isStructural }) => axis !== 'quality' && !isStructural),
  ];
  const missing = report.stages.filter(
    ({ id }) => !deltas.some((delta) => delta.stage === id || delta.baseline === id) && id !== report.declared.baseline,
  );
  const told = new Set<string>();
  return [
    ...ordered.flatMap((delta) => {
      const headline = headlineLine(namedPair(report, delta, deltas), delta, style);
      if (delta.verdict === null || delta.isStructural)
        return [...headline, silent(withoutVerdict(report, delta, deltas), style)];
      const { evidence, primary = report.declared.primary } = delta;
      return [
        ...headline,
        [
          spoken(delta.verdict, delta.direction, style),
          ...(evidence === undefined ? [] : [evidenceLine(inert(primary), evidence, style)]),
          ...noteLines(delta, told, style),
        ].join('\n'),
      ];
    }),
    ...missing.map(({ id }) => silent(`${stageName(report, id)}: compared with nothing`, style)),
  ];
}

/** Nothing where it says what the verdict on quality says: where no axis is guarded, and where that has no direction. */
function headlineLine(
  name: string,
  { headline, verdict, reason, isStructural }: StageDelta,
  style: TerminalStyle,
): string[] {
  if (headline === undefined || isStructural || (headline.verdict ?? headline.reason) === (verdict ?? reason))
    return [];
  if (headline.verdict !== null) return [spoken(headline.verdict, headline.direction, style)];
  return [silent(`${name}: no headline, ${headline.reason ?? 'nothing may be concluded'}`, style)];
}

function noteLines({ notes = [] }: StageDelta, told: Set<string>, style: TerminalStyle): string[] {
  const { warn } = inkOf(style);
  return notes.flatMap(({ message }) => {
    if (told.has(message)) return [];
    told.add(message);
    const text = hang('  note: ', sentence(message, style), style.width);
    return [text.replace('note:', warn('note:'))];
  });
}

function silent(text: string, style: TerminalStyle): string {
  const { dim, marks } = inkOf(style);
  return dim(hang(`${marks.silent} `, sentence(text, style), style.width));
}

function withoutVerdict(report: Report, delta: StageDelta, deltas: readonly StageDelta[]): string {
  const { axis, reason, isStructural } = delta;
  const why = reason ?? (isStructural ? 'structural: vectors that mean nothing' : 'nothing may be concluded');
  return `${namedPair(report, delta, deltas)}: no verdict${axis === 'quality' ? '' : ` on ${axis}`}, ${why}`;
}

/** The stage, and what it was compared with where that is not the only comparison of the stage. */
function namedPair(report: Report, { stage, baseline }: StageDelta, deltas: readonly StageDelta[]): string {
  const isOnly = deltas.every((other) => other.stage !== stage || other.baseline === baseline);
  return `${stageName(report, stage)}${isOnly ? '' : ` against ${stageName(report, baseline)}`}`;
}

/** A sentence with its mark, direction words painted. */
export function spoken(verdict: string, direction: Direction | null, style: TerminalStyle): string {
  const ink = inkOf(style);
  const mark = direction === null ? ink.marks.silent : ink.marks.verdict[direction];
  const [first = '', ...rest] = hang(`${mark} `, sentence(verdict, style), style.width).split('\n');
  const painted = direction === null ? mark : paintOf(direction, ink)(mark);
  return [`${painted}${paintWords(first.slice(mark.length), ink)}`, ...rest.map((line) => paintWords(line, ink))].join(
    '\n',
  );
}

/** Names of stages have no capitals, so that these words are directions wherever they stand. */
function paintWords(line: string, ink: Ink): string {
  return line.replace(/IMPROVEMENT|REGRESSION|MIXED|NO CHANGE/g, (word) =>
    ink.bold(paintOf(word as Direction, ink)(word)),
  );
}
