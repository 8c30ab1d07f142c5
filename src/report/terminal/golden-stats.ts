import type { DetectableEffect, GoldenGroup, GoldenStats } from '../../contracts/golden-stats.ts';
import type { TerminalStyle } from '../style.ts';
import { cutMiddle } from './display-width.ts';
import { type Column, column, fitColumns, grid, leftOut } from './grid.ts';
import { inert } from './inert.ts';
import { inkOf } from './ink.ts';
import { countText, measureText, plural } from './number.ts';
import { labelWidth } from './stage-name.ts';
import { wrap } from './wrap.ts';

const SHOWN = 10;

/** Counts by group as a table, and below it what may mislead: near-duplicates, leakage, unjudged documents, power. */
export function goldenStatsText(stats: GoldenStats, style: TerminalStyle): string {
  const { bold, dim } = inkOf(style);
  const { name, version, unit, documents, documentsUnjudged, grades } = stats;
  const head = bold(inert(`${name} ${version}`));
  const share = documents === 0 ? 0 : (100 * documentsUnjudged) / documents;
  const facts = [
    `${plural(documents, 'document')}, ${countText(documentsUnjudged)} of them (${share.toFixed(1)} %) named by no judgment; unit ${unit}`,
    `judgments by grade: ${grades.map(({ grade, judgments }) => `${countText(judgments)} of grade ${grade}`).join(', ') || 'none'}`,
  ];
  const sections = [
    [head, ...facts.flatMap((fact) => wrap(fact, style.width))].join('\n'),
    groupTable(stats.groups, style),
    ...similarLines(stats, style),
    ...sharedLines(stats, style),
    ...detectableTable(stats.detectable, style),
    dim(
      wrap(
        'least p: what a two-sided sign-flip test gives at best if all answerable topics differ the same way. ' +
          'overlap: share of a query’s content words that its best relevant entry holds.',
        style.width,
      ).join('\n'),
    ),
  ];
  return `${sections.join('\n\n')}\n`;
}

function groupTable(groups: readonly GoldenGroup[], style: TerminalStyle): string {
  const { dim, marks } = inkOf(style);
  const counts = (show: (group: GoldenGroup) => number) => groups.map((group) => countText(show(group)));
  const decimals = (value: number | null, digits: number) => (value === null ? '–' : value.toFixed(digits));
  const right = (head: string, cells: readonly string[], drop: number) =>
    column(head, cells, { align: 'right', drop, name: head.replace('-\n', '').replace('/\n', '/').replace('\n', ' ') });
  const columns = [
    column(
      'group',
      groups.map(({ by, name }) => {
        const label = by === 'all' ? 'all' : `${by} ${inert(name)}`;
        return by === 'all' ? label : dim(cutMiddle(label, labelWidth(style) + 4, marks.ellipsis));
      }),
    ),
    right(
      'topics',
      counts(({ topics }) => topics),
      0,
    ),
    right(
      'answer-\nable',
      counts(({ answerable }) => answerable),
      0,
    ),
    right(
      'no\nanswer',
      counts(({ noAnswer }) => noAnswer),
      2,
    ),
    right(
      'unknown',
      counts(({ unknown }) => unknown),
      6,
    ),
    right(
      'judg-\nments',
      counts(({ judgments }) => judgments),
      1,
    ),
    right(
      'gold/\ntopic',
      groups.map(({ goldPerTopic }) => decimals(goldPerTopic, 1)),
      4,
    ),
    right(
      'words',
      groups.map(({ queryWords }) => decimals(queryWords, 1)),
      7,
    ),
    right(
      'overlap',
      groups.map(({ overlap }) => decimals(overlap, 2)),
      3,
    ),
    right(
      'least p',
      groups.map(({ smallestP }) => leastText(smallestP)),
      5,
    ),
  ];
  const isEmpty = ({ name, cells }: Column) =>
    (name === 'no answer' || name === 'unknown') && cells.every((cell) => cell === '0');
  const { kept, dropped } = fitColumns(
    columns.filter((each) => !isEmpty(each)),
    style.width,
  );
  return [grid(kept, style), ...leftOut(dropped, style)].join('\n');
}

/** 2^(1 − n) is below every double from 1,076 topics on. */
function leastText(p: number): string {
  if (p === 0) return '<5e-324';
  return p < 0.001 ? p.toExponential(0) : p.toPrecision(2);
}

function similarLines({ similar, similarityThreshold }: GoldenStats, style: TerminalStyle): string[] {
  const leaks = similar.filter(({ splits: [a, b] }) => a !== b);
  const head = `${plural(similar.length, 'pair')} of near-duplicate topics (Jaccard of analysed words from ${similarityThreshold}), ${countText(leaks.length)} across splits`;
  const rows = [...leaks, ...similar.filter((pair) => !leaks.includes(pair))].map(
    ({ a, b, splits, similarity, isSameQuery }) =>
      `${a} (${splits[0]}) and ${b} (${splits[1]}): ${isSameQuery ? 'the same query' : similarity.toFixed(2)}`,
  );
  return [listed(head, rows, style)];
}

function sharedLines({ sharedGold }: GoldenStats, style: TerminalStyle): string[] {
  const rows = sharedGold.map(
    ({ doc, topics }) => `${doc}: ${topics.map(({ topicId, split }) => `${topicId} (${split})`).join(', ')}`,
  );
  return [listed(`${plural(sharedGold.length, 'relevant place')} shared across splits`, rows, style)];
}

function listed(head: string, rows: readonly string[], style: TerminalStyle): string {
  const more = rows.length > SHOWN ? [`and ${countText(rows.length - SHOWN)} more; --json lists all`] : [];
  const lines = [...rows.slice(0, SHOWN).map(inert), ...more].flatMap((row) =>
    wrap(row, style.width - 4).map((line, i) => `${i === 0 ? '  ' : '    '}${line}`),
  );
  return [...wrap(head, style.width), ...lines].join('\n');
}

function detectableTable(detectable: readonly DetectableEffect[] | null, style: TerminalStyle): string[] {
  if (detectable === null) return [];
  if (detectable.length === 0) return ['the report holds no declared comparison whose differences scatter'];
  const [first] = detectable;
  const rows = detectable.map(
    ({ stage, baseline, measure, topics, sd, minimumDetectableEffect, topicsNeeded }) =>
      `${stage} − ${baseline}: sd ${measureText(sd, style)} over ${countText(topics)} topics, so ${measureText(minimumDetectableEffect, style)} of ${measure} could be detected` +
      (topicsNeeded === null ? '' : `; ${countText(topicsNeeded)} topics for the declared minimum effect`),
  );
  return [listed(`detectable differences (α ${first?.alpha}, power ${first?.power})`, rows, style)];
}
