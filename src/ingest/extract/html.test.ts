import { expect, it } from 'vitest';
import { UNREADABLE } from './extraction.ts';
import { extractHtml } from './html.ts';

const read = (html: string) => extractHtml(Buffer.from(html, 'utf8'));
const textOf = (html: string) => {
  const extraction = read(html);
  return 'text' in extraction ? extraction.text : extraction.unreadable;
};

it.each([
  ['nothing', ''],
  ['white space', ' \n\t <p> </p>'],
  ['only what nobody sees', '<script>var x = 1;</script><style>p{}</style><template><p>t</p></template>'],
  ['only hidden elements', '<p hidden>a</p><p style="color:red; display: none">b</p>'],
  ['a table without content', '<table><tr><td></td><td> </td></tr></table>'],
  ['an empty list', '<ul><li></li></ul>'],
  ['a title alone', '<title>Only a title</title>'],
])('gives no text for %s', (_what, html) => {
  expect(read(html)).toEqual({ unreadable: UNREADABLE.htmlWithoutText });
});

it.each([
  ['bytes that are no UTF-8, without a name', Buffer.from('<p>caf\xe9</p>', 'latin1')],
  ['a character set that nobody knows', Buffer.from('<meta charset="klingon"><p>caf\xe9</p>', 'latin1')],
  ['bytes that do not fit the named one', Buffer.from('<meta charset="utf-8"><p>caf\xe9</p>', 'latin1')],
])('names as unreadable %s', (_what, bytes) => {
  expect(extractHtml(bytes)).toEqual({ unreadable: UNREADABLE.htmlCharset });
});

it.each([
  ['<meta charset="iso-8859-1"><p>caf\xe9</p>'],
  ["<META content='text/html; charset=windows-1252' http-equiv=Content-Type><p>caf\xe9</p>"],
  ['<?xml version="1.0" encoding="ISO-8859-15"?><html><body><p>caf\xe9</p></body></html>'],
])('reads the character set that a file names: %s', (html) => {
  expect(extractHtml(Buffer.from(html, 'latin1'))).toEqual({ text: 'café' });
});

it('leaves a byte-order mark out: it is no part of the text', () => {
  expect(textOf('\uFEFF<p>a</p>')).toBe('a');
});

it.each([
  ['white space collapses', '<p>a \n\t b<b> c</b>d <i>e</i></p>', 'a b cd e'],
  ['a no-break space is text', '<p>a&nbsp;&nbsp;b</p>', 'a\u00a0\u00a0b'],
  ['entities', '<p>1 &lt; 2 &amp; &eacute; &#x1F600; &notin; &copy;</p>', '1 < 2 & é 😀 ∉ ©'],
  ['scripts in the middle', '<p>a<script>x</script>b<!-- c --></p>', 'ab'],
  ['paragraphs', '<p>a<p>b', 'a\n\nb'],
  ['blocks', '<div>a</div><div>b</div>c', 'a\nb\nc'],
  ['line breaks', 'a<br>b<br><br>c', 'a\nb\n\nc'],
  ['headings', 'x<h1>One <em>two</em></h1><p>t</p><h3><div>deep</div></h3>u', 'x\n\n# One two\n\nt\n\n### deep\n\nu'],
  ['a heading with breaks', '<h2>a<br>b</h2>c', '## a b\n\nc'],
  ['a heading without text', '<h1><img src=x></h1>c', 'c'],
  ['the sign of a permanent link', '<h2>C#<a href="#c">¶</a></h2>c', '## C#\n\nc'],
  ['lists', '<ul><li>a<li>b<ol start=3><li>c<li>d</ol></ul>', '- a\n- b\n  3. c\n  4. d'],
  ['items of paragraphs', '<ul><li><p>a</p><p>b</p></li><li>c</li></ul>', '- a\n\nb\n\n- c'],
  ['an empty item', '<ul><li></li><li>b</li></ul>c', '- b\n\nc'],
  ['tables', '<table><tr><th>a</th><th>b</th></tr> <tr> <td>1</td> <td>2</td> </tr></table>z', 'a | b\n1 | 2\n\nz'],
  [
    'cells of paragraphs',
    '<table><tr><td><p>a</p></td><td><p>b</p></td></tr><tr><td><p>c</p></td></tr></table>',
    'a | b\nc',
  ],
  ['empty cells', '<p>x</p><table><tr><td></td><td>b</td></tr></table>', 'x\n\n | b'],
  [
    'nested tables',
    '<table><tr><td>a<table><tr><td>b</td><td>c</td></tr></table></td><td>d</td></tr></table>',
    'a\n\nb | c | d',
  ],
  ['code', '<p>x</p><pre>\n# a\n  b &lt; c\n</pre>y', 'x\n\n```\n# a\n  b < c\n```\n\ny'],
  ['code with fences', '<pre>```\nx\n```</pre>', '````\n```\nx\n```\n````'],
  ['code in a cell', '<table><tr><td>a</td><td><pre>b</pre></td></tr></table>', 'a | \n\n```\nb\n```'],
  ['drawings', '<svg><text>s</text></svg><p>a</p>', 'a'],
])('%s', (_what, html, text) => {
  expect(textOf(html)).toBe(text);
});

it.each([
  ['its first heading', '<title>T</title><h2>First  one</h2>', 'First one'],
  ['else its title', '<title> T &amp;\n U </title><p>x</p>', 'T & U'],
  ['and not that of a drawing', '<svg><title>drawn</title></svg><p>x</p>', undefined],
])('is named by %s', (_what, html, title) => {
  expect((read(html) as { title?: string }).title).toBe(title);
});

it('reads any depth of nesting, and a megabyte of unclosed tags, in time', () => {
  const depth = 20_000;
  expect(textOf(`${'<div>'.repeat(depth)}deep${'</div>'.repeat(depth)}`)).toBe('deep');
  expect(textOf('<b>x '.repeat(20_000)).length).toBeGreaterThan(20_000);
}, 20_000);
