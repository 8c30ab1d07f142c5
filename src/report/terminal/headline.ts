import type { Report } from '../../contracts/report.ts';
import type { TerminalStyle } from '../style.ts';
import { type GroundView, groundView } from '../view/ground.ts';
import { inert } from './inert.ts';
import { inkOf } from './ink.ts';
import { countText, plural } from './number.ts';
import { wrap } from './wrap.ts';

/** What was measured on: golden set, split, documents, passages, topics. */
export function headline(report: Report, style: TerminalStyle): string {
  const { bold, marks } = inkOf(style);
  const ground = groundView(report);
  const { golden, version, split, documents, indexes, excludedSelf } = ground;
  const name = [inert(golden), `version ${inert(version)}`, `split ${inert(split)}`];
  const facts = [
    plural(documents, 'document'),
    ...indexes.map((index) => passages(ground, index)),
    topics(ground),
    ...(excludedSelf > 0 ? [`${plural(excludedSelf, 'topic')} searched without their own document`] : []),
  ];
  return [...wrap(name.join(marks.dot), style.width).map(bold), ...joinFitting(facts, marks.dot, style.width)].join(
    '\n',
  );
}

function passages({ indexes }: GroundView, { passages, chunker }: GroundView['indexes'][number]): string {
  return `${plural(passages, 'passage')}${indexes.length > 1 ? ` (${inert(chunker)})` : ''}`;
}

function topics({ topics, answerable, noAnswer, unknown }: GroundView): string {
  const kinds = `${countText(answerable)} answerable, ${countText(noAnswer)} no-answer, ${countText(unknown)} unknown`;
  return `${plural(topics, 'topic')} (${kinds})`;
}

/** Facts on as few lines as the width allows, none broken where it fits on a line of its own. */
function joinFitting(facts: readonly string[], separator: string, width: number): string[] {
  const lines: string[] = [];
  for (const fact of facts) {
    const last = lines.at(-1);
    if (last !== undefined && `${last}${separator}${fact}`.length <= width)
      lines[lines.length - 1] = `${last}${separator}${fact}`;
    else lines.push(fact);
  }
  return lines.flatMap((line) => wrap(line, width));
}
