import fc from 'fast-check';
import { expect, it } from 'vitest';
import { maskOf, parseFilter } from '../retrieval/filter.ts';
import { frontMatterValues } from './front-matter.ts';

const read = (...lines: string[]) => {
  const { values, leftOut } = frontMatterValues({ span: { startUtf16: 0, endUtf16: 0 }, lines });
  return { values: Object.fromEntries(values), leftOut };
};

it.each([
  ['Retry budgets', 'Retry budgets'],
  ['"a: \\"b\\" # c"', 'a: "b" # c'],
  ["'it''s'  # why", "it's"],
  ['a#b # c', 'a#b'],
  ['http://a.b/c', 'http://a.b/c'],
  ['2024-05-01', '2024-05-01'],
  ['2024-05-01T10:00:00Z', '2024-05-01T10:00:00Z'],
  ['12', 12],
  ['-0.5', -0.5],
  ['1.10', 1.1],
  ['007', 7],
  ['0x1F', 31],
  ['1e3', 1000],
  ['"12"', '12'],
  ['1_000', '1_000'],
  ['9007199254740991', 9007199254740991],
  ['9007199254740993', '9007199254740993'],
  ['true', true],
  ['FALSE', false],
  ['yes', 'yes'],
  ['"true"', 'true'],
  ['""', ''],
  ['-x', '-x'],
  ['!!str 1', '1'],
  ['"\\u00e9\\n"', 'é\n'],
  ['|\n  one\n  two', 'one\ntwo\n'],
  ['>-\n  one\n  two', 'one two'],
  ['first\n  second', 'first second'],
  ['[a, "b, c", 3, true, 2024-05-01]', ['a', 'b, c', 3, true, '2024-05-01']],
  ['[a, null, ~]', ['a']],
  ['\n  - a\n  - 007 # seven', ['a', 7]],
  ['\n- a', ['a']],
])('reads %j as YAML 1.2 does', (written, value) => {
  expect(read(...`key: ${written}`.split('\n'))).toEqual({ values: { key: value }, leftOut: [] });
});

it.each([
  ['{a: b}', 'nested'],
  ['\n  a: b', 'nested'],
  ['[a, [b]]', 'nested'],
  ['[a, {b: c}]', 'nested'],
  ['', 'empty'],
  ['~', 'empty'],
  ['null # none', 'empty'],
  ['[]', 'empty'],
  ['.inf', 'not-finite'],
  ['[1, .nan]', 'not-finite'],
])('leaves out %j and keeps the rest', (written, why) => {
  expect(read(...`key: ${written}`.split('\n'), 'after: 1')).toEqual({
    values: { after: 1 },
    leftOut: [{ key: 'key', why }],
  });
});

it.each([
  ['two values', ['a: 1', 'title: a: b'], 'line 3: Nested mappings are not allowed in compact mappings'],
  ['equal keys', ['a: 1', 'a: 2'], 'line 3: Map keys must be unique'],
  ['an open quote', ['a: "open'], 'line 2: Missing closing "quote'],
  ['an alias of nothing', ['a: *b'], 'Unresolved alias (the anchor must be set before the alias): b'],
  ['a line that is no pair', ['a: 1', 'no colon here'], 'line 3: Implicit map keys need to be followed by map values'],
])('reads none of what is no valid YAML: %s', (_what, lines, detail) => {
  expect(read(...lines)).toEqual({ values: {}, leftOut: [{ key: 'front matter', why: 'not-yaml', detail }] });
});

it('is not filled by aliases of aliases, nor broken by brackets in brackets', () => {
  const bomb = [
    'a: &a [x,x,x,x,x,x,x,x,x]',
    ...[...'bcdefghi'].map((key, i) => `${key}: &${key} [${`*${'abcdefgh'[i]},`.repeat(9)}]`),
  ];
  expect(read(...bomb)).toMatchObject({ values: {}, leftOut: [{ why: 'not-yaml' }] });
  expect(read(`a: ${'['.repeat(20_000)}`)).toMatchObject({ values: {}, leftOut: [{ why: 'not-yaml' }] });
});

it('keeps keys that objects have by nature, and reads keys of other types as text', () => {
  const { values } = frontMatterValues({
    span: { startUtf16: 0, endUtf16: 0 },
    lines: ['constructor: c', '__proto__: p', '2024: n', 'true: t'],
  });
  expect([...values]).toEqual([
    ['constructor', 'c'],
    ['__proto__', 'p'],
    ['2024', 'n'],
    ['true', 't'],
  ]);
  expect(read('5: a', '"5": b').leftOut).toEqual([{ key: '5', why: 'repeated' }]);
  expect(read('a: 1', '? [b]', ': 2').leftOut).toEqual([{ key: 'a key that is no scalar', why: 'nested' }]);
});

it('gives nothing where there are comments only', () => {
  expect(read('# a', '')).toEqual({ values: {}, leftOut: [] });
});

it('finds every number, date and word by what was written, alone and in a list', () => {
  const digits = fc.stringMatching(/^[-+]?(?:\d{1,5}|\d{0,3}\.\d{1,3}|\d{1,3}\.)(?:[eE][-+]?\d)?$/);
  const written = fc.oneof(digits, fc.stringMatching(/^0x[0-9a-fA-F]{1,6}$/), fc.stringMatching(/^0o[0-7]{1,6}$/));
  const words = fc.constantFrom('true', 'false', 'yes', '2024-05-01', 'a-b', '12345678901234567890', '1.2.3');
  fc.assert(
    fc.property(fc.oneof(written, words), (text) => {
      const { values } = frontMatterValues({
        span: { startUtf16: 0, endUtf16: 0 },
        lines: [`one: ${text}`, `many: [other, ${text}]`, `quoted: "${text}"`],
      });
      const metadata = Object.fromEntries(values);
      const found = (key: string) => maskOf([parseFilter(`${key}=${text}`)], 1, () => metadata)[0];
      expect([found('one'), found('many'), found('quoted')]).toEqual([1, 1, 1]);
    }),
  );
});
