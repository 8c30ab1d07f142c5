import type { FusionLegs } from '../../contracts/legs.ts';
import type { Report } from '../../contracts/report.ts';
import type { TerminalStyle } from '../style.ts';
import { column, fitColumns, grid, leftOut } from './grid.ts';
import { inert, sentence } from './inert.ts';
import { inkOf } from './ink.ts';
import { countText, differenceText, measureText, plural } from './number.ts';
import { stageLabel, stageName } from './stage-name.ts';
import { hang } from './wrap.ts';

/** One table per fusion: what each leg contributes, and how much the legs have in common. */
export function legTables(report: Report, fusions: readonly FusionLegs[], style: TerminalStyle): string[] {
  return fusions.map((fusion) => legTable(report, fusion, style));
}

function legTable(report: Report, fusion: FusionLegs, style: TerminalStyle): string {
  const { bold, dim, marks } = inkOf(style);
  const { k, legs, primary, relevant, overlaps, topicsLeftOut, notes } = fusion;
  const tag = fusion.isStructural ? ' (structural)' : '';
  const say = (text: string) => dim(hang('', sentence(text, style), style.width));
  const share = (count: number, of: number) => (of === 0 ? marks.absent : `${countText(count)} of ${countText(of)}`);
  const right = { align: 'right' } as const;
  const { kept, dropped } = fitColumns(
    [
      column(
        'leg',
        legs.map(({ leg }) => stageLabel(report, leg, style)),
      ),
      column(
        `changes the\ntop ${countText(k)}`,
        legs.map(({ changedTopics, topics }) => share(changedTopics, topics)),
        right,
      ),
      column(
        `adds to\n${inert(primary)}`,
        legs.map(({ effect }) => (effect === null ? marks.absent : differenceText(effect, style))),
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
  const shared = overlaps.map(({ legs: pair, jaccard }) => {
    const names = pair.map((id) => stageName(report, id)).join(' and ');
    return say(
      `${names} share ${jaccard === null ? marks.absent : measureText(jaccard, style)} of their top ${countText(k)} (Jaccard)`,
    );
  });
  const left = topicsLeftOut === 0 ? [] : [say(`${plural(topicsLeftOut, 'topic')} left out, where a stage failed`)];
  return [
    bold(hang('', `legs of ${stageName(report, fusion.stage)}${tag}`, style.width)),
    grid(kept, style),
    ...shared,
    ...left,
    ...notes.map(({ message }) => say(message)),
    ...leftOut(dropped, style).map(dim),
  ].join('\n');
}
