import { describe, expect, it } from 'vitest';
import type { IndexedPassage } from './document.ts';
import { compareHits, compareTieKeys } from './ranking.ts';

const passage = (contentSha256: string, doc: string, startUtf16: number): IndexedPassage => ({
  id: `${contentSha256}${doc}${startUtf16}`,
  doc,
  startUtf16,
  endUtf16: startUtf16 + 1,
  startLine: 1,
  endLine: 1,
  contentSha256,
});

describe('compareHits', () => {
  it('orders by score, then content hash, then document bytewise, then start', () => {
    const hits = [
      { passage: passage('b', 'a', 0), score: 1 },
      { passage: passage('a', '😀', 0), score: 1 },
      { passage: passage('a', '～', 9), score: 1 },
      { passage: passage('a', '～', 2), score: 1 },
      { passage: passage('z', 'z', 0), score: 2 },
    ];
    const order = hits
      .toSorted(compareHits)
      .map(({ passage: { contentSha256, doc, startUtf16 } }) => `${contentSha256} ${doc} ${startUtf16}`);
    expect(order).toEqual(['z z 0', 'a ～ 2', 'a ～ 9', 'a 😀 0', 'b a 0']);
  });
  it('agrees with the tie order that passages are numbered in', () => {
    const a = passage('a', 'x', 1);
    const b = passage('a', 'x', 2);
    expect(Math.sign(compareHits({ passage: a, score: 1 }, { passage: b, score: 1 }))).toBe(
      Math.sign(compareTieKeys(a, b)),
    );
  });
});
