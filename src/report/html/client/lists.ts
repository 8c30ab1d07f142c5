import { inert } from '../../view/inert.ts';
import type { PageData, PageEntry, PagePair, PagePassage, PageTopic } from '../page-data.ts';
import { element } from './elements.ts';

/** One of the two lists. */
interface Side {
  readonly column: number;
  /** The column beside it; null: none. */
  readonly other: number | null;
  readonly isCandidate: boolean;
}

/** The ranked lists of a topic in the two columns of a pair, side by side. */
export function rankedLists(data: PageData, topic: PageTopic, { left, right }: PagePair): HTMLElement[] {
  const sides: Side[] = [{ column: left, other: right, isCandidate: false }];
  if (right !== null) sides.push({ column: right, other: left, isCandidate: true });
  return sides.map((side) => rankedList(data, topic, side));
}

function rankedList(data: PageData, topic: PageTopic, side: Side): HTMLElement {
  const { column } = side;
  const rankOf = ([, , ranks]: PageEntry) => ranks[column] ?? 0;
  const shown = topic.entries.filter((entry) => rankOf(entry) > 0).sort((a, b) => rankOf(a) - rankOf(b));
  const list = element('ol', 'hits');
  for (const entry of shown) {
    const item = element('li', '', hit(data, topic, entry, side));
    item.value = rankOf(entry);
    list.append(item);
  }
  const lost = topic.entries.filter((entry) => (entry[1] ?? 0) > 0 && rankOf(entry) === 0).length;
  const facts = [`${topic.returned[column] ?? 0} returned`, `the first ${data.depth}, and relevant ones below`];
  if (lost > 0) facts.push(`${lost} relevant that only others hold`);
  const label = inert(data.columns[column]?.label ?? '');
  const box = element('section', 'list', element('h3', '', label), element('p', 'facts', facts.join(' · ')), list);
  // A landmark would stand in the list of landmarks once more for every topic opened.
  box.setAttribute('role', 'group');
  box.setAttribute('aria-label', `Ranking of ${label}`);
  return box;
}

function hit(data: PageData, topic: PageTopic, entry: PageEntry, { column, other, isCandidate }: Side): HTMLElement {
  const [passage, grade, ranks, others] = entry;
  const shown = data.passages[others?.[column] ?? passage];
  const isRelevant = (grade ?? 0) > 0;
  const summary = element('summary', '', element('bdi', 'doc', inert(data.docs[shown?.[0] ?? -1] ?? '')));
  if (grade !== null) {
    const told = isRelevant ? `✓ relevant, grade ${grade}` : `grade ${grade}`;
    summary.append(' ', element('span', isRelevant ? 'relevant' : 'judged', told));
  }
  if (other !== null) {
    const label = inert(data.columns[other]?.label ?? '');
    summary.append(' ', movement(ranks[column] ?? 0, ranks[other] ?? 0, label, isCandidate));
  }
  const body = element('details', isRelevant ? 'hit is-relevant' : 'hit', summary);
  const sources = data.columns[column]?.sources ?? [];
  if (sources.length > 0) {
    const told = sources.map((at) => `${inert(data.columns[at]?.label ?? '')} ${ranks[at] ? `#${ranks[at]}` : '–'}`);
    body.append(element('p', 'facts', `ranks in ${told.join(' · ')}`));
  }
  if (shown !== undefined) body.append(passageText(topic, shown));
  body.open = isRelevant;
  return body;
}

/** Which way the candidate moved it, said alike in both lists. */
function movement(here: number, there: number, label: string, isCandidate: boolean): HTMLElement {
  const moved = (way: string, text: string) => element('span', `moved ${way}`, text);
  if (there === 0)
    return isCandidate ? moved('up', `▲ new: not in ${label}`) : moved('down', `▼ gone: not in ${label}`);
  const by = isCandidate ? there - here : here - there;
  if (by === 0) return moved('', `= in ${label}`);
  const where = `${isCandidate ? 'from' : 'to'} #${there} in ${label}`;
  return by > 0 ? moved('up', `▲ ${by}: ${where}`) : moved('down', `▼ ${-by}: ${where}`);
}

/** The text with the quotes of the topic marked in it. */
function passageText(topic: PageTopic, passage: PagePassage): HTMLElement {
  const [doc, start, end, text, skipped] = passage;
  const span = `${start}–${end}`;
  if (text === null) return element('p', 'facts', `${span}, no text on this page`);
  const box = element('p', 'text');
  box.dir = 'auto';
  const isExact = skipped > 0 || text.length <= end - start;
  const origin = start + skipped;
  const quotes = topic.gold.flatMap(([of, from, to, grade]) =>
    isExact && of === doc && from !== null && to !== null && grade > 0 ? [[from - origin, to - origin] as const] : [],
  );
  if (skipped > 0) box.append('… ');
  box.append(...marked(text, quotes));
  if (skipped + text.length < end - start) box.append(' …');
  return box;
}

function marked(text: string, quotes: readonly (readonly [from: number, to: number])[]): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let at = 0;
  for (const [from, to] of [...quotes].sort(([a], [b]) => a - b)) {
    const [begin, end] = [Math.max(at, from), Math.min(text.length, to)];
    if (begin >= end) continue;
    parts.push(lines(text.slice(at, begin)), element('mark', '', lines(text.slice(begin, end))));
    at = end;
  }
  return [...parts, lines(text.slice(at))];
}

function lines(text: string): string {
  return text.split('\n').map(inert).join('\n');
}
