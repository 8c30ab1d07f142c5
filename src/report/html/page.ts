import { columnsOf, firstPair, pairsOf } from './columns.ts';
import { pageData } from './data-of.ts';
import { Markup, markup } from './markup.ts';
import { SCRIPT, SCRIPT_SHA256, STYLE, STYLE_SHA256 } from './page-assets.ts';
import type { PageChart, PageInput } from './page-input.ts';
import { comparisonsOf } from './page-input.ts';
import { differenceSection, groundLines, provenanceSection } from './provenance.ts';
import { deltaSection, partsSection, sliceSection, stageSection } from './tables.ts';
import { topicSection } from './topic-section.ts';
import { topicsOf } from './topics-of.ts';
import { verdictSection } from './verdict-section.ts';

/** What a page keeps below as far as passage texts decide it, in bytes. */
const MAX_BYTES = 1_950_000;

const POLICY = [
  "default-src 'none'",
  `script-src 'sha256-${SCRIPT_SHA256}'`,
  `style-src 'sha256-${STYLE_SHA256}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Reports as one file that loads nothing: all it says is in its markup, and a script of its own makes it handier. */
export function reportPage(input: PageInput): string {
  const topics = topicsOf(input);
  const columns = columnsOf(input);
  const pairs = pairsOf(input, columns);
  const pair = firstPair(input, pairs, columns);
  const fitted = pageData({ topics, columns, pairs });
  const render = (textBytes: number) => {
    const { data, texts } = fitted(textBytes);
    const section = topicSection({ page: input, topics, columns, pairs, pair, texts });
    return { texts, html: document(input, section, new Markup(inert(data))).text };
  };
  const bare = render(0);
  const room = MAX_BYTES - new TextEncoder().encode(bare.html).length;
  return bare.texts.limit === null ? bare.html : render(Math.max(0, room)).html;
}

/** JSON that ends no element and opens no comment. */
function inert(data: object): string {
  return JSON.stringify(data).replace(
    /[<\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function document(input: PageInput, topics: Markup, data: Markup): Markup {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${titleOf(input)}</title>
<style>${new Markup(STYLE)}</style>
</head>
<body>
<a class="skip" href="#topics">Skip to the topics</a>
<header><h1>${headOf(input)}</h1>${groundLines(input)}
<nav aria-label="On this page"><ul>${sections(input).map(([id, name]) => markup`<li><a href="#${id}">${name}</a></li>`)}</ul></nav></header>
<main>
${verdictSection(input)}
${chartSection(input)}
${deltaSection(input)}
${differenceSection(input)}
${stageSection(input)}
${partsSection(input)}
${sliceSection(input)}
${topics}
${provenanceSection(input)}
</main>
<footer><p>Made by grk from stored reports. Deltas, verdicts and charts are derived when they are read.</p></footer>
<script type="application/json" id="data">${data}</script>
<script>${new Markup(SCRIPT)}</script>
</body>
</html>
`;
}

function sections(input: PageInput): (readonly [id: string, name: string])[] {
  const { reports, charts, outcome } = input;
  const hasParts = reports.some(({ view }) => view.attributions.length + view.fusions.length > 0);
  const all: readonly (readonly [boolean, string, string])[] = [
    [true, 'verdict', 'Verdict'],
    [charts.length > 0, 'charts', 'Charts'],
    [comparisonsOf(input).some(({ rows }) => rows.length > 0), 'deltas', 'Differences'],
    [outcome !== null, 'differences', 'What else differs'],
    [true, 'stages', 'Stages'],
    [hasParts, 'parts', 'Where it comes from'],
    [reports.some(({ view }) => view.slices.length > 0), 'slices', 'Slices'],
    [true, 'topics', 'Topics'],
    [true, 'provenance', 'Provenance'],
  ];
  return all.flatMap(([isThere, id, name]) => (isThere ? [[id, name] as const] : []));
}

function headOf({ reports }: PageInput): string {
  const [first, ...others] = reports.map(({ name }) => name);
  if (others.length > 0) return `${others.join(', ')} against ${first}`;
  return reports[0]?.view.ground.golden ?? '';
}

function titleOf(input: PageInput): string {
  const directions = comparisonsOf(input)
    .filter(({ axis }) => axis === 'quality')
    .flatMap(({ headline, direction }) => headline?.direction ?? direction ?? []);
  return [...(directions.length === 0 ? [] : [[...new Set(directions)].join(', ')]), headOf(input), 'grk'].join(' · ');
}

function chartSection({ charts, chartNote }: PageInput): Markup {
  if (charts.length === 0 && chartNote === null) return markup``;
  const note = chartNote === null ? null : markup`<p class="note">${chartNote}</p>`;
  return markup`<section aria-labelledby="charts"><h2 id="charts">Charts</h2>${note}${charts.map(chart)}</section>`;
}

function chart({ name, title, svg, darkSvg }: PageChart): Markup {
  const image = (drawn: string, kind: string) =>
    markup`<div class="${kind}" role="img" aria-label="${title}">${new Markup(drawn)}</div>`;
  return markup`<figure class="chart" id="chart-${name}" tabindex="0" aria-label="${title}">${
    darkSvg === null ? image(svg, 'either') : [image(svg, 'only-light'), image(darkSvg, 'only-dark')]
  }</figure>`;
}
