import { expect, it } from 'vitest';
import { analyzer } from './analyzer/analyzers.ts';
import { documentFrequency } from './postings.ts';
import { buildPostings } from './postings-builder.ts';
import { queryTermReader } from './query-terms.ts';

const plain = analyzer('plain');
/** Passage frequencies: zebra 1, mole 1, ant 1, newt 2, the 3. */
const postings = buildPostings(['the zebra newt', 'the mole newt ant', 'the the'], plain);
const read = queryTermReader(postings, plain);
const words = (query: string) => read(query).map(({ number }) => postings.vocabulary[number] ?? '');

it('leaves out what the index does not know', () => {
  expect(read('gnu')).toEqual([]);
});

it('gives the rarest term first, and terms of equal frequency by number, whatever the order of the query', () => {
  const rare = postings.vocabulary.filter((_, number) => documentFrequency(postings, number) === 1);
  expect([...rare].sort()).toEqual(['ant', 'mole', 'zebra']);
  for (const query of ['the newt ant mole zebra', 'zebra mole ant newt the', 'mole the zebra newt ant']) {
    expect(words(query)).toEqual([...rare, 'newt', 'the']);
  }
});

it('counts a term once per occurrence, also where others stand between', () => {
  const counts = read('zebra ant zebra mole zebra ant').map(({ number, occurrences }) => [
    postings.vocabulary[number],
    occurrences,
  ]);
  expect(Object.fromEntries(counts)).toEqual({ zebra: 3, ant: 2, mole: 1 });
  expect(counts).toHaveLength(3);
});
