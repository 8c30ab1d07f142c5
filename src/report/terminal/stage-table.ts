import type { Report } from '../../contracts/report.ts';
import type { TerminalStyle } from '../style.ts';
import { NOT_MEASURED } from '../view/figure.ts';
import { groundView } from '../view/ground.ts';
import { measureViews } from '../view/measures.ts';
import { rulerNote } from '../view/ruler.ts';
import { type SilenceView, type StageView, stageView } from '../view/stages.ts';
import { type Column, column, fitColumns, grid, leftOut } from './grid.ts';
import { inert } from './inert.ts';
import { inkOf } from './ink.ts';
import { countText, figureText } from './number.ts';
import { cutLabel } from './stage-name.ts';
import { wrap } from './wrap.ts';

/** The order in which columns go where the terminal is narrow: further measures, then these, secondaries last. */
const DROP = { measure: 6, wronglySilent: 5, latency: 4, silentOnNoAnswer: 3, failed: 2, secondary: 1 };

/** One row per stage: measures, what it did with no-answer topics, latency. Says which columns did not fit. */
export function stageTable(report: Report, baselines: readonly string[], style: TerminalStyle): string {
  const stages = report.stages.map((stage) => stageView(report, stage, baselines));
  const { noAnswer } = groundView(report);
  const { kept, dropped } = fitColumns(
    [
      stageColumn(stages, style),
      ...measureColumns(report, stages, style),
      ...failedColumn(stages),
      ...abstentionColumns(stages, noAnswer > 0, style),
      latencyColumn(stages, style),
    ],
    style.width,
  );
  const { dim, marks } = inkOf(style);
  const hasAbsent = kept.some(({ cells }) => cells.includes(marks.absent));
  const ruler = rulerNote(report);
  const notes = [
    ...(hasAbsent ? [`${marks.absent} ${NOT_MEASURED}`] : []),
    ...leftOut(dropped, style),
    ...cachedNote(report, stages, style),
    ...(ruler === null ? [] : wrap(ruler, style.width)),
  ];
  return [grid(kept, style), ...notes.map(dim)].join('\n');
}

function stageColumn(stages: readonly StageView[], style: TerminalStyle): Column {
  const { dim } = inkOf(style);
  const cells = stages.map(({ label, tags }) => {
    const name = cutLabel(label, style);
    return tags.length === 0 ? name : `${name} ${dim(`(${tags.map(inert).join(', ')})`)}`;
  });
  return column('stage', cells);
}

function measureColumns(report: Report, stages: readonly StageView[], style: TerminalStyle): Column[] {
  return measureViews(report).map(({ name, role }) => {
    const cells = stages.map(({ means }) => figureText(means[name] ?? null, style));
    const rest = { name: inert(name), align: 'right' } as const;
    if (role === 'primary') return column(`${inert(name)}\nprimary`, cells, rest);
    return column(inert(name), cells, { ...rest, drop: role === 'secondary' ? DROP.secondary : DROP.measure });
  });
}

/** Only where a topic failed. */
function failedColumn(stages: readonly StageView[]): Column[] {
  if (stages.every(({ failedTopics }) => failedTopics === 0)) return [];
  const cells = stages.map(({ failedTopics }) => countText(failedTopics));
  return [column('failed\ntopics', cells, { align: 'right', drop: DROP.failed })];
}

/** Only where the run has no-answer topics; wrong silence on answerable ones only where there was any. */
function abstentionColumns(stages: readonly StageView[], hasNoAnswer: boolean, style: TerminalStyle): Column[] {
  const silence = (head: string, drop: number, of: 'noAnswer' | 'answerable'): Column => {
    const cells = stages.map(({ abstention }) => silenceText(abstention?.[of], style));
    return column(head, cells, { align: 'right', drop });
  };
  const noAnswer = silence('silent on\nno-answer', DROP.silentOnNoAnswer, 'noAnswer');
  const wrongly = silence('wrongly\nsilent', DROP.wronglySilent, 'answerable');
  const isWronglySilent = stages.some(({ abstention }) => (abstention?.answerable.silent ?? 0) > 0);
  return [...(hasNoAnswer ? [noAnswer] : []), ...(isWronglySilent ? [wrongly] : [])];
}

function silenceText(silence: SilenceView | undefined, style: TerminalStyle): string {
  if (silence === undefined || silence.share === null) return NOT_MEASURED;
  return `${figureText(silence.share, style)} (${countText(silence.silent)}/${countText(silence.topics)})`;
}

/** Which times leave out topics that were answered from the cache. */
function cachedNote({ topics, timing }: Report, stages: readonly StageView[], style: TerminalStyle): string[] {
  const counts = stages.flatMap(({ label, cachedTopics }) =>
    cachedTopics === 0 ? [] : [`${cutLabel(label, style)} ${countText(cachedTopics)}`],
  );
  if (counts.length === 0) return [];
  const isRepeated = timing.stages.some(({ repeatsMs }) => repeatsMs !== undefined);
  const hint = isRepeated ? 'the repeats were timed without it' : '--repeats N times without it';
  const note = `not timed here, as scores of the reranker came from the cache: ${counts.join(', ')} of ${countText(topics.length)} topics; ${hint}`;
  return wrap(note, style.width);
}

/** The n stands in the head where all stages have the same. */
function latencyColumn(stages: readonly StageView[], style: TerminalStyle): Column {
  const counts = new Set(stages.flatMap(({ latency }) => (latency === null ? [] : [latency.n])));
  const [n] = counts;
  const isShared = counts.size === 1 && n !== undefined;
  const cells = stages.map(({ latency }) => {
    if (latency === null) return inkOf(style).marks.absent;
    return `${figureText(latency.p50Ms, style)}${isShared ? '' : ` (n ${countText(latency.n)})`}`;
  });
  const head = `p50 ms${isShared ? `\nn ${countText(n)}` : ''}`;
  return column(head, cells, { name: 'p50 ms', align: 'right', drop: DROP.latency });
}
