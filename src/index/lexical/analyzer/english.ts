import { stemmer } from 'stemmer';
import { eng } from 'stopword/src/stopwords_eng.js';
import { normaliseChunk, wordsOf } from './words.ts';

const STOP_WORDS: ReadonlySet<string> = new Set(eng);
const CONTRACTION = /'(?:s|t|d|m|ll|re|ve)$/i;
/** No English word is longer; the stemmer's patterns are not made for blobs. */
const LONGEST_STEMMED = 64;

/** Words without contraction endings and without `stopword`'s English list, each as its Porter (1980) stem. */
export function englishTerms(chunk: string): string[] {
  const terms: string[] = [];
  for (const word of wordsOf(normaliseChunk(chunk), dropContraction)) {
    if (!STOP_WORDS.has(word)) terms.push(word.length > LONGEST_STEMMED ? word : stemmer(word));
  }
  return terms;
}

function dropContraction(piece: string): string {
  return piece.replace(CONTRACTION, '');
}
