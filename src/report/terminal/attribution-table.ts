import type { RerankAttribution } from '../../contracts/attribution.ts';
import type { Report } from '../../contracts/report.ts';
import type { TerminalStyle } from '../style.ts';
import { type AttributionParts, type AttributionView, attributionView } from '../view/attribution.ts';
import { column, fitColumns, grid, leftOut } from './grid.ts';
import { inert, sentence } from './inert.ts';
import { inkOf } from './ink.ts';
import { changeText, countText, figureText, plural } from './number.ts';
import { cutLabel } from './stage-name.ts';
import { hang } from './wrap.ts';

const LEGEND =
  'against the baseline = input + reorder + pool: what the input of the reranker gained; what reranking the top k of the measure alone changes; what candidates from below k add. ceiling: all candidates in their best order';

/** One table per rerank stage: where its effect on the declared measures comes from. The last one says how to read them. */
export function attributionTables(
  report: Report,
  attributions: readonly RerankAttribution[],
  style: TerminalStyle,
): string[] {
  const views = attributions.map((attribution) => attributionView(report, attribution));
  const tables = views.map((view) => attributionTable(view, style));
  if (views.every(({ reason }) => reason !== null)) return tables;
  const hasPinned = views.some(({ rows }) => rows.some(({ parts }) => parts?.isPinned === true));
  const legend = inkOf(style).dim(
    hang('', hasPinned ? `${LEGEND}; pinned: no order of them changes it` : LEGEND, style.width),
  );
  return tables.map((table, i) => (i === tables.length - 1 ? `${table}\n${legend}` : table));
}

function attributionTable(attribution: AttributionView, style: TerminalStyle): string {
  const { bold, dim, marks } = inkOf(style);
  const { label, inputLabel, baselineLabel, depth, topics, topicsLeftOut, rows, reason, notes } = attribution;
  const { promoted, demoted } = attribution;
  const read = `${inert(label)} over the top ${countText(depth)} of ${inert(inputLabel)}`;
  const labels = [...(attribution.isStructural ? ['structural'] : []), plural(topics, 'answerable topic')];
  const title = bold(hang('', `${read}, ${labels.join(', ')}`, style.width));
  const say = (text: string) => dim(hang('', sentence(text, style), style.width));
  const told = notes.map(({ message }) => say(message));
  if (reason !== null)
    return [title, dim(hang(`${marks.silent} `, sentence(reason, style), style.width)), ...told].join('\n');

  const cells = (show: (parts: AttributionParts) => string) =>
    rows.map(({ parts }) => (parts === null ? marks.absent : show(parts)));
  const right = { align: 'right' } as const;
  const { kept, dropped } = fitColumns(
    [
      column(
        'measure',
        rows.map(({ measure, parts }) => `${inert(measure)}${parts?.isPinned === true ? ' (pinned)' : ''}`),
      ),
      column(
        `against\n${cutLabel(baselineLabel, style)}`,
        cells(({ total }) => changeText(total, style)),
        { ...right, name: 'total', drop: 1 },
      ),
      column(
        'input',
        cells(({ retrieval }) => changeText(retrieval, style)),
        { ...right, drop: 1 },
      ),
      column(
        'reorder',
        cells(({ reorder }) => changeText(reorder, style)),
        right,
      ),
      column(
        'pool',
        cells(({ pool }) => changeText(pool, style)),
        right,
      ),
      column(
        'ceiling',
        cells(({ ceiling }) => figureText(ceiling, style)),
        { ...right, drop: 2 },
      ),
      column(
        'headroom\nused',
        cells(({ headroomUsed }) => figureText(headroomUsed, style)),
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
