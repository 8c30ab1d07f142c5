import { describe, expect, it } from 'vitest';
import type { Metadata } from '../contracts/document.ts';
import { filterNotices, maskOf, parseFilter } from './filter.ts';

const metadata: readonly Metadata[] = [
  { folder: 'guides', year: 2024, draft: false, date: '2024-03-31' },
  { folder: 'api', year: 2023, date: 'soon' },
  {},
];
const mask = (...texts: string[]) => [...maskOf(texts.map(parseFilter), 3, (passage) => metadata[passage] ?? {})];

describe('parseFilter', () => {
  it.each(['folder', '=x', '', ' =x', '>=3'])('refuses %j', (text) => {
    expect(() => parseFilter(text)).toThrow(`the filter "${text}" is not of the form key=value`);
  });
  it.each([
    ['year=>3', '=>'],
    ['year==3', '=='],
    ['year~x', '~'],
    ['year<>3', '<>'],
    ['year!3', '!'],
  ])('refuses %j, naming the operator', (text, operator) => {
    expect(() => parseFilter(text)).toThrow(`has the unknown operator "${operator}"`);
  });
  it('refuses a range without a bound', () => {
    expect(() => parseFilter('year>=')).toThrow('has no value behind ">="');
  });
  it.each([
    ['a=b=c', { key: 'a', operator: '=', value: 'b=c' }],
    ['a=', { key: 'a', operator: '=', value: '' }],
    ['a >=3', { key: 'a', operator: '>=', value: '3' }],
    ['a != 3 ', { key: 'a', operator: '!=', value: '3' }],
    ['a!=x<y', { key: 'a', operator: '!=', value: 'x<y' }],
  ])('reads %j', (text, filter) => {
    expect(parseFilter(text)).toEqual(filter);
  });
});

describe('maskOf', () => {
  it('lets through what carries the key with that value, and nothing that lacks the key', () => {
    expect(mask('folder=guides')).toEqual([1, 0, 0]);
    expect(mask('folder=')).toEqual([0, 0, 0]);
    expect(mask('folder!=guides')).toEqual([0, 1, 0]);
  });
  it('needs every filter to hold', () => {
    expect(mask('folder=guides', 'year=2024')).toEqual([1, 0, 0]);
    expect(mask('folder=guides', 'year=2025')).toEqual([0, 0, 0]);
  });
  it('reads a value as the type of what it is compared with', () => {
    expect(mask('draft=false')).toEqual([1, 0, 0]);
    expect(mask('year=2024.0')).toEqual([1, 0, 0]);
    expect(mask('year>=2023', 'year<2024')).toEqual([0, 1, 0]);
    expect(mask('year>9')).toEqual([1, 1, 0]);
    expect(mask('date>=2024-01-01')).toEqual([1, 0, 0]);
    expect(mask('date=2024-03')).toEqual([1, 0, 0]);
    expect(mask('date<=2024-03-30')).toEqual([0, 0, 0]);
    expect(mask('folder>b')).toEqual([1, 0, 0]);
  });
  it('leaves spaces around a text out of account, as they are written around operators', () => {
    const spaced: readonly Metadata[] = [{ title: ' a b ' }, { title: 'a b' }, { title: 'a  b' }];
    const found = (text: string) => [...maskOf([parseFilter(text)], 3, (passage) => spaced[passage] ?? {})];
    expect(found('title = a b')).toEqual([1, 1, 0]);
    expect(found('title != a b')).toEqual([0, 0, 1]);
    expect(mask('year != 2024')).toEqual([0, 1, 0]);
  });
  it('finds a value in a list', () => {
    const lists: readonly Metadata[] = [{ tags: ['a', 'b', 3] }, { tags: 'a' }, { tags: [] }];
    const found = (text: string) => [...maskOf([parseFilter(text)], 3, (passage) => lists[passage] ?? {})];
    expect([found('tags=a'), found('tags!=a'), found('tags!=c'), found('tags>=3')]).toEqual([
      [1, 1, 0],
      [0, 0, 0],
      [1, 1, 0],
      [1, 0, 0],
    ]);
  });
  it('does not find keys that every object has', () => {
    expect(mask('constructor=x', 'toString=x')).toEqual([0, 0, 0]);
    expect(mask('constructor!=x')).toEqual([0, 0, 0]);
  });
});

describe('filterNotices', () => {
  const documents = metadata.map((each) => ({ metadata: each }));
  const notices = (...texts: string[]) =>
    filterNotices(texts.map(parseFilter), documents).map(({ filter, why, nearest }) =>
      [filter.key, why, nearest].join(' ').trim(),
    );
  it('names keys that no document carries, and ranges that no value can be in', () => {
    expect(notices('folder=x', 'foldr=x', 'year>=then', 'draft>no', 'date>2030', 'constructor=x')).toEqual([
      'foldr unknown folder',
      'year incomparable',
      'draft incomparable',
      'constructor unknown',
    ]);
  });
});
