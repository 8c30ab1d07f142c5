import type { MeasureDirection } from '../../contracts/delta.ts';
import { countText, plural } from '../../contracts/rounding.ts';
import { changeFigure, NOT_MEASURED } from '../view/figure.ts';
import { type TopicDelta, topicDeltas } from '../view/topics.ts';
import type { ChartBuilder, ChartInput, ChartSpec } from './chart.ts';
import { deltaBars } from './delta-bars.ts';
import { directionColor } from './direction.ts';
import { deltaDomain, deltaScale, panelTitle, saying, zeroRule } from './frame.ts';
import { failureLines } from './ground.ts';
import { chartLabel, distinctLabels } from './text.ts';
import type { ChartInk } from './theme.ts';

/** Changed topics that have a row and a name each; more of them stand side by side without. */
const NAMED_TOPICS = 30;
const WIDE_PLOT = 640;

/** What one comparison did to each topic. */
interface Comparison {
  readonly title: string;
  /** By falling delta. */
  readonly changed: readonly Pick<TopicDelta, 'topicId' | 'query' | 'delta'>[];
  readonly ties: number;
  readonly reason: string | null;
}

/** A bar per topic, largest gain first, largest loss last. */
export const topicChart: ChartBuilder = (input, ink) => {
  const comparisons = comparisonsOf(input);
  if (comparisons.length === 0) return 'one stage: there is nothing to compare it with';
  const domain = deltaDomain(comparisons.flatMap(({ changed }) => changed.map(({ delta }) => delta.value)));
  return {
    title: 'Difference by topic',
    lines: [
      'one bar per changed topic, the largest gain first and the largest loss last, all panels to one scale; where bars have no names, topics that tie leave a gap',
      ...failureLines(input),
    ],
    panels: comparisons.map((each) => panel(each, domain, ink)),
  };
};

function comparisonsOf({ reports: [first], outcome }: ChartInput): Comparison[] {
  if (outcome !== null) {
    return outcome.comparisons.flatMap(({ baseline, candidate, primary, deltas: [quality], changes }) => {
      const title = `${chartLabel(candidate.label)} against ${chartLabel(baseline.label)}, ${chartLabel(primary)}`;
      const changed = changes
        .map(({ topicId, query, delta }) => ({ topicId, query, delta: changeFigure(delta) }))
        .sort((a, b) => b.delta.value - a.delta.value);
      const reason = quality?.direction == null ? (quality?.reason ?? NOT_MEASURED) : null;
      return [{ title, changed, ties: quality?.measures[primary]?.topics.ties ?? 0, reason }];
    });
  }
  if (first === undefined) return [];
  const { derived, view } = first;
  return view.comparisons.flatMap((comparison, i) => {
    const delta = derived.deltas[i];
    if (comparison.axis !== 'quality' || delta === undefined) return [];
    const all = topicDeltas(view.topics, delta, comparison.primary);
    const changed = all.filter((topic) => topic.delta.value !== 0);
    const title = `${chartLabel(comparison.label)} against ${chartLabel(comparison.baselineLabel)}, ${chartLabel(comparison.primary)}`;
    const reason = comparison.direction === null ? (comparison.reason ?? NOT_MEASURED) : null;
    return [{ title, changed, ties: all.length - changed.length, reason }];
  });
}

function panel({ title, changed, ties, reason }: Comparison, domain: [number, number], ink: ChartInk): ChartSpec {
  const wins = changed.filter(({ delta }) => delta.value > 0).length;
  const counts = `n = ${plural(changed.length + ties, 'topic')}: won ${countText(wins)}, tied ${countText(ties)}, lost ${countText(changed.length - wins)}`;
  if (reason !== null) return { ...saying(reason, ink), title: panelTitle(title, ink) };
  const head = panelTitle(`${title}, ${counts}`, ink);
  if (changed.length === 0) return { ...saying('no topic changed', ink), title: head };
  if (changed.length > NAMED_TOPICS) return { ...columns(changed, ties, domain, ink), title: head };
  const names = distinctLabels(changed.map(({ topicId }) => chartLabel(topicId, 28)));
  const bars = changed.map(({ query, delta }, i) => ({
    name: names[i] ?? '',
    start: 0,
    end: delta.value,
    direction: delta.direction,
    kind: 'part' as const,
    words: `${delta.text}${query === null ? '' : `  ${chartLabel(query, 46)}`}`,
  }));
  return { ...deltaBars(bars, domain, 'candidate − baseline', ink), title: head };
}

/** Columns without names; topics that tie leave a gap of their number. */
function columns(changed: Comparison['changed'], ties: number, domain: [number, number], ink: ChartInk): ChartSpec {
  const wins = changed.filter(({ delta }) => delta.value > 0).length;
  const values = changed.map(({ delta }, i) => {
    const rank = i < wins ? i : i + ties;
    return { from: rank, to: rank + 1, zero: 0, delta: delta.value, direction: delta.direction as MeasureDirection };
  });
  return {
    width: WIDE_PLOT,
    height: 200,
    data: { values },
    layer: [
      {
        mark: { type: 'rect' },
        encoding: {
          x: {
            field: 'from',
            type: 'quantitative',
            scale: { domain: [0, changed.length + ties], nice: false },
            axis: { title: 'topics by falling difference', grid: false, tickCount: 6, format: ',d' },
          },
          x2: { field: 'to' },
          y: { field: 'zero', ...deltaScale(domain, 'candidate − baseline') },
          y2: { field: 'delta' },
          color: directionColor(ink),
        },
      },
      zeroRule('y', ink),
    ],
  };
}
