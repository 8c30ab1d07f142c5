import type { MeasureAttribution, RerankAttribution } from '../../contracts/attribution.ts';
import type { Report } from '../../contracts/report.ts';
import type { TerminalStyle } from '../style.ts';
import { column, fitColumns, grid, leftOut } from './grid.ts';
import { inert, sentence } from './inert.ts';
import { inkOf } from './ink.ts';
import { countText, differenceText, measureText, plural } from './number.ts';
import { stageLabel, stageName } from './stage-name.ts';
import { hang } from './wrap.ts';

const LEGEND =
  'against the baseline = input + reorder + pool: what the input of the reranker gained; what reranking the top k of the measure alone changes; what candidates from below k add. ceiling: all candidates in their best order';

/** One table per rerank stage: where its effect on the declared measures comes from. The last one says how to read them. */
export function attributionTables(
  report: Report,
  attributions: readonly RerankAttribution[],
  style: TerminalStyle,
): string[] {
  const tables = attributions.map((attribution) => attributionTable(report, attribution, style));
  if (attributions.every(({ reason }) => reason !== undefined)) return tables;
  const hasPinned = attributions.some(({ measures }) => shownNames(report).some((name) => measures[name]?.isPinned));
  const legend = inkOf(style).dim(
    hang('', hasPinned ? `${LEGEND}; pinned: no order of them changes it` : LEGEND, style.width),
  );
  return tables.map((table, i) => (i === tables.length - 1 ? `${table}\n${legend}` : table));
}

function shownNames({ declared }: Report): string[] {
  return [...new Set([declared.primary, ...declared.secondary])];
}

function attributionTable(report: Report, attribution: RerankAttribution, style: TerminalStyle): string {
  const { bold, dim, marks } = inkOf(style);
  const { stage, input, depth, topics, topicsLeftOut, promoted, demoted, reason, notes } = attribution;
  const read = `${stageName(report, stage)} over the top ${countText(depth)} of ${stageName(report, input)}`;
  const labels = [...(attribution.isStructural ? ['structural'] : []), plural(topics, 'answerable topic')];
  const title = bold(hang('', `${read}, ${labels.join(', ')}`, style.width));
  const say = (text: string) => dim(hang('', sentence(text, style), style.width));
  const told = notes.map(({ message }) => say(message));
  if (reason !== undefined)
    return [title, dim(hang(`${marks.silent} `, sentence(reason, style), style.width)), ...told].join('\n');

  const rows = shownNames(report).map((name) => ({ name, measure: attribution.measures[name] }));
  const cells = (show: (measure: MeasureAttribution) => string) =>
    rows.map(({ measure }) => (measure === undefined ? marks.absent : show(measure)));
  const difference = (value: number | null) => (value === null ? marks.absent : differenceText(value, style));
  const share = (value: number | null) => (value === null ? marks.absent : measureText(value, style));
  const right = { align: 'right' } as const;
  const { kept, dropped } = fitColumns(
    [
      column(
        'measure',
        rows.map(({ name, measure }) => `${inert(name)}${measure?.isPinned ? ' (pinned)' : ''}`),
      ),
      column(
        `against\n${stageLabel(report, attribution.baseline, style)}`,
        cells(({ total }) => difference(total)),
        { ...right, name: 'total', drop: 1 },
      ),
      column(
        'input',
        cells(({ retrieval }) => difference(retrieval)),
        { ...right, drop: 1 },
      ),
      column(
        'reorder',
        cells(({ reorder }) => difference(reorder)),
        right,
      ),
      column(
        'pool',
        cells(({ pool }) => difference(pool)),
        right,
      ),
      column(
        'ceiling',
        cells(({ ceiling }) => share(ceiling)),
        { ...right, drop: 2 },
      ),
      column(
        'headroom\nused',
        cells(({ headroomUsed }) => share(headroomUsed)),
        { ...right, drop: 3 },
      ),
      column(
        'won',
        cells(({ againstInput }) => countText(againstInput.wins)),
        { ...right, drop: 4 },
      ),
      column(
        'tied',
        cells(({ againstInput }) => countText(againstInput.ties)),
        { ...right, drop: 4 },
      ),
      column(
        'lost',
        cells(({ againstInput }) => countText(againstInput.losses)),
        { ...right, drop: 4 },
      ),
    ],
    style.width,
  );
  const moved = `relevant candidates: ${countText(promoted)} promoted, ${countText(demoted)} demoted`;
  const left = topicsLeftOut === 0 ? [] : [say(`${plural(topicsLeftOut, 'topic')} left out, where a run failed`)];
  const counts = ['won', 'tied', 'lost'];
  // All three or none: wins without losses would mislead.
  const hasAllCounts = !dropped.some((name) => counts.includes(name));
  const shown = hasAllCounts ? kept : kept.filter(({ name }) => !counts.includes(name));
  const gone = hasAllCounts ? dropped : [...dropped.filter((name) => !counts.includes(name)), ...counts];
  return [title, grid(shown, style), say(moved), ...left, ...told, ...leftOut(gone, style).map(dim)].join('\n');
}
