import { countText, plural } from '../../contracts/rounding.ts';
import { NOT_MEASURED } from '../view/figure.ts';
import type { FusionView, LegView } from '../view/legs.ts';
import type { ChartBuilder, ChartSpec } from './chart.ts';
import { type DeltaBar, deltaBars } from './delta-bars.ts';
import { deltaDomain, panelTitle } from './frame.ts';
import { chartLabel, distinctLabels } from './text.ts';
import type { ChartInk } from './theme.ts';

/** What each leg adds to a fusion. */
export const legChart: ChartBuilder = ({ reports }, ink) => {
  const fusions = reports.flatMap(({ name, view }) => view.fusions.map((fusion) => ({ name, fusion })));
  if (fusions.length === 0) return 'no stage is a fusion: there are no legs';
  const domain = deltaDomain(fusions.flatMap(({ fusion }) => fusion.legs.flatMap(({ effect }) => effect?.value ?? [])));
  return {
    title: 'What each leg adds to its fusion',
    lines: [
      'bar: fusion − fusion without the leg; facts, no verdict, and no interval',
      'only here: relevant entries in the window of no other leg',
    ],
    panels: fusions.map(({ name, fusion }) => panel(fusion, domain, reports.length > 1 ? name : undefined, ink)),
  };
};

function panel(fusion: FusionView, domain: [number, number], report: string | undefined, ink: ChartInk): ChartSpec {
  const { label, legs, primary, isStructural, topicsLeftOut } = fusion;
  const of = report === undefined ? '' : ` (${chartLabel(report)})`;
  const facts = [
    ...(topicsLeftOut > 0 ? [`${plural(topicsLeftOut, 'failed topic')} left out`] : []),
    ...(isStructural ? ['structural'] : []),
  ];
  const title = [`${chartLabel(label)}${of}, by ${chartLabel(primary)}`, ...facts].join(', ');
  const names = distinctLabels(legs.map((leg) => chartLabel(leg.label)));
  const rows = legs.map(
    (leg, i): DeltaBar => ({
      name: names[i] ?? '',
      start: 0,
      end: leg.effect?.value ?? null,
      direction: leg.effect?.direction ?? 'none',
      kind: 'part',
      words: wordsOf(leg, fusion),
    }),
  );
  return { ...deltaBars(rows, domain, `adds to ${chartLabel(primary)}`, ink), title: panelTitle(title, ink) };
}

function wordsOf(
  { effect, effectTopics, changedTopics, topics, foundOnlyHere }: LegView,
  { k, relevant }: FusionView,
): string {
  const { wins, ties, losses } = effectTopics;
  const n = wins + ties + losses;
  return [
    effect === null ? NOT_MEASURED : `${effect.text} (n = ${countText(n)}: won ${wins}, tied ${ties}, lost ${losses})`,
    `changes the top ${k} of ${countText(changedTopics)} of ${plural(topics, 'topic')}`,
    `only here: ${countText(foundOnlyHere)} of ${countText(relevant)}`,
  ].join('; ');
}
