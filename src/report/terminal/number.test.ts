import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeFigure } from '../view/figure.ts';
import { changeText, countText, measureText, millisecondsText, plural, scoreText } from './number.ts';

const UNICODE = { width: 80, color: false, unicode: true };
const ASCII = { width: 80, color: false, unicode: false };

it.each([
  [0, '0.0000', '0.0000'],
  [-0, '0.0000', '0.0000'],
  [-0.00001, '0.0000', '0.0000'],
  [0.67694, '0.6769', '0.6769'],
  [-0.5, '−0.5000', '-0.5000'],
  [1, '1.0000', '1.0000'],
])('the value %d is %s, in ASCII %s', (value, unicode, ascii) => {
  expect(measureText(value, UNICODE)).toBe(unicode);
  expect(measureText(value, ASCII)).toBe(ascii);
});

describe('a difference', () => {
  it.each([
    [-0.0399, 'down', '▼ −0.0399', '-0.0399'],
    [0.0188, 'up', '▲ +0.0188', '+0.0188'],
    [0, 'none', '= 0.0000', '=0.0000'],
    [-0.00004, 'down', '▼ −4.0e−5', '-4.0e-5'],
    [1e-17, 'up', '▲ +1.0e−17', '+1.0e-17'],
  ] as const)('of %d %s is %s, in ASCII %s', (delta, direction, unicode, ascii) => {
    expect(changeText(changeFigure(delta, direction), UNICODE)).toBe(unicode);
    expect(changeText(changeFigure(delta, direction), ASCII)).toBe(ascii);
  });

  it('that is not zero never reads as zero', () => {
    fc.assert(
      fc.property(fc.double({ min: -1, max: 1, noNaN: true }), (delta) => {
        fc.pre(delta !== 0);
        const digits = changeText(changeFigure(delta), ASCII).slice(1);
        return Number(digits) !== 0;
      }),
    );
  });
});

it.each([
  [1 / 61 + 1 / 62, '0.03252'],
  [14.2311, '14.23'],
  [9.1, '9.100'],
  [-0.25, '−0.2500'],
  [0, '0'],
  [12345.6, '12346'],
])('the score %d is %s', (score, text) => {
  expect(scoreText(score, UNICODE)).toBe(text);
});

it.each([
  [0.0421, '0.04'],
  [9.994, '9.99'],
  [42.19, '42.2'],
  [1234.5, '1235'],
])('%d ms are %s', (ms, text) => {
  expect(millisecondsText(ms)).toBe(text);
});

it.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [1234567, '1,234,567'],
])('the count %d is %s', (count, text) => {
  expect(countText(count)).toBe(text);
});

it('counts one thing in the singular', () => {
  expect([plural(0, 'topic'), plural(1, 'topic'), plural(1500, 'loss', 'losses')]).toEqual([
    '0 topics',
    '1 topic',
    '1,500 losses',
  ]);
});
