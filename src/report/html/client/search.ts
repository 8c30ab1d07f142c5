import MiniSearch from 'minisearch';
import type { PageData } from '../page-data.ts';

interface Row {
  readonly id: string;
  readonly text: string;
}

/** Topics that match some words, best first: by their own text, then by the passages in their lists. */
export function topicSearch(data: PageData): (words: string) => number[] {
  const index = new MiniSearch<Row>({ fields: ['text'], searchOptions: { prefix: true, combineWith: 'AND' } });
  const rows: Row[] = data.topics.map(({ id, query, category }, at) => ({
    id: `t${at}`,
    text: `${query} ${id} ${category}`,
  }));
  data.passages.forEach(([doc, , , text], at) => {
    rows.push({ id: `p${at}`, text: `${data.docs[doc] ?? ''} ${text ?? ''}` });
  });
  index.addAll(rows);
  const showing = data.passages.map((): number[] => []);
  data.topics.forEach(({ entries }, topic) => {
    for (const [passage, , , others] of entries)
      for (const at of new Set([passage, ...Object.values(others ?? {})])) showing[at]?.push(topic);
  });
  return (words) => {
    const wanted = words.toLowerCase();
    const ids = index.search(words).map(({ id }) => String(id));
    // Scripts without spaces between words: the text as it was typed.
    const literal = rows.flatMap(({ id, text }) => (text.toLowerCase().includes(wanted) ? [id] : []));
    const hits = [...new Set([...ids, ...literal])];
    const own = hits.filter((id) => id.startsWith('t')).map((id) => Number(id.slice(1)));
    const shown = hits.filter((id) => id.startsWith('p')).flatMap((id) => showing[Number(id.slice(1))] ?? []);
    return [...new Set([...own, ...shown])];
  };
}
