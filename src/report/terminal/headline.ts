import type { Report } from '../../contracts/report.ts';
import type { TerminalStyle } from '../style.ts';
import { inert } from './inert.ts';
import { inkOf } from './ink.ts';
import { countText, plural } from './number.ts';
import { wrap } from './wrap.ts';

/** What was measured on: golden set, split, documents, passages, topics. */
export function headline(report: Report, style: TerminalStyle): string {
  const { bold, marks } = inkOf(style);
  const { golden, runConfig } = report;
  const name = [inert(golden.name), `version ${inert(golden.version)}`, `split ${inert(runConfig.selection.split)}`];
  const facts = [
    plural(golden.documents, 'document'),
    ...report.indexes.map((index) => passages(report, index)),
    topics(golden),
    ...(golden.excludedSelf > 0 ? [`${plural(golden.excludedSelf, 'topic')} searched without their own document`] : []),
  ];
  return [...wrap(name.join(marks.dot), style.width).map(bold), ...joinFitting(facts, marks.dot, style.width)].join(
    '\n',
  );
}

function passages({ indexes }: Report, { passages, chunker }: Report['indexes'][number]): string {
  return `${plural(passages, 'passage')}${indexes.length > 1 ? ` (${inert(chunker)})` : ''}`;
}

function topics({ topics, answerable, unknown }: Report['golden']): string {
  const noAnswer = topics - answerable - unknown;
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
