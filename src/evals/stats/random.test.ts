import { describe, expect, it } from 'vitest';
import { checkSampling, indexSampler, randomWords } from './random.ts';

describe('random numbers', () => {
  it.each([
    [{ seed: 0.5, draws: 10_000 }, 'the seed 0.5 is not an integer from 0 to 4294967295'],
    [{ seed: 2 ** 32, draws: 10_000 }, 'the seed 4294967296 is not an integer'],
    [{ seed: Number.NaN, draws: 10_000 }, 'the seed NaN is not an integer'],
    [{ seed: 1, draws: 1000 }, '1000 draws are too few: at least 10000 are needed'],
    [{ seed: 1, draws: 10_000.5 }, '10000.5 draws are too few'],
  ])('refuses %j', (sampling, message) => {
    expect(() => checkSampling(sampling)).toThrow(message);
  });

  it('refuses to draw from more topics than the generator can choose evenly between', () => {
    expect(() => indexSampler(1, 2 ** 21 + 1)).toThrow('2097153 topics are too many to resample');
  });

  it('repeats the stream of a seed, and gives another for another, up to the largest', () => {
    const stream = (seed: number) => Array.from({ length: 5 }, randomWords(seed));
    expect(stream(7)).toEqual(stream(7));
    expect(stream(8)).not.toEqual(stream(7));
    expect(stream(2 ** 32 - 1)).not.toEqual(stream(0));
  });

  // 99.99 % of chi-square values lie below degrees of freedom + 4 · √(2 · degrees of freedom) + 10.
  it.each([1, 2, 3, 7, 300, 65_536, 65_537])('chooses evenly between %i', (below) => {
    const each = 40;
    const counts = new Uint32Array(below);
    const out = new Uint32Array(below);
    const sample = indexSampler(3, below);
    for (let round = 0; round < each; round++) {
      sample(out);
      for (const index of out) counts[index] = (counts[index] ?? 0) + 1;
    }
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(each * below);
    const chiSquare = counts.reduce((sum, count) => sum + (count - each) ** 2 / each, 0);
    const df = below - 1;
    expect(chiSquare).toBeLessThan(df + 4 * Math.sqrt(2 * df) + 10);
  });

  it.each([300, 40_000, 1_500_000])('rejects exactly the words that would favour some of %i', (below) => {
    const drawn = new Uint32Array(100_000);
    indexSampler(5, below)(drawn);
    const next = randomWords(5);
    const expected: number[] = [];
    while (expected.length < drawn.length) {
      const word = BigInt(next() >>> 0);
      const [draws, range] = below <= 2 ** 16 ? [[word & 0xffffn, word >> 16n], 2n ** 16n] : [[word], 2n ** 32n];
      const least = range % BigInt(below);
      for (const draw of draws) {
        const product = draw * BigInt(below);
        if (product % range >= least) expected.push(Number(product / range));
      }
    }
    expect([...drawn]).toEqual(expected.slice(0, drawn.length));
  });
});
