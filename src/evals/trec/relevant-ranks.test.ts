import fc from 'fast-check';
import { expect, it } from 'vitest';
import { qrelsOf } from './qrels.ts';
import { relevantRanks } from './relevant-ranks.ts';
import { createRunReader, type Run } from './run.ts';

function runOf(rows: readonly (readonly [topic: string, doc: string, score: number])[]): Run {
  const reader = createRunReader('a.run');
  for (const [topic, doc, score] of rows) reader.push(new TextEncoder().encode(`${topic} Q0 ${doc} 0 ${score} t\n`));
  return reader.end();
}

const QRELS = qrelsOf('q', [
  { topic: 'q1', doc: 'a', grade: 1 },
  { topic: 'q1', doc: 'b', grade: 0 },
  { topic: 'q1', doc: 'c', grade: 2 },
  { topic: 'q2', doc: 'a', grade: 1 },
]);

it('finds relevant documents in the order of trec_eval: score, then id descending', () => {
  const ranks = relevantRanks(
    QRELS,
    runOf([
      ['q1', 'a', 1],
      ['q1', 'b', 1],
      ['q1', 'x', 1],
      ['q1', 'z', 0],
    ]),
  );
  expect(ranks('q1')).toEqual([
    { doc: 'a', grade: 1, rank: 3 },
    { doc: 'c', grade: 2, rank: null },
  ]);
  expect(ranks('q2')).toEqual([{ doc: 'a', grade: 1, rank: null }]);
  expect(ranks('q3')).toEqual([]);
});

it('compares scores in 32 bits when asked', () => {
  const run = runOf([
    ['q1', 'a', 1.00000001],
    ['q1', 'x', 1],
  ]);
  expect(relevantRanks(QRELS, run)('q1')[0]?.rank).toBe(1);
  expect(relevantRanks(QRELS, run, 'float32')('q1')[0]?.rank).toBe(2);
});

it('agrees with a plain sort', () => {
  const scored = fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'c', 'x', 'y', 'z'), fc.integer({ min: 0, max: 2 })), {
    selector: ([doc]) => doc,
    minLength: 1,
  });
  fc.assert(
    fc.property(scored, (docs) => {
      const ranks = relevantRanks(QRELS, runOf(docs.map(([doc, score]) => ['q1', doc, score])));
      const order = [...docs].sort(([a, x], [b, y]) => y - x || (a < b ? 1 : -1)).map(([doc]): string => doc);
      const rankOf = (doc: string) => order.indexOf(doc) + 1 || null;
      expect(ranks('q1').map(({ doc, rank }) => [doc, rank])).toEqual([
        ['a', rankOf('a')],
        ['c', rankOf('c')],
      ]);
    }),
  );
});
