import type { Axis } from '../../contracts/delta.ts';
import { plural } from '../../contracts/rounding.ts';
import type { ComparisonView } from '../view/comparisons.ts';
import { type Markup, markup } from './markup.ts';
import type { PageInput } from './page-input.ts';
import { comparisonsOf } from './page-input.ts';
import { badge } from './pieces.ts';

const AXES = ['quality', 'abstention', 'latency', 'cost'] as const satisfies readonly Axis[];

/** One card per comparison, all alike whatever came out, and what limits them. */
export function verdictSection(input: PageInput): Markup {
  const cards = grouped(comparisonsOf(input)).map(card);
  const none = markup`<p>One stage: there is nothing to compare it with.</p>`;
  return markup`<section aria-labelledby="verdict"><h2 id="verdict">Verdict</h2>
<div class="cards">${cards.length === 0 ? none : cards}</div>${family(input)}${warnings(input)}</section>`;
}

/** What stands together on one card: the axes of one comparison. */
function grouped(views: readonly ComparisonView[]): ComparisonView[][] {
  const cards = new Map<string, ComparisonView[]>();
  for (const view of views) {
    const key = JSON.stringify([view.stage, view.baseline, view.label, view.baselineLabel]);
    cards.set(key, [...(cards.get(key) ?? []), view]);
  }
  return [...cards.values()];
}

function card(views: readonly ComparisonView[]): Markup {
  const [first] = views;
  if (first === undefined) return markup``;
  const quality = views.find(({ axis }) => axis === 'quality');
  const shown = quality ?? first;
  const headline = shown.headline;
  const direction = headline === null ? shown.direction : headline.direction;
  const sentence = headline?.verdict ?? shown.verdict ?? headline?.reason ?? shown.reason ?? '';
  const notes = views.flatMap(({ notes }) => notes);
  return markup`<article class="card"><h3><bdi>${first.label}</bdi> <span class="against">against <bdi>${first.baselineLabel}</bdi></span></h3>
<p class="verdict">${badge(direction)}${sureness(quality)}</p>
<p>${sentence}</p>
<dl class="axes">${AXES.map((axis) => axisLine(axis, views))}</dl>
${notes.length === 0 ? null : markup`<ul class="notes">${notes.map(({ message }) => markup`<li>${message}</li>`)}</ul>`}</article>`;
}

/** Beside the direction, so that nobody reads one without the other. */
function sureness(view: ComparisonView | undefined): Markup | null {
  const evidence = view?.evidence ?? null;
  return evidence === null ? null : markup` <span class="sure">evidence: ${evidence.status}</span>`;
}

/** An axis that was looked at; of quality and what may be concluded from it, the evidence. */
function axisLine(axis: Axis, views: readonly ComparisonView[]): Markup | null {
  const view = views.find((each) => each.axis === axis);
  if (view === undefined) return null;
  const facts = [view.direction ?? view.reason ?? 'no verdict', ...primaryFacts(view), ...ratioFacts(view)];
  return markup`<div><dt>${axis}</dt><dd>${facts.join(' · ')}${evidenceOf(view)}</dd></div>`;
}

function primaryFacts({ rows }: ComparisonView): string[] {
  const row = rows.find(({ isPrimary }) => isPrimary);
  if (row === undefined || row.values === null) return [];
  const { delta, topics } = row.values;
  return [`${row.label} ${delta.text}`, `won ${topics.wins}, tied ${topics.ties}, lost ${topics.losses}`];
}

/** Where there is no direction, the reason has the ratio. */
function ratioFacts({ ratio, direction }: ComparisonView): string[] {
  if (ratio === null || direction === null) return [];
  const { lower, upper } = ratio;
  return [`${ratio.ratio.text}${lower === null || upper === null ? '' : ` [${lower.text}, ${upper.text}]`}`];
}

function evidenceOf({ evidence }: ComparisonView): Markup | null {
  if (evidence === null) return null;
  const { p, correction, familySize, interval, detectable, minimumEffect } = evidence;
  const facts = [
    `p ${p.text} (${correction} over ${plural(familySize, 'comparison')})`,
    ...(interval === null ? [] : [`${interval.level} % interval [${interval.lower.text}, ${interval.upper.text}]`]),
    ...(detectable === null ? [] : [`detectable from ${detectable.text}`]),
    ...(minimumEffect === null ? [] : [`declared minimum effect ${minimumEffect}`]),
  ];
  return markup`<br>${facts.join(' · ')}`;
}

function family({ outcome }: PageInput): Markup | null {
  const reason = outcome?.family.exploratory ?? null;
  return reason === null ? null : markup`<p class="note">Exploratory: ${reason}</p>`;
}

function warnings({ reports, outcome }: PageInput): Markup | null {
  const name = (source: string) => (reports.length > 1 ? `${source}: ` : '');
  const lines = [
    ...(outcome?.warnings ?? []),
    ...reports.flatMap(({ name: source, view }) => [
      ...view.warnings.map(({ message, remedy = '' }) => `${name(source)}${ended(message)} ${remedy}`),
      ...(view.rulerNote === null ? [] : [`${name(source)}${view.rulerNote}`]),
    ]),
  ];
  if (lines.length === 0) return null;
  return markup`<h3>Warnings</h3><ul class="warnings">${lines.map((line) => markup`<li>${line}</li>`)}</ul>`;
}

function ended(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
