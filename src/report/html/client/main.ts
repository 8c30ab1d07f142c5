import { plural } from '../../../contracts/rounding.ts';
import type { PageData } from '../page-data.ts';
import { found } from './elements.ts';
import { rankedLists } from './lists.ts';
import { topicSearch } from './search.ts';
import { filterTables, sortTables } from './sorting.ts';

const data = JSON.parse(found('data', HTMLScriptElement).textContent) as PageData;
const list = found('topic-list', HTMLOListElement);
const items = [...list.children].map((item) => ({
  item: item as HTMLLIElement,
  at: Number((item as HTMLElement).dataset.t),
}));
const tools = found('tools', HTMLFormElement);
const search = found('search', HTMLInputElement);
const pairChoice = found('pair', HTMLSelectElement);
const order = found('order', HTMLSelectElement);
const status = found('shown', HTMLParagraphElement);
let find: ((words: string) => number[]) | undefined;

sortTables();
filterTables();
tools.hidden = false;
tools.addEventListener('submit', (event) => event.preventDefault());
tools.addEventListener('input', update);
pairChoice.addEventListener('change', changePair);
list.addEventListener('toggle', (event) => fill(event.target), true);
window.addEventListener('hashchange', openLinked);
document.addEventListener('keydown', onKey);
window.addEventListener('pageshow', start);

/** A browser that comes back or reloads may have filled in what was chosen before. */
function start({ persisted }: PageTransitionEvent): void {
  if (persisted) return;
  changePair();
  openLinked();
}

function pair() {
  return data.pairs[Number(pairChoice.value)] ?? data.pairs[0];
}

function deltaOf(topic: number) {
  return pair()?.deltas[topic] ?? null;
}

/** Shows what search and filters leave, in the order asked for. */
function update(): void {
  const words = search.value.trim();
  find ??= words === '' ? undefined : topicSearch(data);
  const hits = words === '' ? undefined : (find?.(words) ?? []);
  const ranks = new Map(hits?.map((topic, rank) => [topic, rank]));
  const kept = items.filter(({ at }) => (hits === undefined || ranks.has(at)) && passes(at));
  kept.sort(
    (a, b) =>
      (hits === undefined ? 0 : rankOf(ranks, a.at) - rankOf(ranks, b.at)) || place(a.at) - place(b.at) || a.at - b.at,
  );
  const isKept = new Set(kept);
  for (const each of items) each.item.hidden = !isKept.has(each);
  list.append(...kept.map(({ item }) => item));
  const total = plural(data.topics.length, 'topic');
  status.textContent = kept.length === items.length ? total : `${kept.length} of ${total}`;
}

function rankOf(ranks: ReadonlyMap<number, number>, topic: number): number {
  return ranks.get(topic) ?? 0;
}

function passes(at: number): boolean {
  const topic = data.topics[at];
  if (topic === undefined) return false;
  const isOne = (id: string, values: readonly string[]) => {
    const choice = document.getElementById(id);
    if (!(choice instanceof HTMLSelectElement) || choice.value === '') return true;
    const wanted = choice.selectedIndex - 1;
    return values.some((value) => valuesOf(id).indexOf(value) === wanted);
  };
  const delta = deltaOf(at);
  return (
    isOne('category', [topic.category]) &&
    isOne('split', [topic.split]) &&
    isOne('slice', topic.slices) &&
    (!found('changed', HTMLInputElement).checked || (delta !== null && delta[1] !== 'none'))
  );
}

const READ: Readonly<Record<string, (topic: PageData['topics'][number]) => readonly string[]>> = {
  category: ({ category }) => [category],
  split: ({ split }) => [split],
  slice: ({ slices }) => slices,
};
const choices = new Map<string, readonly string[]>();

/** The values of a filter, in the order in which the page offers them. */
function valuesOf(id: string): readonly string[] {
  const known = choices.get(id) ?? [...new Set(data.topics.flatMap((topic) => READ[id]?.(topic) ?? []))].sort();
  choices.set(id, known);
  return known;
}

/** What a topic is ordered by; topics without a difference stand last. */
function place(topic: number): number {
  if (order.value === 'run') return topic;
  const delta = deltaOf(topic);
  if (delta === null) return Number.POSITIVE_INFINITY;
  if (order.value === 'change') return -Math.abs(delta[2]);
  return order.value === 'loss' ? delta[2] : -delta[2];
}

const SIGNS = { up: '▲', down: '▼', none: '■' } as const;

function changePair(): void {
  for (const { item, at } of items) {
    const shown = item.querySelector('.delta');
    const delta = deltaOf(at);
    if (shown === null) continue;
    shown.className = `delta ${delta?.[1] ?? ''}`;
    shown.textContent = delta === null ? '' : `${SIGNS[delta[1]]} ${delta[0]}`;
    item.querySelector('.lists')?.replaceChildren();
    const details = item.firstElementChild;
    if (details instanceof HTMLDetailsElement && details.open) fill(details);
  }
  found('pair-said', HTMLSpanElement).textContent = pair()?.said ?? '';
  update();
}

/** Makes the ranked lists of a topic when it is opened. */
function fill(target: EventTarget | null): void {
  if (!(target instanceof HTMLDetailsElement) || !target.open || target.parentElement?.parentElement !== list) return;
  const lists = target.querySelector('.lists');
  const topic = data.topics[Number(target.parentElement.dataset.t)];
  const shown = pair();
  if (lists === null || topic === undefined || shown === undefined || lists.childElementCount > 0) return;
  lists.append(...rankedLists(data, topic, shown));
}

/** Opens the topic that the address names, and shows it whatever is filtered. */
function openLinked(): void {
  if (!location.hash.startsWith('#topic=')) return;
  const summary = document.getElementById(location.hash.slice(1));
  const details = summary?.parentElement;
  if (!(details instanceof HTMLDetailsElement) || summary === null) return;
  if (details.parentElement?.hidden === true) {
    tools.reset();
    changePair();
  }
  details.open = true;
  fill(details);
  summary.focus({ preventScroll: true });
  summary.scrollIntoView({ block: 'start' });
}

function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Escape') {
    close();
    return;
  }
  const isTyping = event.target instanceof Element && event.target.matches('input[type=search], select');
  if (isTyping || !found('keys', HTMLInputElement).checked) return;
  if (event.key === '/') {
    event.preventDefault();
    search.focus();
  }
  if (event.key === 'j' || event.key === 'k') step(event.key === 'j' ? 1 : -1);
}

/** Clears the search, else closes the topic that the focus is in. */
function close(): void {
  const active = document.activeElement;
  if (active === search) {
    search.value = '';
    search.blur();
    update();
    return;
  }
  const details = active?.closest('#topic-list > li > details');
  if (!(details instanceof HTMLDetailsElement)) return;
  details.open = false;
  details.querySelector('summary')?.focus();
}

function step(by: number): void {
  const shown = [...list.children].filter(
    (item): item is HTMLLIElement => item instanceof HTMLLIElement && !item.hidden,
  );
  const at = shown.findIndex((item) => item.contains(document.activeElement));
  const next = shown[at < 0 ? 0 : Math.min(shown.length - 1, Math.max(0, at + by))];
  next?.querySelector('summary')?.focus();
}
