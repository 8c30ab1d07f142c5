const WORDS = /[\p{L}\p{M}\p{N}]+/gu;
const ALL_ASCII = /^[\0-\x7f]*$/;
/** Between characters of scripts that part no words. */
const WITHOUT_SPACES =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}]';
const CHARACTER_EDGE = new RegExp(`(?<=${WITHOUT_SPACES})|(?=${WITHOUT_SPACES})`, 'u');

/** The words of a text that shingles are made of, lower-cased; in a script without spaces each character is one. */
export function shingleWordsOf(text: string): string[] {
  return (text.toLowerCase().match(WORDS) ?? []).flatMap((run) =>
    ALL_ASCII.test(run) ? run : run.split(CHARACTER_EDGE),
  );
}

/**
 * The distinct shingles of a text, each `size` words in a row, as hashes of 53 bits, ascending; a shorter text is one
 * shingle, one without words has none. Two of a million different shingles share a hash once in some 18,000 corpora.
 */
export function shinglesOf(text: string, size: number): Float64Array {
  const hashes = shingleWordsOf(text).map(hashOf);
  const count = hashes.length === 0 ? 0 : Math.max(1, hashes.length - size + 1);
  const all = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    let low = 0x811c9dc5;
    let high = 0x9747b28c;
    for (const word of hashes.slice(i, i + size)) {
      low = mixed(low ^ word.low);
      high = mixed(high ^ word.high);
    }
    all[i] = (high & 0x1fffff) * 2 ** 32 + (low >>> 0);
  }
  all.sort();
  return all.filter((value, i) => i === 0 || value !== all[i - 1]);
}

function hashOf(word: string): { low: number; high: number } {
  let low = 0x811c9dc5;
  let high = 0x01000193;
  for (let i = 0; i < word.length; i++) {
    const unit = word.charCodeAt(i);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x5bd1e995);
  }
  return { low: mixed(low ^ word.length), high: mixed(high) };
}

/** The finaliser of MurmurHash3: every bit of the input changes about half of the output. */
function mixed(value: number): number {
  let bits = value;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
