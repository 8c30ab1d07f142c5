import { expect, it } from 'vitest';
import { flatValues } from './front-matter.ts';

const read = (...lines: string[]) => {
  const { values, leftOut } = flatValues({ span: { startUtf16: 0, endUtf16: 0 }, lines });
  return { values: Object.fromEntries(values), leftOut: leftOut.map(({ key, why }) => `${key}: ${why}`) };
};

it.each([
  ['title: Retry budgets', 'Retry budgets'],
  ['title: "a: \\"b\\" # c"', 'a: "b" # c'],
  ["title: 'it''s'  # why", "it's"],
  ['title: a#b # c', 'a#b'],
  ['title: http://a.b/c', 'http://a.b/c'],
  ['title: 2024-05-01', '2024-05-01'],
  ['title: 12', 12],
  ['title: -0.5', -0.5],
  ['title: 1.10', '1.10'],
  ['title: 007', '007'],
  ['title: 12345678901234567890', '12345678901234567890'],
  ['title: 1e3', '1e3'],
  ['title: Infinity', 'Infinity'],
  ['title: true', true],
  ['title: false', false],
  ['title: yes', 'yes'],
  ['title: "true"', 'true'],
  ['title:\ttabbed', 'tabbed'],
  ['title: -x', '-x'],
])('%s', (line, value) => {
  expect(read(line)).toEqual({ values: { title: value }, leftOut: [] });
});

it.each([
  ['tags: [a, b]', 'tags: nested'],
  ['tags: {a: b}', 'tags: nested'],
  ['text: |', 'text: nested'],
  ['text: >-', 'text: nested'],
  ['empty:', 'empty: empty'],
  ['empty: ~', 'empty: empty'],
  ['empty: null # none', 'empty: empty'],
  ['text: "open', 'text: unclear'],
  ['text: "a\\nb"', 'text: unclear'],
  ['text: a: b', 'text: unclear'],
  ['text: &anchor', 'text: unclear'],
  ['text: *alias', 'text: unclear'],
  ['text: !!str 1', 'text: unclear'],
  ['text: - a', 'text: unclear'],
  ['no colon here', 'no colon here: unclear'],
  ['a:b', 'a:b: unclear'],
  ['  indented: 1', 'indented: 1: unclear'],
])('leaves out %s', (line, why) => {
  expect(read(line)).toEqual({ values: {}, leftOut: [why] });
});

it('leaves out lists, maps and folded lines with what belongs to them', () => {
  expect(
    read('a: 1', 'tags:', '  - x', '- y', '', 'map:', '  k: v', 'long: first', '  second', '# comment', 'b: 2', ''),
  ).toEqual({ values: { a: 1, b: 2 }, leftOut: ['tags: nested', 'map: nested', 'long: nested'] });
});

it('keeps the first of two equal keys, and keys that objects have by nature', () => {
  expect(read('a: 1', 'a: 2', 'constructor: c')).toEqual({
    values: { a: 1, constructor: 'c' },
    leftOut: ['a: repeated'],
  });
});
