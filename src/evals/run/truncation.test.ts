import { expect, it } from 'vitest';
import { truncationWarnings } from './truncation.ts';

it('gives the share of texts that were cut, with the limit where it is known', () => {
  const texts = { what: 'passages', cut: 3, total: 8, maxTokens: 256 };
  expect(truncationWarnings('variant "v"', [texts]).map(({ message }) => message)).toEqual([
    'variant "v": 3 of 8 passages (37.5 %) were cut to 256 tokens; what came after was not read',
  ]);
  expect(truncationWarnings('v', [{ ...texts, maxTokens: null }])[0]?.message).toContain('the longest input');
});
it('is silent where nothing was cut, and where nobody knows', () => {
  const texts = { what: 'queries', total: 8, maxTokens: 256 };
  expect(
    truncationWarnings('v', [
      { ...texts, cut: 0 },
      { ...texts, cut: null },
    ]),
  ).toEqual([]);
});
