import { describe, expect, it } from 'vitest';
import { chartInputOf, storedReport } from '../../../test/small-report.ts';
import { deriveDeltas } from '../../evals/delta/derive.ts';
import { buildChart } from '../charts/catalog.ts';
import { evalMarkdown } from '../ci/markdown.ts';
import { evalTable } from '../terminal/eval-table.ts';
import { topicCsv } from '../topic-csv.ts';

const report = storedReport();
const deltas = deriveDeltas(report);
const declared = [report.declared.primary, ...report.declared.secondary];
const [baseline, ...others] = report.stages;

/** The oracle: values of the answerable topics as stored, added up one by one. */
function meanOf(stage: string, measure: string): number {
  const answerable = report.topics.filter((topic) => topic.answerable === true).map(({ topicId }) => topicId);
  const topics = report.stages.find(({ id }) => id === stage)?.topics ?? [];
  const values = topics.filter(({ topicId }) => answerable.includes(topicId)).map(({ scores }) => scores[measure] ?? 0);
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

const fixed = (value: number) => value.toFixed(4);
const changeOf = (stage: string, measure: string) => meanOf(stage, measure) - meanOf(baseline?.id ?? '', measure);
const signed = (change: number) => `${change < 0 ? '−' : '+'}${Math.abs(change).toFixed(4)}`;

const terminal = evalTable({ report, deltas, reportPath: undefined }, { width: 200, color: false, unicode: true });
const markdown = evalMarkdown({ report, deltas, gates: undefined });
const csv = topicCsv([{ name: 'r', report }])
  .trimEnd()
  .split('\r\n')
  .map((line) => [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) => cell));
const chart = JSON.stringify(buildChart('delta', chartInputOf(report), 'light').spec);

/** Rows of a section of the terminal: cells stand two blanks apart. */
function terminalRows(title: string): string[][] {
  const section = terminal.split('\n\n').find((each) => each.startsWith(title)) ?? '';
  return section.split('\n').map((line) => line.split(/\s{2,}/));
}

describe.each(report.stages.map(({ id, name }) => ({ id, name })))('the means of $name', ({ id, name }) => {
  it('are what the terminal shows', () => {
    const [head = [], ...rows] = terminalRows('stage ');
    const row = rows.find(([cell]) => cell?.split(' ')[0] === name) ?? [];
    for (const measure of declared) expect(row[head.indexOf(measure)]).toBe(fixed(meanOf(id, measure)));
  });

  it('are what the values of the CSV add up to', () => {
    const [head = [], ...rows] = csv;
    const own = rows.filter((row) => row[1] === id && row[head.indexOf('answerable')] === 'true');
    for (const measure of declared) {
      const sum = own.reduce((total, row) => total + Number(row[head.indexOf(measure)]), 0);
      expect(fixed(sum / own.length)).toBe(fixed(meanOf(id, measure)));
    }
  });
});

describe.each(others.map(({ id, name }) => ({ id, name })))('the differences of $name', ({ id, name }) => {
  const expected = declared.map((measure) => signed(changeOf(id, measure)));

  it('are what the terminal shows', () => {
    const rows = terminalRows('against bm25,');
    const first = rows.findIndex(([stage]) => stage === name);
    const shown = declared.map((_, i) => rows[first + i]?.find((cell) => /^[▲▼=]/.test(cell))?.slice(2));
    expect(shown).toEqual(expected);
  });

  it('are what Markdown shows, beside both means', () => {
    const lines = markdown.split('\n');
    const first = lines.findIndex((line) => line.startsWith(`| <code>${id}</code> against`));
    const shown = declared.map((_, i) => lines[first + i]?.split(' | ').slice(2, 5));
    const means = declared.map((measure) => [fixed(meanOf(baseline?.id ?? '', measure)), fixed(meanOf(id, measure))]);
    expect(shown).toEqual(expected.map((change, i) => [...(means[i] ?? []), change]));
  });

  it('are what the chart draws and says', () => {
    for (const measure of declared) {
      const row = /"delta":(-?[\d.e-]+),[^}]*"words":"(\S+) /g;
      const found = [...chart.matchAll(row)].map(([, value, text]) => [signed(Number(value)), text]);
      const change = signed(changeOf(id, measure));
      expect(found).toContainEqual([change, change]);
    }
  });

  it('are what the sentence of the verdict says', () => {
    const verdict = deltas.find(({ stage, axis }) => stage === id && axis === 'quality')?.verdict;
    expect(verdict).toContain(` ${declared[0]} ${expected[0]}`);
  });
});
