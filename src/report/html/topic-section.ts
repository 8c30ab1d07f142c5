import type { Report } from '../../contracts/report.ts';
import { plural } from '../../contracts/rounding.ts';
import type { ChangeFigure } from '../view/figure.ts';
import { NOT_MEASURED } from '../view/figure.ts';
import { declaredMeasures } from '../view/measures.ts';
import type { TopicView } from '../view/topics.ts';
import { type Column, type Pair, saidOf } from './columns.ts';
import { fragmentOf, type Markup, markup } from './markup.ts';
import type { PageInput } from './page-input.ts';
import type { Passages } from './passage-texts.ts';

export interface TopicSectionInput {
  readonly page: PageInput;
  readonly topics: readonly TopicView[];
  readonly columns: readonly Column[];
  readonly pairs: readonly Pair[];
  readonly pair: number;
  readonly texts: Passages;
}

const SIGNS = { up: '▲', down: '▼', none: '■' } as const;

/** Every topic, opened by a click; those that changed most come first. */
export function topicSection(input: TopicSectionInput): Markup {
  const { topics, pairs, pair } = input;
  const shown = pairs[pair];
  const changes = shown?.changes ?? new Map<string, ChangeFigure>();
  const order = topics.map((topic, at) => ({ topic, at, change: changes.get(topic.topicId) }));
  const size = ({ change }: (typeof order)[number]) => (change === undefined ? -1 : Math.abs(change.value));
  order.sort((a, b) => size(b) - size(a) || a.at - b.at);
  return markup`<section aria-labelledby="topics"><h2 id="topics">Topics</h2>
${toolbar(input)}
<p id="shown" role="status">${plural(topics.length, 'topic')}</p>
<p class="hint"><span id="pair-said">${shown === undefined ? null : saidOf(shown)}</span> ${textNote(input)}</p>
<noscript><p class="note">Search, filters and the ranked lists of a topic need JavaScript; values, judgments and all tables do not.</p></noscript>
<ol id="topic-list">${order.map(({ topic, at, change }) => topicItem(topic, { at, change, input }))}</ol></section>`;
}

function toolbar({ topics, pairs, pair }: TopicSectionInput): Markup {
  const values = (read: (topic: TopicView) => readonly string[]) => [...new Set(topics.flatMap(read))].sort();
  const select = (id: string, name: string, options: readonly string[]) =>
    options.length < 2
      ? null
      : markup`<label>${name} <select id="${id}"><option value="">all</option>${options.map((each, at) => markup`<option value="${at + 1}">${each}</option>`)}</select></label>`;
  return markup`<form id="tools" role="search" aria-label="Topics" hidden>
<label class="wide">Search topics and passages <input id="search" type="search" autocomplete="off"></label>
<label class="wide">Compare <select id="pair">${pairs.map(({ label }, at) =>
    at === pair
      ? markup`<option value="${at}" selected>${label}</option>`
      : markup`<option value="${at}">${label}</option>`,
  )}</select></label>
${select(
  'category',
  'Category',
  values(({ category }) => [category]),
)}${select(
  'split',
  'Split',
  values(({ split }) => [split]),
)}${select(
  'slice',
  'Label',
  values(({ slices }) => slices),
)}
<label>Order <select id="order"><option value="change">largest change</option><option value="loss">largest loss</option><option value="gain">largest gain</option><option value="run">as run</option></select></label>
<label class="check"><input id="changed" type="checkbox"> changed only</label>
<label class="check"><input id="keys" type="checkbox" checked> keys: <kbd>/</kbd> search, <kbd>j</kbd> <kbd>k</kbd> next and previous, <kbd>Esc</kbd> close</label>
</form>`;
}

function textNote({ texts: { limit, withoutText, passages } }: TopicSectionInput): string {
  if (passages.length > 0 && withoutText === passages.length) return 'The report holds no passage texts.';
  const some = withoutText === 0 ? [] : [`${plural(withoutText, 'passage')} without a text in the report`];
  const cut =
    limit === null
      ? []
      : [
          limit === 0
            ? 'passage texts are left out: the page would be too large'
            : `passage texts are cut to ${limit} characters`,
        ];
  const facts = [...some, ...cut].join('; ');
  return facts === '' ? '' : `${facts[0]?.toUpperCase()}${facts.slice(1)}.`;
}

interface ItemContext {
  readonly at: number;
  readonly change: ChangeFigure | undefined;
  readonly input: TopicSectionInput;
}

function topicItem(topic: TopicView, { at, change, input }: ItemContext): Markup {
  const { topicId, query, category, split, slices, answerable } = topic;
  const kind = answerable === true ? null : answerable === false ? ' · no answer' : ' · unknown';
  const hasFailed = input.page.reports.some(({ view }) =>
    topicOf(view, topicId)?.stages.some(({ error }) => error !== null),
  );
  const delta =
    change === undefined
      ? markup`<span class="delta"></span>`
      : markup`<span class="delta ${change.direction}">${SIGNS[change.direction]} ${change.text}</span>`;
  return markup`<li data-t="${at}"><details><summary id="${fragmentOf(topicId)}">${delta}<span class="query" dir="auto">${query}</span><span class="facts"><bdi>${topicId}</bdi> · ${category}${kind}${hasFailed ? markup` · <span class="down">failed</span>` : null}</span></summary>
<div class="body"><p class="facts">split ${split}${slices.length === 0 ? null : ` · labels ${slices.join(', ')}`} · <a href="#${fragmentOf(topicId)}">link to this topic</a></p>
${valueTable(topic, input)}${judgments(topicId, input)}<div class="lists"></div></div></details></li>`;
}

/** The declared measures of a topic, by stage of every report. */
function valueTable({ topicId }: TopicView, { page }: TopicSectionInput): Markup {
  const measures = [...new Set(page.reports.flatMap(({ derived }) => declaredMeasures(derived.report)))];
  const isNamed = page.reports.length > 1;
  const rows = page.reports.flatMap(({ name, view }) => {
    const labels = new Map(view.stages.map(({ id, label }) => [id, label]));
    const found = topicOf(view, topicId)?.stages ?? [];
    return found.map(({ stage, values, error, returned }) => {
      const cells = measures.map((measure) => {
        const figure = values[measure] ?? null;
        return markup`<td class="n">${figure === null ? '–' : figure.text}</td>`;
      });
      const state = error === null ? null : markup` <span class="down">failed: ${error}</span>`;
      return markup`<tr><th scope="row">${isNamed ? `${name}: ` : null}${labels.get(stage) ?? stage}${state}</th>${cells}<td class="n">${returned}</td></tr>`;
    });
  });
  return markup`<div class="scroll" role="group" aria-label="Values" tabindex="0"><table><caption>Values of this topic; – is ${NOT_MEASURED}</caption><thead><tr><th scope="col">stage</th>${measures.map((name) => markup`<th scope="col" class="n">${name}</th>`)}<th scope="col" class="n">returned</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

const BY_ID = new WeakMap<object, ReadonlyMap<string, TopicView>>();

function topicOf(view: PageInput['reports'][number]['view'], topicId: string): TopicView | undefined {
  const known = BY_ID.get(view) ?? new Map(view.topics.map((topic) => [topic.topicId, topic]));
  BY_ID.set(view, known);
  return known.get(topicId);
}

const GOLD = new WeakMap<object, ReadonlyMap<string, Report['topics'][number]['gold']>>();

function judgments(topicId: string, { page }: TopicSectionInput): Markup {
  const gold = page.reports
    .map(({ derived: { report } }) => {
      const known = GOLD.get(report) ?? new Map(report.topics.map((topic) => [topic.topicId, topic.gold]));
      GOLD.set(report, known);
      return known.get(topicId);
    })
    .find((each) => each !== undefined);
  if (gold === undefined || gold.length === 0) return markup`<p>No judgments.</p>`;
  const lines = gold.map(
    ({ doc, grade, start, end }) =>
      markup`<li><bdi>${doc}</bdi>${start === undefined || end === undefined ? null : ` ${start}–${end}`} · grade ${grade}</li>`,
  );
  return markup`<details class="gold"><summary>${plural(gold.length, 'judgment')}</summary><ul>${lines}</ul></details>`;
}
