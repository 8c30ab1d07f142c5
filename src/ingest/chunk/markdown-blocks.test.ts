import { describe, expect, it } from 'vitest';
import { lineStartsOf } from './lines.ts';
import { markdownBlocks } from './markdown-blocks.ts';

/** Each block as `kind: text`, headings as `h2: title`; blocks of a list carry its number. */
function blocks(...lines: string[]): string[] {
  const text = lines.join('\n');
  return [...markdownBlocks(text, lineStartsOf(text))].map((block) => {
    if (block.kind === 'heading') return `h${block.level}: ${block.title}`;
    const list = 'list' in block && block.list > 0 ? ` in list ${block.list}` : '';
    return `${block.kind}${list}: ${text.slice(block.startUtf16, block.endUtf16).replaceAll('\n', '⏎')}`;
  });
}

describe('headings', () => {
  it.each([
    [['# A'], ['h1: A']],
    [['   ###### F ##'], ['h6: F']],
    [['#'], ['h1: ']],
    [['# a # b #c'], ['h1: a # b #c']],
    [['#\tTab'], ['h1: Tab']],
    [['####### seven'], ['text: ####### seven']],
    [['#tag'], ['text: #tag']],
    [['    # code'], ['text:     # code']],
    [['\t# code'], ['text: \t# code']],
    [['> # quoted'], ['text: > # quoted']],
    [
      ['text', '# A'],
      ['text: text', 'h1: A'],
    ],
    [['A', '==='], ['h1: A']],
    [[`# ${'x'.repeat(198)}`], [`h1: ${'x'.repeat(198)}`]],
    [[`# ${'x'.repeat(199)}`], [`text: # ${'x'.repeat(199)}`]],
    [['x'.repeat(196), '==='], [`h1: ${'x'.repeat(196)}`]],
    [['x'.repeat(197), '==='], [`text: ${'x'.repeat(197)}⏎===`]],
    [['A', 'b', '--'], ['h2: A b']],
    [
      ['', '---', 'A'],
      ['text: ---', 'text: A'],
    ],
    [
      ['A', '', '==='],
      ['text: A', 'text: ==='],
    ],
    [
      ['> A', '---'],
      ['text: > A', 'text: ---'],
    ],
    [['A', '= ='], ['text: A⏎= =']],
    [['\uFEFF# A'], ['h1: A']],
    [['# [A](x.md) and ![b][c] <a name="d"></a> {#e}'], ['h1: A and b']],
    [[`# ${'x'.repeat(199)}`], [`text: # ${'x'.repeat(199)}`]],
  ])('%j', (lines, expected) => {
    expect(blocks(...lines)).toEqual(expected);
  });
});

describe('fences', () => {
  it.each([
    [
      ['```sh', '# no heading', '', '```', '# A'],
      ['fence: ```sh⏎# no heading⏎⏎```', 'h1: A'],
    ],
    [
      ['~~~~', '~~~', '```', '~~~~~', 'b'],
      ['fence: ~~~~⏎~~~⏎```⏎~~~~~', 'text: b'],
    ],
    [['```', '# unclosed', '', 'to the end'], ['fence: ```⏎# unclosed⏎⏎to the end']],
    [
      ['``` a`b', '# A'],
      ['text: ``` a`b', 'h1: A'],
    ],
    [
      ['text', '```', 'x', '```', 'more'],
      ['text: text', 'fence: ```⏎x⏎```', 'text: more'],
    ],
    [
      ['    ```', '# A'],
      ['text:     ```', 'h1: A'],
    ],
    [['```', '    ```', '```'], ['fence: ```⏎    ```⏎```']],
    [
      ['- a', '  ```', '  # b', '  ```', '# A'],
      ['text in list 1: - a', 'fence in list 1:   ```⏎  # b⏎  ```', 'h1: A'],
    ],
    [
      ['- ```', '  x', '# A'],
      ['fence in list 1: - ```⏎  x', 'h1: A'],
    ],
  ])('%j', (lines, expected) => {
    expect(blocks(...lines)).toEqual(expected);
  });
});

describe('tables', () => {
  it.each([
    [
      ['| a | b |', '|---|:-:|', '| 1 | 2 |', '', 'x'],
      ['table: | a | b |⏎|---|:-:|⏎| 1 | 2 |', 'text: x'],
    ],
    [
      ['a | b', '--|--', '1 | 2', '# A'],
      ['table: a | b⏎--|--⏎1 | 2', 'h1: A'],
    ],
    [
      ['text', 'a | b', '--|--'],
      ['text: text', 'table: a | b⏎--|--'],
    ],
    [['a | b', '|---|'], ['text: a | b⏎|---|']],
    [['a \\| b', '|---|'], ['table: a \\| b⏎|---|']],
    [['a | b', '| x |'], ['text: a | b⏎| x |']],
    [['- | a |', '  |---|', '  | 1 |'], ['table in list 1: - | a |⏎  |---|⏎  | 1 |']],
  ])('%j', (lines, expected) => {
    expect(blocks(...lines)).toEqual(expected);
  });
});

describe('lists and quotes', () => {
  it.each([
    [
      ['- a', '- b', '', '  more', '', 'text'],
      ['text in list 1: - a', 'text in list 1: - b', 'text in list 1:   more', 'text: text'],
    ],
    [
      ['1. a', '   - b', 'lazy', '2) c'],
      ['text in list 1: 1. a', 'text in list 1:    - b⏎lazy', 'text in list 1: 2) c'],
    ],
    [
      ['- a', '# A', '- b'],
      ['text in list 1: - a', 'h1: A', 'text in list 2: - b'],
    ],
    [
      ['- a', '', '  # in the item', 'text'],
      ['text in list 1: - a', 'text in list 1:   # in the item', 'text: text'],
    ],
    [
      ['- # item', 'text'],
      ['text in list 1: - # item', 'text: text'],
    ],
    [['text', '2. no list'], ['text: text⏎2. no list']],
    [
      ['text', '- list'],
      ['text: text', 'text in list 1: - list'],
    ],
    [
      ['* * *', '- - -'],
      ['text: * * *', 'text: - - -'],
    ],
    [['1234567890. text'], ['text: 1234567890. text']],
    [
      ['> a', 'lazy', '> b', '', '> c'],
      ['text: > a⏎lazy⏎> b', 'text: > c'],
    ],
    [
      ['> # a', 'Title', '---'],
      ['text: > # a', 'h2: Title'],
    ],
  ])('%j', (lines, expected) => {
    expect(blocks(...lines)).toEqual(expected);
  });
});

describe('what hides headings', () => {
  it.each([
    [
      ['<!--', '# no', '', '# no', '-->', '# A'],
      ['text: <!--⏎# no⏎⏎# no⏎-->', 'h1: A'],
    ],
    [
      ['<!-- one line -->', '# A'],
      ['text: <!-- one line -->', 'h1: A'],
    ],
    [
      ['<PRE>', '# no', '</pre>', '# A'],
      ['text: <PRE>⏎# no⏎</pre>', 'h1: A'],
    ],
    [
      ['- a', '  <!--', '# A'],
      ['text in list 1: - a', 'text in list 1:   <!--', 'h1: A'],
    ],
    [
      ['---', 'a: b', '# comment', '---', '# A'],
      ['front-matter: ---⏎a: b⏎# comment⏎---', 'h1: A'],
    ],
    [
      ['\uFEFF---', 'a: b', '...', 'x'],
      ['front-matter: ---⏎a: b⏎...', 'text: x'],
    ],
    [
      ['---', '---', 'x'],
      ['front-matter: ---⏎---', 'text: x'],
    ],
    [
      ['---', '# Slide', '---', '# A'],
      ['text: ---', 'h1: Slide', 'text: ---', 'h1: A'],
    ],
    [
      ['---', 'a: b', '# A'],
      ['text: ---', 'text: a: b', 'h1: A'],
    ],
  ])('%j', (lines, expected) => {
    expect(blocks(...lines)).toEqual(expected);
  });
});

it('reads CRLF and lone CR as it reads LF', () => {
  const lines = ['# A', '', 'a | b', '--|--', '1 | 2', '', '- x', '```', '# y', '```', 'B', '==='];
  for (const end of ['\r\n', '\r']) {
    const text = lines.join(end);
    const found = [...markdownBlocks(text, lineStartsOf(text))].map(({ kind }) => kind);
    expect(found).toEqual(['heading', 'table', 'text', 'fence', 'heading']);
  }
});
