import type { CompareOutcome } from '../../contracts/compare.ts';
import { plural } from '../../contracts/rounding.ts';
import { type Markup, markup } from './markup.ts';
import type { PageInput, PageReport } from './page-input.ts';
import { table } from './pieces.ts';

const SHORT_SHA = 12;

/** What the reports were measured on, in one line each. */
export function groundLines({ reports }: PageInput): Markup[] {
  return reports.map(({ name, view: { ground }, derived: { report } }) => {
    const { golden, version, split, documents, topics, answerable, noAnswer, unknown, indexes } = ground;
    const facts = [
      `golden set ${golden} version ${version}`,
      `split ${split}`,
      plural(documents, 'document'),
      ...indexes.map(({ passages }) => plural(passages, 'passage')),
      `${plural(topics, 'topic')}: ${answerable} answerable, ${noAnswer} no-answer, ${unknown} unknown`,
      report.timing.startedAt.slice(0, 16).replace('T', ' '),
    ];
    return markup`<p class="ground">${reports.length > 1 ? markup`<strong>${name}</strong>: ` : null}${facts.join(' · ')}</p>`;
  });
}

/** How the reports differ beside their numbers. */
export function differenceSection({ outcome }: PageInput): Markup {
  const rows = (outcome?.comparability ?? []).flatMap(({ source, differences }) =>
    differences.map(
      ({ effect, what, variant, baseline, candidate, meaning }) =>
        markup`<tr><th scope="row">${source}</th><td>${effect.replace('-', ' ')}</td><td>${what}${variant === null ? null : ` (${variant})`}</td><td>${baseline ?? '–'}</td><td>${candidate ?? '–'}</td><td>${meaning}</td></tr>`,
    ),
  );
  if (outcome === null) return markup``;
  const head = ['report', 'effect', 'what', 'baseline', 'candidate', 'what it means'].map((text) => ({ text }));
  const shown = table({ id: 'difference-table', caption: `Against ${outcome.sources[0]?.name ?? ''}`, head, rows });
  return markup`<section aria-labelledby="differences"><h2 id="differences">What else differs</h2>${
    rows.length === 0 ? markup`<p>Nothing.</p>` : shown
  }${unpaired(outcome)}</section>`;
}

function unpaired({ comparability }: CompareOutcome): Markup[] {
  return comparability.flatMap(({ source, unpaired: { baseline, candidate } }) =>
    baseline.length + candidate.length === 0
      ? []
      : [
          markup`<p>Compared with nothing: ${[...baseline, ...candidate.map((id) => `${source}: ${id}`)].join(', ')}</p>`,
        ],
  );
}

/** What to repeat the runs with. */
export function provenanceSection({ reports }: PageInput): Markup {
  return markup`<section aria-labelledby="provenance"><h2 id="provenance">Provenance</h2>${reports.map((report) => provenance(report, reports.length > 1))}</section>`;
}

function provenance({ name, derived: { report } }: PageReport, isNamed: boolean): Markup {
  const { golden, runConfig, runConfigSha256, environment, timing } = report;
  const facts: readonly (readonly [string, string])[] = [
    ['corpus', golden.corpusSha256.slice(0, SHORT_SHA)],
    ['judgments', golden.judgmentsSha256.slice(0, SHORT_SHA)],
    ['topics', runConfig.selection.topicIdsSha256.slice(0, SHORT_SHA)],
    ['configuration', runConfigSha256.slice(0, SHORT_SHA)],
    ['tool', `${environment.tool}, Node ${environment.node}, ${environment.platform}, ${environment.cpu}`],
    ['started', timing.startedAt],
  ];
  return markup`${isNamed ? markup`<h3>${name}</h3>` : null}<dl class="axes">${facts.map(([term, value]) => markup`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>
<details><summary>Everything that can change a number</summary><pre>${JSON.stringify(runConfig, null, 1)}</pre></details>`;
}
