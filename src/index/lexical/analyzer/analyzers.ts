import { GrkError } from '../../../contracts/errors.ts';
import { didYouMean } from '../../../contracts/nearest.ts';
import { type AnalyzerName, AnalyzerNameSchema } from '../../../contracts/pipeline.ts';
import { scanChunks } from './chunk-scanner.ts';
import { cjkTerms } from './cjk.ts';
import { englishTerms } from './english.ts';
import { normaliseChunk, wordsOf } from './words.ts';

/**
 * Version id per analyzer: it changes when the terms of any text do. Terms are the same on every system for
 * characters of Unicode 15 and before; later ones are read by the Unicode version of the Node that runs.
 */
export const ANALYZER_ALGORITHMS = {
  english: 'english/1',
  plain: 'plain/1',
  cjk: 'cjk/1',
} as const satisfies Record<AnalyzerName, string>;

const TERMS_OF_CHUNK: Record<AnalyzerName, (chunk: string) => readonly string[]> = {
  english: englishTerms,
  plain: (chunk) => wordsOf(normaliseChunk(chunk)),
  cjk: cjkTerms,
};

const CACHED_CHUNKS = 65_536;
const LONGEST_CACHED = 64;

export interface Analyzer {
  readonly name: AnalyzerName;
  readonly algorithm: string;
  /** The terms of a text in order, repeats kept. */
  terms(text: string): string[];
  /** The terms of one chunk of `scanChunks`, computed on every call. */
  termsOfChunk(chunk: string): readonly string[];
}

/**
 * Case is folded by the default Unicode mapping, compatibility forms by NFKC; diacritics stay.
 * @throws GrkError GRK_UNKNOWN_NAME
 */
export function analyzer(name: AnalyzerName): Analyzer {
  const termsOfChunk = Object.hasOwn(TERMS_OF_CHUNK, name) ? TERMS_OF_CHUNK[name] : undefined;
  if (termsOfChunk === undefined) {
    const known = AnalyzerNameSchema.options;
    throw new GrkError('GRK_UNKNOWN_NAME', `there is no analyzer "${name}".${didYouMean(String(name), known)}`, {
      remedy: `Use one of: ${known.join(', ')}.`,
    });
  }
  const cache = new Map<string, readonly string[]>();
  const cached = (chunk: string): readonly string[] => {
    const known = cache.get(chunk);
    if (known !== undefined) return known;
    if (chunk.length > LONGEST_CACHED) return termsOfChunk(chunk);
    if (cache.size >= CACHED_CHUNKS) cache.clear();
    // A copy, since V8 keeps a whole text alive for a slice of it.
    const own = ` ${chunk}`.slice(1);
    const terms = termsOfChunk(own);
    cache.set(own, terms);
    return terms;
  };
  const terms = (text: string): string[] => {
    const all: string[] = [];
    scanChunks(text, (start, end) => {
      for (const term of cached(text.slice(start, end))) all.push(term);
    });
    return all;
  };
  return { name, algorithm: ANALYZER_ALGORITHMS[name], terms, termsOfChunk };
}
