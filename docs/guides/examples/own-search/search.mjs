// A search of your own: the words of the query, counted in each paragraph, rare words more.
import { readdir, readFile } from 'node:fs/promises';

const CORPUS = new URL('../../../../golden/handbook/corpus/', import.meta.url);
const wordsOf = (text) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));

const paragraphs = [];
for (const name of await readdir(CORPUS, { recursive: true })) {
  if (!name.endsWith('.md')) continue;
  const doc = name.replaceAll('\\', '/');
  const lines = (await readFile(new URL(doc, CORPUS), 'utf8')).split(/\r?\n/);
  for (let start = 0; start < lines.length; start++) {
    let end = start;
    while (lines[end]?.trim()) end++;
    if (end === start) continue;
    paragraphs.push({ doc, lines: [start + 1, end], words: wordsOf(lines.slice(start, end).join(' ')) });
    start = end;
  }
}
const counts = new Map();
for (const { words } of paragraphs) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);

/** @returns hits for a query, at most k: lines of a document, with a score */
export async function search({ query }, k) {
  const asked = [...wordsOf(query)];
  const rarity = (word) => Math.log(1 + paragraphs.length / (counts.get(word) ?? paragraphs.length));
  return paragraphs
    .map(({ doc, lines, words }) => ({
      doc,
      lines,
      score: asked.filter((word) => words.has(word)).reduce((sum, word) => sum + rarity(word), 0),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, k);
}
