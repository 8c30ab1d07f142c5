import type { RunCoverage, ScoredRun, ScoreOutcome } from '../../contracts/score.ts';
import type { TerminalStyle } from '../style.ts';
import { displayWidth } from './display-width.ts';
import { type Column, column, GAP, grid, gridWidth } from './grid.ts';
import { inert } from './inert.ts';
import { inkOf } from './ink.ts';
import { countText, measureText } from './number.ts';

/**
 * Means of one or more runs, one row per measure, and below them what they rest on. Nothing is left out: runs that do
 * not fit beside each other follow in another table. Values per topic, where there are any, come first.
 */
export function scoreTable(outcome: ScoreOutcome, style: TerminalStyle): string {
  const sections = [
    ...outcome.runs.filter(({ topics }) => topics.length > 0).map((run) => topicRows(outcome, run, style)),
    ...meanTables(outcome, style),
  ];
  return `${sections.join('\n\n')}\n`;
}

function meanTables(outcome: ScoreOutcome, style: TerminalStyle): string[] {
  const labels = column(`${countText(outcome.runs[0]?.coverage.topicsJudged ?? 0)} topics`, [
    ...outcome.measures.map(({ name }) => name),
    ...COVERAGE_ROWS.map(({ label }) => inkOf(style).dim(label)),
  ]);
  const columns = outcome.runs.map((run) => runColumn(outcome, run, style));
  const tables: Column[][] = [];
  for (const each of columns) {
    const last = tables.at(-1);
    if (last !== undefined && gridWidth([...last, each]) <= style.width) last.push(each);
    else tables.push([labels, each]);
  }
  return tables.map((table) => grid(table, style));
}

function runColumn(outcome: ScoreOutcome, run: ScoredRun, style: TerminalStyle): Column {
  const values = outcome.measures.map(({ name, isCount }) => valueText(run.measures[name] ?? 0, isCount, style));
  const facts = COVERAGE_ROWS.map(({ textOf }) => inkOf(style).dim(textOf(run.coverage, style)));
  return column(inert(run.name), [...values, ...facts], { align: 'right' });
}

interface CoverageRow {
  readonly label: string;
  readonly textOf: (coverage: RunCoverage, style: TerminalStyle) => string;
}

const COVERAGE_ROWS: readonly CoverageRow[] = [
  { label: 'topics judged', textOf: ({ topicsJudged }) => countText(topicsJudged) },
  { label: 'topics answered', textOf: ({ topicsAnswered }) => countText(topicsAnswered) },
  { label: 'topics without relevant', textOf: ({ topicsWithoutRelevant }) => countText(topicsWithoutRelevant) },
  { label: 'run topics not judged', textOf: ({ topicsNotJudged }) => countText(topicsNotJudged) },
  { label: 'documents retrieved', textOf: ({ retrieved }) => countText(retrieved) },
  { label: 'in no judgment', textOf: ({ unknownDocuments }) => countText(unknownDocuments) },
  { label: 'tied scores', textOf: ({ tiedScores }) => countText(tiedScores) },
  { label: 'Judged@10', textOf: ({ judgedAt10 }, style) => measureText(judgedAt10, style) },
];

/** One row per topic. Padded by hand: a run may have thousands. */
function topicRows(outcome: ScoreOutcome, run: ScoredRun, style: TerminalStyle): string {
  const { bold, dim, marks } = inkOf(style);
  const head = ['topic', ...outcome.measures.map(({ name }) => name)];
  const rows = run.topics.map(({ topicId, measures }) => [
    inert(topicId),
    ...outcome.measures.map(({ name, isCount }) => valueText(measures[name] ?? 0, isCount, style)),
  ]);
  const widths = head.map((_, i) =>
    [head, ...rows].reduce((most, row) => Math.max(most, displayWidth(row[i] ?? '')), 0),
  );
  const lineOf = (row: readonly string[]) =>
    row
      .map((cell, i) => {
        const pad = ' '.repeat((widths[i] ?? 0) - displayWidth(cell));
        return i === 0 ? cell + pad : pad + cell;
      })
      .join(' '.repeat(GAP));
  const rule = marks.rule.repeat(widths.reduce((sum, width) => sum + width, 0) + GAP * (head.length - 1));
  return [bold(inert(run.name)), dim(lineOf(head)), dim(rule), ...rows.map(lineOf)].join('\n');
}

function valueText(value: number, isCount: boolean, style: TerminalStyle): string {
  return isCount ? countText(value) : measureText(value, style);
}
