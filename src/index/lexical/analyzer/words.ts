/** The forms of most chunks: one word, no hump. */
const SINGLE_WORD = /^(?:[A-Z]?[a-z]+|[a-z0-9]+|[A-Z0-9]+)$/;
const ALL_ASCII = /^[\0-\x7f]*$/;
/** U+200B separates words in scripts without spaces; the other format characters are invisible inside words. */
const INVISIBLE = /(?!\u200b)\p{Cf}/gu;
const APOSTROPHES = /[\u2019\u02bc]/g;
const HYPHENS = /[\u2010\u2011]/g;
/** What parts two words: a character that is none of letter, mark, digit and joiner, or joiners in a row. */
const PIECE_BREAK = /[^\p{L}\p{M}\p{N}'._-]+|(?<=[\p{L}\p{M}\p{N}])['._-]{2,}/u;
const OUTER_JOINERS = /^(?!--[\p{L}\p{N}])['._-]+|['._-]+$/gu;
/** From lower case to a capital that lower case follows: `maxDepth` has one, `mRNA` and `iOS` have none. */
const HUMP = /(?<=\p{Ll})(?=\p{Lu}\p{Ll})/u;
const IDENTIFIER = /^--|_|\p{N}|\p{L}\.\p{L}|\p{Ll}\p{Lu}\p{Ll}/u;

/** NFKC with one apostrophe, one hyphen, and no format characters. */
export function normaliseChunk(chunk: string): string {
  if (ALL_ASCII.test(chunk)) return chunk;
  return chunk.replace(APOSTROPHES, "'").normalize('NFKC').replace(HYPHENS, '-').replace(INVISIBLE, '');
}

/**
 * The words of a normalised chunk, lower-cased. Joiners and camel humps part words. An identifier (a joined or humped
 * form with a digit, an underscore, a dot between letters, a hump, or a leading `--`) also gives its whole, with `-`
 * for `_`: `QB-2104` → qb, 2104, qb-2104; `--max-depth` and `max_depth` → max, depth, max-depth; `maxDepth` → max,
 * depth, maxdepth; `1.2.3` → 1, 2, 3, 1.2.3; `well-known` → well, known.
 * @param trim applied to each stretch between spaces before it is parted at apostrophes
 */
export function wordsOf(chunk: string, trim?: (piece: string) => string): string[] {
  if (SINGLE_WORD.test(chunk)) return [chunk.toLowerCase()];
  const words: string[] = [];
  for (const piece of chunk.split(PIECE_BREAK)) {
    for (const part of (trim === undefined ? piece : trim(piece)).split("'")) addWords(part, words);
  }
  return words;
}

function addWords(joined: string, words: string[]): void {
  const bare = joined.replace(OUTER_JOINERS, '');
  const parts = bare
    .split(/[._-]+/)
    .flatMap((part) => part.split(HUMP))
    .filter((part) => part !== '');
  for (const part of parts) words.push(part.toLowerCase());
  if (parts.length > 1 && IDENTIFIER.test(bare)) {
    words.push(bare.replace(/^--/, '').replaceAll('_', '-').toLowerCase());
  }
}
