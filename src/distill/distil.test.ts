import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DISTILL_ALGORITHM, type DistilledRows, distil, HELD_OUT_EVERY, type TaughtPassages } from './distil.ts';
import { finish } from './matrix.ts';

const [TOKENS, WIDTH, PASSAGES] = [30, 6, 200];
/** Numerical Recipes' linear congruential generator: the same numbers on every run. */
function numbers(count: number, seed: number): Float32Array {
  let state = seed;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  });
}
const tokens = numbers(TOKENS * 2 * WIDTH, 1);
/** A teacher whose vectors are sums over other rows than its single tokens show. */
const truth = numbers(TOKENS * WIDTH, 2);
const passages: TaughtPassages = (() => {
  const picks = numbers(PASSAGES * 5, 3);
  const bags = Array.from({ length: PASSAGES }, (_, i) =>
    [...picks.subarray(i * 5, i * 5 + 5)].map((value) => Math.floor(((value + 1) / 2) * TOKENS)),
  );
  const vectors = Float32Array.from({ length: PASSAGES * WIDTH }, (_, at) =>
    (bags[Math.floor(at / WIDTH)] ?? []).reduce((sum, token) => sum + (truth[token * WIDTH + (at % WIDTH)] ?? 0), 0),
  );
  return { tokens: bags, vectors };
})();
const sha256Of = ({ rows, weights }: DistilledRows) =>
  createHash('sha256').update(rows).update(new Uint8Array(weights.buffer)).digest('hex');

describe('distil', () => {
  it('comes near a teacher that sums, on passages that it was not fitted to', () => {
    const { rows, weights, fit } = finish(distil({ tokens, width: WIDTH, passages }, WIDTH));
    expect([rows.length, weights.length]).toEqual([TOKENS * WIDTH, TOKENS]);
    expect(fit).toMatchObject({
      heldOutPassages: PASSAGES / HELD_OUT_EVERY,
      fittedPassages: PASSAGES - PASSAGES / HELD_OUT_EVERY,
    });
    expect(fit?.prior).toBeLessThan(0.5);
    expect(fit?.distilled).toBeGreaterThan(0.9);
  });

  it('never reads a held-out vector to fit', () => {
    const other = {
      ...passages,
      vectors: passages.vectors.map((value, i) => (i % (HELD_OUT_EVERY * WIDTH) < WIDTH ? -value : value)),
    };
    const [a, b] = [passages, other].map((each) => finish(distil({ tokens, width: WIDTH, passages: each }, 4)));
    expect([a?.rows, a?.weights]).toEqual([b?.rows, b?.weights]);
    expect(a?.fit?.distilled).not.toBe(b?.fit?.distilled);
  });

  it('takes the vocabulary alone where there are no passages, and claims no fit', () => {
    const { fit, share } = finish(distil({ tokens, width: WIDTH }, 3));
    expect(fit).toBeNull();
    expect(share).toBeGreaterThan(0.5);
    expect(share).toBeLessThan(1);
  });

  it('keeps its bits under its algorithm id', () => {
    expect({ [DISTILL_ALGORITHM]: sha256Of(finish(distil({ tokens, width: WIDTH, passages }, 4))) }).toEqual({
      'distill/1': '3a7d14b8a73c0c6970ee7f9138ad10793b0ad6978e15fb683ccfb9fc6684fd31',
    });
  });
});
