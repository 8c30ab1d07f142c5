import { describe, expect, it } from 'vitest';
import { column, fitColumns, grid, gridWidth, leftOut } from './grid.ts';

const STYLE = { width: 80, color: false, unicode: true };

describe('a grid', () => {
  it('has a rule under its heads, blanks between columns and none at line ends', () => {
    const columns = [
      column('stage', ['bm25', '再試行', '👩‍👩‍👧']),
      column('nDCG@10\nprimary', ['0.6769', '–', '1.0000'], { align: 'right' }),
      column('note', ['', 'x', '']),
    ];
    expect(grid(columns, STYLE).split('\n')).toEqual([
      'stage   nDCG@10  note',
      '        primary',
      '─────────────────────',
      'bm25     0.6769',
      '再試行        –  x',
      '👩‍👩‍👧       1.0000',
    ]);
    expect(gridWidth(columns)).toBe(21);
  });

  it('is as wide as said, coloured or not', () => {
    const cells = ['\u001b[31m▼ −0.1539\u001b[39m', '▲ +0.0100'];
    const columns = [column('a', ['x', 'y']), column('delta', cells, { align: 'right' })];
    expect(gridWidth(columns)).toBe(12);
    expect(grid(columns, STYLE).split('\n')[2]).toBe('x  \u001b[31m▼ −0.1539\u001b[39m');
  });

  it('without rows has heads', () => {
    expect(grid([column('a', [])], STYLE)).toBe('a');
  });
});

describe('fitting', () => {
  const columns = [
    column('one', ['1111111111']),
    column('two\nlines', ['2222222222'], { drop: 1 }),
    column('three', ['3333333333'], { drop: 2 }),
    column('four', ['4444444444'], { drop: 2 }),
  ];

  it.each([
    [46, []],
    [45, ['four']],
    [34, ['four']],
    [33, ['three', 'four']],
    [21, ['two lines', 'three', 'four']],
    [9, ['two lines', 'three', 'four']],
  ])('into %d columns leaves out %j', (width, dropped) => {
    expect(fitColumns(columns, width).dropped).toEqual(dropped);
  });

  it('says what was left out', () => {
    expect(leftOut(['R@100', 'AP@100'], STYLE)).toEqual(['left out at 80 columns: R@100, AP@100']);
    expect(leftOut([], STYLE)).toEqual([]);
  });
});
