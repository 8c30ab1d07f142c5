import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runFrom } from '../../../test/trec-input.ts';
import { compareBytes } from '../../contracts/ids.ts';
import { rankRun, type ScorePrecision } from './order.ts';

type Row = readonly [doc: string, score: number | string];

function ranking(rows: readonly Row[], precision: ScorePrecision = 'float64'): string[] {
  const run = runFrom(rows.map(([doc, score]) => `q Q0 ${doc} 0 ${score} t`).join('\n'));
  return Array.from(rankRun(run, precision).rows, (row) => run.docs.textAt(row));
}

describe('the order of outside runs', () => {
  it.each<[string, Row[], string[]]>([
    [
      'is by score, not by line',
      [
        ['a', 1],
        ['b', 3],
        ['c', 2],
      ],
      ['b', 'c', 'a'],
    ],
    [
      'puts the larger id first at equal scores',
      [
        ['b', 1],
        ['a', 1],
      ],
      ['b', 'a'],
    ],
    [
      'does not see the order of lines',
      [
        ['a', 1],
        ['b', 1],
      ],
      ['b', 'a'],
    ],
    [
      'takes ids as text',
      [
        ['10', 1],
        ['9', 1],
      ],
      ['9', '10'],
    ],
    [
      'puts the longer of two beginnings first',
      [
        ['ab', 1],
        ['abc', 1],
      ],
      ['abc', 'ab'],
    ],
    [
      'compares bytes beyond ASCII',
      [
        ['z', 1],
        ['é', 1],
      ],
      ['é', 'z'],
    ],
    [
      'compares bytes beyond the basic plane',
      [
        ['～', 1],
        ['😀', 1],
      ],
      ['😀', '～'],
    ],
    [
      'does not tell −0 from 0',
      [
        ['a', '-0'],
        ['b', 0],
      ],
      ['b', 'a'],
    ],
  ])('%s', (_, rows, expected) => {
    expect(ranking(rows)).toEqual(expected);
    expect(ranking([...rows].reverse())).toEqual(expected);
  });

  const near: Row[] = [
    ['a', '0.01774662259588722'],
    ['b', '0.017746621194897057'],
  ];
  it('keeps doubles apart that 32 bits would make equal', () => {
    expect(ranking(near)).toEqual(['a', 'b']);
    expect(ranking(near, 'float32')).toEqual(['b', 'a']);
    expect(
      ranking([
        ['x', 16777217],
        ['y', 16777216],
      ]),
    ).toEqual(['x', 'y']);
    expect(
      ranking(
        [
          ['x', 16777217],
          ['y', 16777216],
        ],
        'float32',
      ),
    ).toEqual(['y', 'x']);
  });

  it('survives scores that are infinite in 32 bits', () => {
    expect(
      ranking(
        [
          ['a', 1e300],
          ['b', 2e300],
          ['c', 0],
        ],
        'float32',
      ),
    ).toEqual(['b', 'a', 'c']);
  });

  it('equals a sort of strings and numbers', () => {
    const rows = fc.uniqueArray(
      fc.tuple(fc.string({ unit: 'grapheme', minLength: 1 }), fc.integer({ min: -2, max: 2 })),
      {
        selector: ([doc]) => doc,
        maxLength: 40,
      },
    );
    fc.assert(
      fc.property(rows, (drawn) => {
        const plain = drawn.filter(([doc]) => !/\s/.test(doc) && !/\p{Cs}/u.test(doc));
        fc.pre(plain.length > 0);
        const expected = [...plain].sort(([a, x], [b, y]) => y - x || compareBytes(b, a)).map(([doc]) => doc);
        expect(ranking(plain)).toEqual(expected);
      }),
    );
  });
});

it('counts rows that are tied with the one above, and topics of one score', () => {
  const run = runFrom('q1 Q0 a 0 1 t\nq1 Q0 b 0 1 t\nq2 Q0 a 0 2 t\nq2 Q0 b 0 1 t\nq2 Q0 c 0 1 t\nq3 Q0 a 0 1 t\n');
  expect(rankRun(run, 'float64')).toMatchObject({ tied: 2, constantTopics: 1 });
});
