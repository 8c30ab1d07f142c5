import { describe, expect, it } from 'vitest';
import { isBelow } from './below.ts';

describe('isBelow', () => {
  it.each([
    ['/a', '/a', true],
    ['/a', '/a/b/c', true],
    ['/', '/a', true],
    ['/a', '/a/..b', true],
    ['/a', '/ab', false],
    ['/a/b', '/a', false],
    ['/a/b', '/a/c', false],
  ])('%s holds %s: %s', (folder, path, isInside) => {
    expect(isBelow(folder, path)).toBe(isInside);
  });
});
