import { expect, it } from 'vitest';
import { sharedContentWords } from './overlap.ts';

const words = (text: string) => text.toLowerCase().match(/[a-z]{3,}/g) ?? [];

it.each([
  ['How long is the grace period?', ['A grace of 7 days', 'the period'], ['period', 'the']],
  ['grace grace', ['grace'], ['grace']],
  ['nothing', ['else'], []],
  ['nothing', [], []],
])('%j shares with %j', (query, answers, expected) => {
  expect(sharedContentWords(query, answers, words)).toEqual(expected);
});
