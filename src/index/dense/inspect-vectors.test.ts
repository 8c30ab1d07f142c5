import { expect, it } from 'vitest';
import type { StoredVector } from '../../contracts/ports.ts';
import { inspectVectors } from './inspect-vectors.ts';

async function* rows(...given: readonly (readonly [string, ...number[]])[]): AsyncGenerator<StoredVector> {
  for (const [id, ...vector] of given) yield { id, vector: Float32Array.from(vector) };
}

it('says of each stored vector what is wrong with it', async () => {
  const given = rows(
    ['a', 1, 0],
    ['b', 0, 0],
    ['b', 0.6, 0.8],
    ['stray', 0, 1],
    ['c', Number.NaN, 1],
    ['d', 1, 0, 0],
    ['e', 3, 4],
  );
  expect(await inspectVectors(['a', 'b', 'c', 'd', 'e', 'gone'], 2, given)).toEqual({
    stored: 7,
    missing: ['gone'],
    orphans: ['stray'],
    repeated: ['b'],
    broken: ['c', 'd'],
    notUnit: ['e'],
    zero: 1,
  });
});

it('takes what float32 makes of a unit vector for one', async () => {
  const third = Math.fround(1 / Math.sqrt(3));
  const facts = await inspectVectors(['a'], 3, rows(['a', third, third, third]));
  expect(facts.notUnit).toEqual([]);
});
