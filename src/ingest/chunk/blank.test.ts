import { expect, it } from 'vitest';
import { isBlank, skipBlank, trimmedEnd } from './blank.ts';

it('calls exactly those units blank that trim removes', () => {
  const wrong: number[] = [];
  for (let unit = 0; unit <= 0xffff; unit++) {
    if (isBlank(unit) !== (String.fromCharCode(unit).trim() === '')) wrong.push(unit);
  }
  expect(wrong).toEqual([]);
});

it('finds the trimmed span of a stretch', () => {
  expect(skipBlank('  ab ', 0, 5)).toBe(2);
  expect(trimmedEnd('  ab ', 0, 5)).toBe(4);
  expect(skipBlank('   ', 0, 3)).toBe(3);
  expect(trimmedEnd('   ', 0, 3)).toBe(0);
});
