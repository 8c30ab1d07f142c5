import { mersenne } from 'pure-rand/generator/mersenne';
import { GrkError } from '../../contracts/errors.ts';

export const DEFAULT_SEED = 42;
export const MIN_DRAWS = 10_000;
/** With more topics than this, one word of the generator no longer chooses evenly between them within a double. */
const MAX_BELOW = 2 ** 21;

/** What fixes a randomised result. */
export interface Sampling {
  /** 0 to 2^32 − 1. */
  readonly seed: number;
  /** At least 10,000. */
  readonly draws: number;
}

/** @throws GrkError GRK_USAGE */
export function checkSampling({ seed, draws }: Sampling): void {
  if (!Number.isInteger(seed) || seed < 0 || seed >= 2 ** 32) {
    throw new GrkError('GRK_USAGE', `the seed ${seed} is not an integer from 0 to 4294967295`, {
      remedy: 'Give a whole number in that range.',
    });
  }
  if (!Number.isSafeInteger(draws) || draws < MIN_DRAWS) {
    throw new GrkError('GRK_USAGE', `${draws} draws are too few: at least ${MIN_DRAWS} are needed`, {
      remedy: `Ask for ${MIN_DRAWS} draws or more.`,
    });
  }
}

/** Words of 32 random bits, as signed integers: the Mersenne Twister MT19937, the stream of numpy's `RandomState`. */
export function randomWords(seed: number): () => number {
  const generator = mersenne(seed);
  return () => generator.next();
}

/**
 * Returns a function that fills a list with integers from 0 to below − 1, each equally likely.
 * Multiplication with rejection (Lemire 2019), on halves of a word, low half first, as long as 16 bits are enough.
 * @throws GrkError GRK_USAGE above 2^21
 */
export function indexSampler(seed: number, below: number): (out: Uint32Array) => void {
  if (below > MAX_BELOW)
    throw new GrkError('GRK_USAGE', `${below} topics are too many to resample`, {
      remedy: `Compare on ${MAX_BELOW} topics at most.`,
    });
  const next = randomWords(seed);
  return below <= 2 ** 16 ? (out) => fillFromHalves(out, next, below) : (out) => fillFromWords(out, next, below);
}

function fillFromHalves(out: Uint32Array, next: () => number, below: number): void {
  const rejected = 2 ** 16 % below;
  let filled = 0;
  while (filled < out.length) {
    const word = next();
    const low = Math.imul(word & 0xffff, below);
    if ((low & 0xffff) >= rejected) out[filled++] = low >>> 16;
    if (filled === out.length) return;
    const high = Math.imul(word >>> 16, below);
    if ((high & 0xffff) >= rejected) out[filled++] = high >>> 16;
  }
}

function fillFromWords(out: Uint32Array, next: () => number, below: number): void {
  const rejected = 2 ** 32 % below;
  let filled = 0;
  while (filled < out.length) {
    const product = (next() >>> 0) * below;
    const index = Math.floor(product / 2 ** 32);
    if (product - index * 2 ** 32 >= rejected) out[filled++] = index;
  }
}
