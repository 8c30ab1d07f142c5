import type { Direction, StageDelta } from '../../contracts/delta.ts';
import type { Report } from '../../contracts/report.ts';
import type { TerminalStyle } from '../style.ts';
import { evidenceLine } from './evidence-line.ts';
import { inert, sentence } from './inert.ts';
import { type Ink, inkOf } from './ink.ts';
import { stageName } from './stage-name.ts';
import { hang } from './wrap.ts';

/** One paragraph per stage and axis, quality first: the sentence as it was derived, or why there is none. */
export function verdictLines(report: Report, deltas: readonly StageDelta[], style: TerminalStyle): string[] {
  const { dim, marks } = inkOf(style);
  const ordered = [
    ...deltas.filter(({ axis }) => axis === 'quality'),
    // That a stage is structural is said once.
    ...deltas.filter(({ axis, isStructural }) => axis !== 'quality' && !isStructural),
  ];
  const missing = report.stages.filter(
    ({ id }) => !deltas.some((delta) => delta.stage === id || delta.baseline === id) && id !== report.declared.baseline,
  );
  const silent = (text: string) => dim(hang(`${marks.silent} `, sentence(text, style), style.width));
  return [
    ...ordered.map((delta) => {
      if (delta.verdict === null || delta.isStructural) return silent(withoutVerdict(report, delta));
      const verdict = spoken(delta.verdict, delta.direction, style);
      if (delta.evidence === undefined) return verdict;
      return `${verdict}\n${evidenceLine(inert(report.declared.primary), delta.evidence, style)}`;
    }),
    ...missing.map(({ id }) => silent(`${stageName(report, id)}: compared with nothing`)),
  ];
}

function withoutVerdict(report: Report, { stage, axis, reason, isStructural }: StageDelta): string {
  const name = stageName(report, stage);
  const why = reason ?? (isStructural ? 'structural: vectors that mean nothing' : 'nothing may be concluded');
  return `${name}: no verdict${axis === 'quality' ? '' : ` on ${axis}`}, ${why}`;
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

function paintOf(direction: Direction, { good, bad, warn, dim }: Ink): (text: string) => string {
  return { IMPROVEMENT: good, REGRESSION: bad, MIXED: warn, 'NO CHANGE': dim }[direction];
}
