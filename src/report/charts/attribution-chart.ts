import { plural } from '../../contracts/rounding.ts';
import type { AttributionParts, AttributionRow, AttributionView } from '../view/attribution.ts';
import { type ChangeFigure, changeFigure, NOT_MEASURED } from '../view/figure.ts';
import type { ChartBuilder, ChartSpec } from './chart.ts';
import { type DeltaBar, deltaBars } from './delta-bars.ts';
import { deltaDomain, panelTitle, saying } from './frame.ts';
import { chartLabel } from './text.ts';
import type { ChartInk } from './theme.ts';

/** Where the effect of every rerank stage comes from, as a waterfall from its baseline; the ceiling is an outline. */
export const attributionChart: ChartBuilder = ({ reports }, ink) => {
  const stages = reports.flatMap(({ name, view }) => view.attributions.map((attribution) => ({ name, attribution })));
  if (stages.length === 0) return 'no stage is a rerank stage: there is nothing to attribute';
  const reportOf = (name: string) => (reports.length > 1 ? ` (${chartLabel(name)})` : '');
  return {
    title: 'Where the effect of reranking comes from',
    lines: [
      'zero is the baseline; upstream: input − baseline; reorder: the top k of the measure alone in the reranker’s order; pool: what candidates from below k add; outline: all candidates in their best order',
      'facts of control runs: no interval, no verdict',
    ],
    panels: stages.flatMap(({ name, attribution }) => panels(attribution, reportOf(name), ink)),
  };
};

function panels(attribution: AttributionView, report: string, ink: ChartInk): ChartSpec[] {
  const { label, inputLabel, depth, topics, topicsLeftOut, isStructural, reason, rows } = attribution;
  const facts = [
    `n = ${plural(topics, 'topic')}`,
    ...(topicsLeftOut > 0 ? [`${topicsLeftOut} left out`] : []),
    ...(isStructural ? ['structural'] : []),
  ];
  const head = `${chartLabel(label)}${report} over the top ${depth} of ${chartLabel(inputLabel)}, ${facts.join(', ')}`;
  if (reason !== null) return [{ ...saying(reason, ink), title: panelTitle(head, ink) }];
  return rows.map((row, i) => panel(row, attribution, i === 0 ? `${head}: ` : '', ink));
}

function panel(
  { measure, parts }: AttributionRow,
  attribution: AttributionView,
  head: string,
  ink: ChartInk,
): ChartSpec {
  const title = panelTitle(`${head}${chartLabel(measure)}${parts?.isPinned === true ? ' (pinned)' : ''}`, ink);
  if (parts === null) return { ...saying(NOT_MEASURED, ink), title };
  const bars = barsOf(parts, attribution);
  const domain = deltaDomain(bars.flatMap(({ start, end }) => [start, ...(end === null ? [] : [end])]));
  const origin = parts.retrieval === null ? attribution.inputLabel : attribution.baselineLabel;
  return { ...deltaBars(bars, domain, `difference from ${chartLabel(origin)}`, ink), title };
}

function barsOf(parts: AttributionParts, { label, baselineLabel, inputLabel }: AttributionView): DeltaBar[] {
  const { retrieval, reorder, pool, input, reranked, ceiling, headroomUsed, againstInput } = parts;
  const upstream = retrieval?.value ?? 0;
  const total = parts.total ?? changeFigure(reranked.value - input.value);
  const from = parts.total === null ? inputLabel : baselineLabel;
  const { wins, ties, losses } = againstInput;
  const best = ceiling === null ? null : ceiling.value - input.value + upstream;
  const used = headroomUsed === null ? '' : `; headroom used ${headroomUsed.text}`;
  return [
    retrieval === null
      ? absent('upstream', `${NOT_MEASURED}: the baseline is not comparable`)
      : part('upstream', 0, retrieval),
    part(`reorder, top ${parts.k}`, upstream, reorder),
    part('pool', upstream + reorder.value, pool),
    {
      ...part(`${chartLabel(label, 18)} − ${chartLabel(from, 18)}`, 0, total),
      kind: 'total',
      words: `${total.text}; against its input won ${wins}, tied ${ties}, lost ${losses}`,
    },
    best === null || ceiling === null
      ? absent('ceiling', `${NOT_MEASURED}: the judgments do not give the best order`)
      : {
          name: 'ceiling',
          start: 0,
          end: best,
          direction: 'none',
          kind: 'ghost',
          words: `${ceiling.text} at best, ${reranked.text} reached${used}`,
        },
  ];
}

function part(name: string, start: number, { value, text, direction }: ChangeFigure): DeltaBar {
  return { name, start, end: start + value, direction, kind: 'part', words: text };
}

function absent(name: string, words: string): DeltaBar {
  return { name, start: 0, end: null, direction: 'none', kind: 'part', words };
}
