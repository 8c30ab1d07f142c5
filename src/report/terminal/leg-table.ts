import type { FusionLegs } from '../../contracts/legs.ts';
import type { Report } from '../../contracts/report.ts';
import type { TerminalStyle } from '../style.ts';
import { fusionView } from '../view/legs.ts';
import { column, fitColumns, grid, leftOut } from './grid.ts';
import { inert, sentence } from './inert.ts';
import { inkOf } from './ink.ts';
import { changeText, countText, figureText, plural } from './number.ts';
import { cutLabel } from './stage-name.ts';
import { hang } from './wrap.ts';

const LEGEND =
  'a leg changes and adds what the fusion without it lacks; relevant found only here: in the window of no other leg';

/** One table per fusion: what each leg contributes, and what legs have in common. The last one says how to read them. */
export function legTables(report: Report, fusions: readonly FusionLegs[], style: TerminalStyle): string[] {
  const legend = inkOf(style).dim(hang('', LEGEND, style.width));
  const tables = fusions.map((fusion) => legTable(report, fusion, style));
  return tables.map((table, i) => (i === tables.length - 1 ? `${table}\n${legend}` : table));
}

function legTable(report: Report, fusion: FusionLegs, style: TerminalStyle): string {
  const { bold, dim, marks } = inkOf(style);
  const { k, legs, primary, relevant, overlaps, topicsLeftOut, notes, label } = fusionView(report, fusion);
  const tag = fusion.isStructural ? ' (structural)' : '';
  const say = (text: string) => dim(hang('', sentence(text, style), style.width));
  const share = (count: number, of: number) => (of === 0 ? marks.absent : `${countText(count)} of ${countText(of)}`);
  const right = { align: 'right' } as const;
  const { kept, dropped } = fitColumns(
    [
      column(
        'leg',
        legs.map((leg) => cutLabel(leg.label, style)),
      ),
      column(
        `changes the\ntop ${countText(k)}`,
        legs.map(({ changedTopics, topics }) => share(changedTopics, topics)),
        right,
      ),
      column(
        `adds to\n${inert(primary)}`,
        legs.map(({ effect }) => changeText(effect, style)),
        { ...right, drop: 1 },
      ),
      column(
        'relevant found\nonly here',
        legs.map(({ foundOnlyHere }) => share(foundOnlyHere, relevant)),
        { ...right, drop: 2 },
      ),
    ],
    style.width,
  );
  const shared = overlaps.map(({ labels, jaccard }) =>
    say(
      `${labels.map(inert).join(' and ')} share ${figureText(jaccard, style)} of their top ${countText(k)} (Jaccard)`,
    ),
  );
  const left = topicsLeftOut === 0 ? [] : [say(`${plural(topicsLeftOut, 'topic')} left out, where a stage failed`)];
  return [
    bold(hang('', `legs of ${inert(label)}${tag}`, style.width)),
    grid(kept, style),
    ...shared,
    ...left,
    ...notes.map(({ message }) => say(message)),
    ...leftOut(dropped, style).map(dim),
  ].join('\n');
}
