import { describe, expect, it } from 'vitest';
import { compareScored, compareTieKeys, TIE_ORDER_ALGORITHM, type TieKey } from './ranking.ts';

const key = (contentSha256: string, doc: string, startUtf16: number): TieKey => ({ contentSha256, doc, startUtf16 });

describe('compareTieKeys', () => {
  it('orders by content hash, then document bytewise, then start', () => {
    const keys = [key('b', 'a', 0), key('a', '😀', 0), key('a', '～', 9), key('a', '～', 2)];
    const order = keys.toSorted(compareTieKeys).map((each) => `${each.contentSha256} ${each.doc} ${each.startUtf16}`);
    expect(order).toEqual(['a ～ 2', 'a ～ 9', 'a 😀 0', 'b a 0']);
  });
  it('keeps its order under its version id', () => {
    const keys = ['b', 'a'].flatMap((hash) =>
      ['z', 'Z', 'é'].flatMap((doc) => [10, 9].map((at) => key(hash, doc, at))),
    );
    const order = keys.toSorted(compareTieKeys).map((each) => `${each.contentSha256}${each.doc}${each.startUtf16}`);
    expect({ [TIE_ORDER_ALGORITHM]: order.join(' ') }).toEqual({
      'tie-order/1': 'aZ9 aZ10 az9 az10 aé9 aé10 bZ9 bZ10 bz9 bz10 bé9 bé10',
    });
  });
});

describe('compareScored', () => {
  it('puts the higher score first, and the lower number where scores are equal', () => {
    const scored = [
      [1, 7],
      [2, 9],
      [1, 3],
      [-0, 2],
      [0, 1],
    ] as const;
    const order = scored.toSorted(([scoreA, a], [scoreB, b]) => compareScored(scoreA, a, scoreB, b));
    expect(order.map(([, passage]) => passage)).toEqual([9, 3, 7, 1, 2]);
  });
});
