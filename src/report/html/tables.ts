import { plural } from '../../contracts/rounding.ts';
import type { ComparisonView, DeltaRow, IntervalView } from '../view/comparisons.ts';
import type { StageView } from '../view/stages.ts';
import { type Markup, markup } from './markup.ts';
import { comparisonsOf, type PageInput, type PageReport } from './page-input.ts';
import { changeCell, figureCell, type HeadCell, numberCell, table } from './pieces.ts';

const text = (name: string): HeadCell => ({ text: name });
const number = (name: string): HeadCell => ({ text: name, isNumber: true });

/** The stages of every report with their means. */
export function stageSection({ reports }: PageInput): Markup {
  const tables = reports.map((report, i) => stageTable(report, `stages-${i}`, reports.length > 1));
  return markup`<section aria-labelledby="stages"><h2 id="stages">Stages</h2>${tables}</section>`;
}

function stageTable({ name, view }: PageReport, id: string, isNamed: boolean): Markup {
  const measures = view.measures.map(({ name }) => name);
  const { answerable } = view.ground;
  const cached = view.stages.filter(({ cachedTopics }) => cachedTopics > 0);
  const told = cached.map(({ label, cachedTopics }) => `${label} ${plural(cachedTopics, 'topic')}`).join(', ');
  const shown = table({
    id,
    caption: `${isNamed ? `${name}: ` : ''}means over ${answerable} answerable topics`,
    head: [
      text('stage'),
      ...view.measures.map((measure) => number(`${measure.name}${measure.role === 'primary' ? ' (primary)' : ''}`)),
      number('silent on no-answer'),
      number('wrongly silent'),
      number('p50 ms'),
      number('p95 ms'),
      number('topics timed'),
      number('failed topics'),
    ],
    rows: view.stages.map((stage) => stageRow(stage, measures)),
  });
  if (cached.length === 0) return shown;
  return markup`${shown}<p class="note">Not timed, as scores of the reranker came from the cache: ${told}.</p>`;
}

function stageRow(
  { label, tags, means, abstention, latency, failedTopics }: StageView,
  measures: readonly string[],
): Markup {
  return markup`<tr><th scope="row"><bdi>${label}</bdi>${tags.length === 0 ? null : ` (${tags.join(', ')})`}</th>
${measures.map((name) => figureCell(means[name] ?? null))}${figureCell(abstention?.noAnswer.share ?? null)}${figureCell(
  abstention?.answerable.share ?? null,
)}${figureCell(latency?.p50Ms ?? null)}${figureCell(latency?.p95Ms ?? null)}${numberCell(latency?.n ?? 0)}${numberCell(failedTopics)}</tr>`;
}

/** Every measure of every comparison; losses stand where gains stand. */
export function deltaSection(input: PageInput): Markup {
  const views = comparisonsOf(input).filter(({ rows }) => rows.length > 0);
  if (views.length === 0) return markup``;
  const shown = table({
    id: 'delta-table',
    caption: 'Candidate − baseline; a dagger marks an exploratory interval, uncorrected and no claim',
    head: [
      ...['stage', 'against', 'axis', 'measure'].map(text),
      ...['baseline', 'candidate', 'delta'].map(number),
      number('interval'),
      ...['won', 'tied', 'lost', 'topics'].map(number),
    ],
    rows: views.flatMap((view) => view.rows.map((row) => deltaRow(view, row))),
  });
  return markup`<section aria-labelledby="deltas"><h2 id="deltas">Differences</h2>${shown}</section>`;
}

function deltaRow({ label, baselineLabel, axis, topics }: ComparisonView, row: DeltaRow): Markup {
  const values = row.values;
  const head = markup`<th scope="row"><bdi>${label}</bdi></th><td><bdi>${baselineLabel}</bdi></td><td>${axis}</td><td>${row.label}${row.isPrimary ? ' (primary)' : null}${row.isLowerBetter ? ' (lower is better)' : null}</td>`;
  const counts = values === null ? [] : [values.topics.wins, values.topics.ties, values.topics.losses];
  return markup`<tr>${head}${figureCell(values?.baseline ?? null)}${figureCell(values?.candidate ?? null)}${changeCell(
    values?.delta ?? null,
  )}<td class="n">${values === null || values.interval === null ? null : interval(values.interval)}</td>${
    values === null ? markup`<td></td><td></td><td></td>` : counts.map(numberCell)
  }${numberCell(topics)}</tr>`;
}

function interval({ level, lower, upper, isExploratory }: IntervalView): string {
  return `[${lower.text}, ${upper.text}] ${level} %${isExploratory ? ' †' : ''}`;
}

/** What reranking did and what legs add, of every report. */
export function partsSection({ reports }: PageInput): Markup {
  const parts = reports.flatMap(({ name, view }, i) => {
    const of = reports.length > 1 ? `${name}: ` : '';
    return [
      ...view.attributions.map((each, j) => attributionTable(each, `rerank-${i}-${j}`, of)),
      ...view.fusions.map((each, j) => fusionTable(each, `legs-${i}-${j}`, of)),
    ];
  });
  if (parts.length === 0) return markup``;
  return markup`<section aria-labelledby="parts"><h2 id="parts">Where it comes from</h2>${parts}</section>`;
}

type Attribution = PageReport['view']['attributions'][number];
type Fusion = PageReport['view']['fusions'][number];

function attributionTable(view: Attribution, id: string, of: string): Markup {
  const { label, inputLabel, baselineLabel, depth, topics, reason, notes } = view;
  const told = notes.map(({ message }) => markup`<p class="note">${message}</p>`);
  if (reason !== null) return markup`<h3>${of}<bdi>${label}</bdi></h3><p>${reason}</p>${told}`;
  const shown = table({
    id,
    caption: `${of}${label} over the top ${depth} of ${inputLabel}, ${topics} topics: total against ${baselineLabel} = retrieval + reorder + pool`,
    head: [
      text('measure'),
      ...['total', 'retrieval', 'reorder', 'pool', 'input', 'reranked', 'ceiling', 'headroom used'].map(number),
      ...['won', 'tied', 'lost'].map((name) => number(`${name} against input`)),
    ],
    rows: view.rows.map(({ measure, parts }) =>
      parts === null
        ? markup`<tr><th scope="row">${measure}</th>${figureCell(null)}<td colspan="10"></td></tr>`
        : markup`<tr><th scope="row">${measure}${parts.isPinned ? ' (pinned)' : null}</th>${[parts.total, parts.retrieval, parts.reorder, parts.pool].map(changeCell)}${[parts.input, parts.reranked, parts.ceiling, parts.headroomUsed].map(figureCell)}${[parts.againstInput.wins, parts.againstInput.ties, parts.againstInput.losses].map(numberCell)}</tr>`,
    ),
  });
  return markup`${shown}${told}`;
}

function fusionTable({ label, k, primary, relevant, legs, overlaps, notes }: Fusion, id: string, of: string): Markup {
  const shared = overlaps.map(({ labels: [a, b], jaccard }) =>
    jaccard === null ? null : markup`<p>${a} and ${b} share ${jaccard.text} of their top ${k} (Jaccard)</p>`,
  );
  return markup`${table({
    id,
    caption: `${of}legs of ${label}`,
    head: [
      text('leg'),
      number(`changes the top ${k}`),
      number(`adds to ${primary}`),
      number(`relevant found only here, of ${relevant}`),
    ],
    rows: legs.map(
      (leg) =>
        markup`<tr><th scope="row"><bdi>${leg.label}</bdi></th><td class="n">${leg.changedTopics} of ${leg.topics}</td>${changeCell(leg.effect)}${numberCell(leg.foundOnlyHere)}</tr>`,
    ),
  })}${shared}${notes.map(({ message }) => markup`<p class="note">${message}</p>`)}`;
}

/** The primary measure by category, split and label. */
export function sliceSection({ reports }: PageInput): Markup {
  const shown = reports.filter(({ view }) => view.slices.length > 0);
  if (shown.length === 0) return markup``;
  const tables = shown.map((report, i) => sliceTable(report, `slices-${i}`, reports.length > 1));
  return markup`<section aria-labelledby="slices"><h2 id="slices">Slices</h2>${tables}</section>`;
}

function sliceTable({ name, view }: PageReport, id: string, isNamed: boolean): Markup {
  const primary = view.measures.find(({ role }) => role === 'primary')?.name ?? '';
  const stages = view.slices[0]?.stages ?? [];
  return table({
    id,
    caption: `${isNamed ? `${name}: ` : ''}${primary} by slice; differences against the declared baseline`,
    head: [
      text('by'),
      text('slice'),
      number('topics'),
      number('no-answer topics'),
      ...stages.flatMap(({ label, isBaseline }) =>
        isBaseline ? [number(label)] : [number(label), number(`Δ ${label}`)],
      ),
    ],
    rows: view.slices.map((slice) => {
      const cells = slice.stages.flatMap(({ isBaseline, cells }) => {
        const cell = cells[primary];
        const mean = figureCell(cell?.mean ?? null);
        return isBaseline ? [mean] : [mean, changeCell(cell?.delta ?? null)];
      });
      return markup`<tr data-by="${slice.by}"><td>${slice.by}</td><th scope="row"><bdi>${slice.name}</bdi></th>${numberCell(slice.topics)}${numberCell(slice.noAnswerTopics)}${cells}</tr>`;
    }),
  });
}
