import type { Abstention, Report, ReportStage } from '../../contracts/report.ts';
import type { TerminalStyle } from '../style.ts';
import { type Column, column, fitColumns, grid, leftOut } from './grid.ts';
import { inert } from './inert.ts';
import { inkOf } from './ink.ts';
import { countText, measureText, millisecondsText } from './number.ts';
import { rulerNote } from './ruler.ts';
import { stageLabel } from './stage-name.ts';
import { wrap } from './wrap.ts';

const NOT_MEASURED = 'not measured';
/** The order in which columns go where the terminal is narrow: further measures, then these, secondaries last. */
const DROP = { measure: 6, wronglySilent: 5, latency: 4, silentOnNoAnswer: 3, failed: 2, secondary: 1 };

/** One row per stage: measures, what it did with no-answer topics, latency. Says which columns did not fit. */
export function stageTable(report: Report, baselines: readonly string[], style: TerminalStyle): string {
  const { kept, dropped } = fitColumns(
    [
      stageColumn(report, baselines, style),
      ...measureColumns(report, style),
      ...failedColumn(report),
      ...abstentionColumns(report, style),
      latencyColumn(report, style),
    ],
    style.width,
  );
  const { dim, marks } = inkOf(style);
  const hasAbsent = kept.some(({ cells }) => cells.includes(marks.absent));
  const notes = [
    ...(hasAbsent ? [`${marks.absent} ${NOT_MEASURED}`] : []),
    ...leftOut(dropped, style),
    ...cachedNote(report, style),
    ...rulerNote(report).flatMap((note) => wrap(note, style.width)),
  ];
  return [grid(kept, style), ...notes.map(dim)].join('\n');
}

function stageColumn(report: Report, baselines: readonly string[], style: TerminalStyle): Column {
  const { dim } = inkOf(style);
  const cells = report.stages.map(({ id, isStructural }) => {
    const tags = [
      ...(baselines.includes(id) ? ['baseline'] : []),
      ...engineTag(report, id),
      ...(isStructural ? ['structural'] : []),
    ];
    const label = stageLabel(report, id, style);
    return tags.length === 0 ? label : `${label} ${dim(`(${tags.join(', ')})`)}`;
  });
  return column('stage', cells);
}

/** Another lexical engine than bm25 is named: its scores are not BM25. */
function engineTag({ runConfig, stages }: Report, id: string): string[] {
  const stage = stages.find((each) => each.id === id);
  const engine = runConfig.variants.find(({ name }) => name === stage?.variant)?.engine.settings.name;
  return stage?.kind === 'bm25' && typeof engine === 'string' && engine !== 'bm25' ? [inert(engine)] : [];
}

/** Primary, secondaries, then the others in the order in which the run names them. */
function measureColumns(report: Report, style: TerminalStyle): Column[] {
  const { primary, secondary } = report.declared;
  const names = new Set([primary, ...secondary, ...report.runConfig.measures.map(({ name }) => name)]);
  return [...names].map((name) => {
    const cells = report.stages.map((stage) => meanText(report, stage, name, style));
    const rest = { name: inert(name), align: 'right' } as const;
    if (name === primary) return column(`${inert(name)}\nprimary`, cells, rest);
    return column(inert(name), cells, { ...rest, drop: secondary.includes(name) ? DROP.secondary : DROP.measure });
  });
}

function meanText({ golden }: Report, { means }: ReportStage, name: string, style: TerminalStyle): string {
  const mean = golden.answerable === 0 ? undefined : means[name];
  return mean === undefined ? inkOf(style).marks.absent : measureText(mean, style);
}

/** Only where a topic failed. */
function failedColumn({ stages }: Report): Column[] {
  const failed = stages.map(({ topics }) => topics.filter(({ error }) => error !== undefined).length);
  if (failed.every((count) => count === 0)) return [];
  const cells = failed.map(countText);
  return [column('failed\ntopics', cells, { align: 'right', drop: DROP.failed })];
}

/** Only where the run has no-answer topics; wrong silence on answerable ones only where there was any. */
function abstentionColumns({ golden, stages }: Report, style: TerminalStyle): Column[] {
  const silence = (head: string, drop: number, share: (abstention: Abstention) => string): Column => {
    const cells = stages.map(({ abstention }) => (abstention === null ? NOT_MEASURED : share(abstention)));
    return column(head, cells, { align: 'right', drop });
  };
  const ratio = (silent: number, topics: number) =>
    topics === 0 ? NOT_MEASURED : `${measureText(silent / topics, style)} (${countText(silent)}/${countText(topics)})`;
  const noAnswer = silence('silent on\nno-answer', DROP.silentOnNoAnswer, (each) =>
    ratio(each.silentOnNoAnswer, each.noAnswerTopics),
  );
  const wrongly = silence('wrongly\nsilent', DROP.wronglySilent, (each) =>
    ratio(each.silentOnAnswerable, each.answerableTopics),
  );
  const hasNoAnswer = golden.topics - golden.answerable - golden.unknown > 0;
  const isWronglySilent = stages.some(({ abstention }) => (abstention?.silentOnAnswerable ?? 0) > 0);
  return [...(hasNoAnswer ? [noAnswer] : []), ...(isWronglySilent ? [wrongly] : [])];
}

/** Which times leave out topics that were answered from the cache. */
function cachedNote(report: Report, style: TerminalStyle): string[] {
  const counts = report.timing.stages.flatMap(({ id, cachedTopicIds = [] }) =>
    cachedTopicIds.length === 0 ? [] : [`${stageLabel(report, id, style)} ${countText(cachedTopicIds.length)}`],
  );
  if (counts.length === 0) return [];
  const note = `not timed, as scores of the reranker came from the cache: ${counts.join(', ')} of ${countText(report.topics.length)} topics; --repeats N times without it`;
  return wrap(note, style.width);
}

/** The n stands in the head where all stages have the same. */
function latencyColumn({ stages, timing }: Report, style: TerminalStyle): Column {
  const timed = stages.map(({ id }) => timing.stages.find((each) => each.id === id));
  const counts = new Set(timed.flatMap((each) => (each === undefined || each.p50Ms === null ? [] : [each.n])));
  const [n] = counts;
  const isShared = counts.size === 1 && n !== undefined;
  const cells = timed.map((each) => {
    if (each === undefined || each.p50Ms === null) return inkOf(style).marks.absent;
    return `${millisecondsText(each.p50Ms)}${isShared ? '' : ` (n ${countText(each.n)})`}`;
  });
  const head = `p50 ms${isShared ? `\nn ${countText(n)}` : ''}`;
  return column(head, cells, { name: 'p50 ms', align: 'right', drop: DROP.latency });
}
