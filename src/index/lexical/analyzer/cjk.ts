import { normaliseChunk, wordsOf } from './words.ts';

const CJK_RUN = /(?:(?=[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}])[\p{L}\p{M}\p{N}])+/gu;

/** Overlapping pairs of characters for runs of Han, kana and hangul (a lone one stays single); words for the rest. */
export function cjkTerms(chunk: string): string[] {
  const text = normaliseChunk(chunk);
  const terms: string[] = [];
  let end = 0;
  for (const match of text.matchAll(CJK_RUN)) {
    terms.push(...wordsOf(text.slice(end, match.index)));
    addPairs([...match[0]], terms);
    end = match.index + match[0].length;
  }
  terms.push(...wordsOf(text.slice(end)));
  return terms;
}

function addPairs(characters: readonly string[], terms: string[]): void {
  const first = characters[0];
  if (first !== undefined && characters.length === 1) terms.push(first);
  for (let i = 1; i < characters.length; i++) terms.push(`${characters[i - 1]}${characters[i]}`);
}
