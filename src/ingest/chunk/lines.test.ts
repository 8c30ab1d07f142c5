import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lineAt, lineStartsOf } from './lines.ts';

it.each([
  ['', [0]],
  ['a', [0]],
  ['a\n', [0, 2]],
  ['a\nb', [0, 2]],
  ['a\r\nb', [0, 3]],
  ['a\rb', [0, 2]],
  ['\r\n\r\r\n\n', [0, 2, 3, 5, 6]],
])('%j has lines that start at %j', (text, starts) => {
  expect([...lineStartsOf(text)]).toEqual(starts);
});

it('numbers every offset as counting the line ends before it does', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', '\r', '\n', '\r\n', 'é', '😀'), { maxLength: 30 }), (parts) => {
      const text = parts.join('');
      const starts = lineStartsOf(text);
      for (let at = 0; at <= text.length; at++) {
        // A cut between CR and LF would make the CR look like a line end of its own.
        const isInsideCrlf = text[at - 1] === '\r' && text[at] === '\n';
        const ends = text.slice(0, at).match(/\r\n|\r|\n/g)?.length ?? 0;
        expect(lineAt(starts, at)).toBe(1 + ends - (isInsideCrlf ? 1 : 0));
      }
    }),
  );
});
