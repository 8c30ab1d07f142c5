import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDecimal } from './decimal.ts';
import { fallingScores, idAsWord, qrelsText, runText } from './export.ts';

const printed = (scores: readonly number[]) =>
  scores.map((score) => {
    const bytes = new TextEncoder().encode(String(score));
    return parseDecimal(bytes, 0, bytes.length);
  });

/** What a reader of 64 or 32 bits sees after parsing the printed text. */
function faultOf(scores: readonly number[]): string | undefined {
  const read = printed(scores);
  for (const [i, score] of read.entries()) {
    const before = read[i - 1];
    if (!Number.isFinite(Math.fround(score))) return `${score} does not fit into 32 bits`;
    if (before !== undefined && !(score < before)) return `${before} then ${score} in 64 bits`;
    if (before !== undefined && !(Math.fround(score) < Math.fround(before)))
      return `${before} then ${score} in 32 bits`;
  }
  return undefined;
}

describe('fallingScores', () => {
  it.each<[string, number[], number[]]>([
    ['leaves falling scores as they are', [3, 2.5, -1], [3, 2.5, -1]],
    ['lowers a tie to the next 32-bit number', [1, 1, 1], [1, 1 - 2 ** -24, 1 - 2 ** -23]],
    ['lowers what only 64 bits tell apart', [16777217, 16777216], [16777217, 16777215]],
    ['goes below zero', [0, 0, -0], [0, -(2 ** -149), -(2 ** -148)]],
    ['leaves what is far enough below a lowered tie', [2, 2, 1], [2, 2 - 2 ** -23, 1]],
    ['and nothing', [], []],
  ])('%s', (_, scores, expected) => {
    expect(fallingScores(scores)).toEqual({ scores: expected, isRanks: false });
  });

  it('counts ranks from the end where 32 bits cannot hold the scores', () => {
    const least = -3.4028234663852886e38;
    expect(fallingScores([1e300, 1])).toEqual({ scores: [2, 1], isRanks: true });
    expect(fallingScores([least, least])).toEqual({ scores: [2, 1], isRanks: true });
  });

  it('falls strictly in 64 and in 32 bits as printed, for every list, and moves no score up', () => {
    const score = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(0, -0, 5e-324, -5e-324, 2 ** -149, 1e-46, 1e308, -1e308, 3.4e38, -3.4e38, 0.1, 1 / 61 + 1 / 62),
      fc.integer({ min: 1, max: 60 }).map((rank) => 1 / (60 + rank)),
    );
    fc.assert(
      fc.property(fc.array(score, { maxLength: 40 }), fc.integer({ min: 1, max: 25 }), (list, times) => {
        const scores = list.flatMap((value) => new Array<number>(times).fill(value)).sort((a, b) => b - a);
        const falling = fallingScores(scores);
        expect(falling.scores).toHaveLength(scores.length);
        expect(faultOf(falling.scores)).toBeUndefined();
        if (!falling.isRanks) expect(falling.scores.every((out, i) => out <= (scores[i] ?? 0))).toBe(true);
      }),
    );
  });

  it('holds a thousand equal scores apart', () => {
    for (const score of [0, 1e-45, 1, -7, 123456.789, -3e38]) {
      expect(faultOf(fallingScores(new Array<number>(1000).fill(score)).scores)).toBeUndefined();
    }
  });
});

describe('ids as words', () => {
  it('come back, hold no blank of any script, and are left alone where they need nothing', () => {
    expect(idAsWord('guides/zürich_v1.md')).toBe('guides/zürich_v1.md');
    expect(idAsWord('#a b%c\u3000')).toBe('%23a%20b%25c%E3%80%80');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (id) => {
        const word = idAsWord(id);
        expect(word).not.toMatch(/[\s\u0085]|^#/u);
        expect(decodeURIComponent(word)).toBe(id);
      }),
    );
  });

  it('are counted once each, in runs and qrels', () => {
    const run = runText(
      [
        {
          topicId: 'q 2',
          ranking: [
            { id: 'a b', score: 1 },
            { id: 'c', score: 1 },
          ],
        },
        { topicId: 'q1', ranking: [] },
      ],
      'my tag',
    );
    expect(run).toEqual({
      text: `q%202 Q0 a%20b 1 1 my%20tag\nq%202 Q0 c 2 ${1 - 2 ** -24} my%20tag\n`,
      rows: 2,
      escapedIds: 2,
      topicsByRank: 0,
    });
    const qrels = qrelsText([
      {
        topicId: 'q 2',
        judged: [
          { id: 'c', grade: -1 },
          { id: 'a b', grade: 2 },
        ],
      },
    ]);
    expect(qrels).toMatchObject({ text: 'q%202 0 a%20b 2\nq%202 0 c -1\n', escapedIds: 2 });
  });
});
