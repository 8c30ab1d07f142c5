import { describe, expect, it } from 'vitest';
import { maskOf, parseFilter, unknownKeys } from './filter.ts';

const metadata = [{ folder: 'guides', year: 2024, draft: false }, { folder: 'api' }, {}];

describe('parseFilter', () => {
  it.each(['folder', '=x', ''])('refuses %j', (text) => {
    expect(() => parseFilter(text)).toThrow(`the filter "${text}" is not of the form key=value`);
  });
  it('splits at the first equals sign', () => {
    expect(parseFilter('a=b=c')).toEqual({ key: 'a', value: 'b=c' });
  });
});

describe('maskOf', () => {
  const mask = (...texts: string[]) => [...maskOf(texts.map(parseFilter), 3, (passage) => metadata[passage] ?? {})];
  it('lets through what carries the key with that value, and nothing that lacks the key', () => {
    expect(mask('folder=guides')).toEqual([1, 0, 0]);
    expect(mask('folder=')).toEqual([0, 0, 0]);
  });
  it('needs every filter to hold', () => {
    expect(mask('folder=guides', 'year=2024')).toEqual([1, 0, 0]);
    expect(mask('folder=guides', 'year=2025')).toEqual([0, 0, 0]);
  });
  it('compares numbers and booleans as text', () => {
    expect(mask('draft=false')).toEqual([1, 0, 0]);
  });
  it('does not find keys that every object has', () => {
    expect(mask('constructor=x', 'toString=x')).toEqual([0, 0, 0]);
    expect(unknownKeys([parseFilter('constructor=x')], [{ metadata: {} }])).toEqual(['constructor']);
  });
});

describe('unknownKeys', () => {
  it('names keys that no document carries', () => {
    const documents = metadata.map((each) => ({ metadata: each }));
    expect(unknownKeys([parseFilter('folder=x'), parseFilter('foldr=x')], documents)).toEqual(['foldr']);
  });
});
