import type { Report } from '../../contracts/report.ts';
import { type ChangeFigure, changeFigure } from '../view/figure.ts';
import type { RankingColumn } from '../view/rankings.ts';
import { stageLabel } from '../view/stage-label.ts';
import { topicDeltas } from '../view/topics.ts';
import type { PageColumn } from './page-data.ts';
import type { PageInput } from './page-input.ts';

/** A stage of one of the reports. */
export interface Column extends RankingColumn, PageColumn {
  readonly source: string;
}

/** Two stages side by side, with what changed between them. */
export interface Pair {
  readonly label: string;
  readonly measure: string;
  readonly left: number;
  readonly right: number | null;
  /** By topic id; a topic that is not here has no difference. */
  readonly changes: ReadonlyMap<string, ChangeFigure>;
}

/** Every stage of every report. */
export function columnsOf({ reports }: Pick<PageInput, 'reports'>): Column[] {
  let first = 0;
  return reports.flatMap(({ name, derived: { report } }) => {
    const offset = first;
    first += report.stages.length;
    return report.stages.map((stage) => ({
      source: name,
      report,
      stage,
      label: `${reports.length > 1 ? `${name}: ` : ''}${stageLabel(report, stage.id)}`,
      sources: sourcesOf(report, stage.id).map((at) => at + offset),
    }));
  });
}

/** Places of the stages that a stage is made of, nearest first. */
function sourcesOf({ stages }: Report, id: string): number[] {
  const found: string[] = [];
  const waiting = [...(stages.find((stage) => stage.id === id)?.input ?? [])];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (found.includes(next)) continue;
    found.push(next);
    waiting.push(...(stages.find((stage) => stage.id === next)?.input ?? []));
  }
  return found.map((each) => stages.findIndex((stage) => stage.id === each)).filter((at) => at >= 0);
}

/** What the page compares on the quality axis, or its first stage alone. */
export function pairsOf(input: PageInput, columns: readonly Column[]): Pair[] {
  const pairs = input.outcome === null ? pairsWithin(input, columns) : pairsBetween(input, columns);
  const alone = { label: columns[0]?.label ?? '', measure: '', left: 0, right: null, changes: new Map() };
  return pairs.length === 0 ? [alone] : pairs;
}

/** Where the page begins: the last comparison with the declared baseline, else the last. */
export function firstPair(input: PageInput, pairs: readonly Pair[], columns: readonly Column[]): number {
  const baseline = input.outcome === null ? input.reports[0]?.derived.report.declared.baseline : undefined;
  const at = pairs.findLastIndex(({ left }) => columns[left]?.stage.id === baseline);
  return at < 0 ? pairs.length - 1 : at;
}

function pairsWithin({ reports: [only] }: PageInput, columns: readonly Column[]): Pair[] {
  if (only === undefined) return [];
  const { view, derived } = only;
  const place = (id: string) => columns.findIndex(({ stage }) => stage.id === id);
  const deltas = derived.deltas.filter(({ axis }) => axis === 'quality');
  return deltas.map((delta) => {
    const shown = view.comparisons.find(
      ({ axis, stage, baseline }) => axis === 'quality' && stage === delta.stage && baseline === delta.baseline,
    );
    const measure = shown?.primary ?? '';
    const changes = topicDeltas(view.topics, delta, measure).map((each) => [each.topicId, each.delta] as const);
    const [left, right] = [place(delta.baseline), place(delta.stage)];
    return {
      label: `${label(columns, right)} against ${label(columns, left)}`,
      measure,
      left,
      right,
      changes: new Map(changes),
    };
  });
}

function pairsBetween({ outcome }: PageInput, columns: readonly Column[]): Pair[] {
  const place = (source: string, id: string) =>
    columns.findIndex((column) => column.source === source && column.stage.id === id);
  return (outcome?.comparisons ?? []).map(({ baseline, candidate, primary, changes, deltas }) => {
    const [left, right] = [place(baseline.source, baseline.stage), place(candidate.source, candidate.stage)];
    const isCompared = deltas.some(({ axis, isStructural }) => axis === 'quality' && !isStructural);
    const topics = (columns[left]?.report.topics ?? []).filter(({ answerable }) => answerable === true);
    const unchanged = isCompared ? topics.map(({ topicId }) => [topicId, changeFigure(0)] as const) : [];
    return {
      label: `${label(columns, right)} against ${label(columns, left)}`,
      measure: primary,
      left,
      right,
      changes: new Map([...unchanged, ...changes.map(({ topicId, delta }) => [topicId, changeFigure(delta)] as const)]),
    };
  });
}

function label(columns: readonly Column[], at: number): string {
  return columns[at]?.label ?? '';
}

/** What the differences of a pair are, in words; nothing where nothing is compared. */
export function saidOf({ measure, label, changes }: Pair): string {
  if (measure === '') return '';
  return changes.size === 0 ? `No differences: ${label}.` : `Differences in ${measure}: ${label}.`;
}
