import { expect, it } from 'vitest';
import { pagesOf } from './pages.ts';

it.each([
  ['no pages', undefined, 0, 5, {}],
  ['the first page', [0, 10, 20], 0, 10, { startPage: 1, endPage: 1 }],
  ['two pages', [0, 10, 20], 9, 11, { startPage: 1, endPage: 2 }],
  ['the last page', [0, 10, 20], 25, 30, { startPage: 3, endPage: 3 }],
  ['a page behind one without text', [0, 10, 10], 10, 12, { startPage: 3, endPage: 3 }],
])('%s', (_what, starts, startUtf16, endUtf16, pages) => {
  expect(pagesOf({ startUtf16, endUtf16 }, starts)).toEqual(pages);
});
