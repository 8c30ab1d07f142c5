import type { CompareOutcome, Comparison, RelevantMove, TopicChange } from '../../contracts/compare.ts';
import type { TerminalStyle } from '../style.ts';
import { arrowOf } from './arrow.ts';
import { cutEnd, cutMiddle, displayWidth } from './display-width.ts';
import { inert, inertProse } from './inert.ts';
import { inkOf } from './ink.ts';
import { differenceText, measureText, plural } from './number.ts';
import { hang } from './wrap.ts';

const SHOWN_MOVES = 3;
/** Room for an id, and what stands beside it on its line. */
const ID_WIDTH = 24;
const NUMBERS_WIDTH = 30;

/**
 * The topics that changed most, those that lost first, under the last comparison of each candidate: a pipeline ends in
 * what users see. The other comparisons are named.
 */
export function changedTopics(outcome: CompareOutcome, shown: number, style: TerminalStyle): string[] {
  const { sources, comparisons } = outcome;
  const candidates = sources.length === 1 ? sources : sources.slice(1);
  const concluded = comparisons.filter(({ deltas: [quality] }) => quality?.direction != null);
  const last = candidates.flatMap(({ name }, i) => {
    // Two runs may carry one name only where they are one file.
    const own =
      outcome.kind === 'runs'
        ? concluded.slice(i, i + 1)
        : concluded.filter(({ candidate }) => candidate.source === name);
    return own.slice(-1);
  });
  const rest = concluded.filter((each) => !last.includes(each) && each.changes.length > 0);
  const sections = last.map((each) => section(each, shown, style));
  if (rest.length === 0) return sections;
  const others = rest.map(({ candidate }) => inert(candidate.stage));
  return [
    ...sections,
    inkOf(style).dim(
      hang('', `topics of other stages: --stage ${[...new Set(others)].join(', --stage ')}`, style.width),
    ),
  ];
}

function section({ candidate, baseline, primary, changes }: Comparison, shown: number, style: TerminalStyle): string {
  const { bold } = inkOf(style);
  const lost = changes.filter(({ delta }) => delta < 0);
  const won = changes.filter(({ delta }) => delta > 0);
  const title = `topics that changed most by ${inert(primary)}: ${inert(candidate.label)} against ${inert(baseline.label)}`;
  return [
    bold(cutEnd(title, style.width, inkOf(style).marks.ellipsis)),
    ...group(lost, 'lost', shown, style),
    ...group(won, 'won', shown, style),
  ].join('\n');
}

function group(changes: readonly TopicChange[], word: string, shown: number, style: TerminalStyle): string[] {
  const { dim, marks } = inkOf(style);
  if (changes.length === 0) return [dim(`${marks.silent} no topic ${word}`)];
  const more = changes.length - shown;
  return [
    ...changes.slice(0, shown).flatMap((change) => topicLines(change, style)),
    ...(more > 0 ? [dim(`  and ${plural(more, 'more topic')} that ${word}`)] : []),
  ];
}

/** `▼ −0.5000  t17  1.0000 → 0.5000  how do I …`, and below it where the relevant documents went. */
function topicLines(change: TopicChange, style: TerminalStyle): string[] {
  const { good, bad, dim, marks } = inkOf(style);
  const isLoss = change.delta < 0;
  const delta = differenceText(change.delta, style);
  const room = Math.max(8, Math.min(ID_WIDTH, style.width - NUMBERS_WIDTH));
  const id = cutMiddle(inert(change.topicId), room, marks.ellipsis);
  const values = [change.baseline, change.candidate]
    .map((value) => measureText(value, style))
    .join(` ${arrowOf(style)} `);
  const failed = change.hasFailed ? '  failed' : '';
  const facts = `  ${id}  ${values}${failed}`;
  const left = style.width - displayWidth(delta + facts) - 2;
  const query = change.query === null || left < 8 ? '' : `  ${cutEnd(inertProse(change.query), left, marks.ellipsis)}`;
  const moved = distinctMoves(change.moves);
  return [
    `${(isLoss ? bad : good)(delta)}${facts}${query}`,
    ...moved.slice(0, SHOWN_MOVES).map((move) => dim(moveLine(move, style))),
    ...(moved.length > SHOWN_MOVES
      ? [dim(`    and ${plural(moved.length - SHOWN_MOVES, 'more relevant document')}`)]
      : []),
  ];
}

/** Entries that moved; those that lie in one passage move together, and are said once. */
function distinctMoves(moves: readonly RelevantMove[]): RelevantMove[] {
  const moved = moves.filter(({ baselineRank, candidateRank }) => baselineRank !== candidateRank);
  const keyOf = ({ doc, baselineRank, candidateRank }: RelevantMove) =>
    JSON.stringify([doc, baselineRank, candidateRank]);
  return moved.filter((move, i) => moved.findIndex((other) => keyOf(other) === keyOf(move)) === i);
}

function moveLine(
  { doc, start, end, grade, baselineRank, candidateRank, crossing }: RelevantMove,
  style: TerminalStyle,
): string {
  const rank = (at: number | null) => (at === null ? 'none' : String(at));
  const went = `rank ${rank(baselineRank)} ${arrowOf(style)} ${rank(candidateRank)}`;
  const across = crossing === null ? '' : `, ${crossing} the cutoff`;
  const span = start === undefined || end === undefined ? '' : ` at ${start}-${end}`;
  const tail = `${span} (grade ${grade}): ${went}${across}`;
  const room = Math.max(12, style.width - displayWidth(tail) - 4);
  return hang('    ', `${cutMiddle(inert(doc), room, inkOf(style).marks.ellipsis)}${tail}`, style.width);
}
