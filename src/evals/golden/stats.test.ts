import { expect, it } from 'vitest';
import type { GoldenSet, Topic } from '../../contracts/golden.ts';
import { goldenStats } from './stats.ts';

const DOCUMENTS = new Map([
  ['a.md', { text: 'walrus tusks are ivory\nseals sleep ashore\n' }],
  ['b.md', { text: 'nothing of use\n' }],
]);
const lines = (first: number, last: number, grade = 1) => ({
  doc: 'a.md',
  grade,
  anchor: { kind: 'lines' as const, first, last },
  where: 'j:1',
});
const topic = (topicId: string, query: string, rest: Partial<Topic> = {}): Topic => ({
  topicId,
  query,
  category: 'c',
  split: 'dev',
  slices: [],
  answerable: true,
  gold: [lines(1, 1)],
  overlap: undefined,
  where: 'j:1',
  ...rest,
});

function stats(topics: readonly Topic[]) {
  return goldenStats({
    golden: { name: 'g', version: '1', unit: 'passage', topics } as unknown as GoldenSet,
    documents: DOCUMENTS,
    contentWords: (text) => text.toLowerCase().match(/[a-z]{4,}/g) ?? [],
    smallestP: (n) => 2 ** (1 - n),
  });
}

it('counts topics, judgments, words and overlap by group', () => {
  const { groups, grades, documents, documentsUnjudged } = stats([
    topic('t1', 'what are walrus tusks', { gold: [lines(1, 1, 3), lines(2, 2, 0)], slices: ['s'] }),
    topic('t2', 'where do they sleep', { split: 'test', gold: [lines(2, 2, 2), lines(1, 2, 1)] }),
    topic('t3', 'how is bread baked', { category: 'no-answer', answerable: false, gold: [] }),
    topic('t4', 'what of it', { answerable: 'unknown', gold: [lines(2, 2, 0)] }),
  ]);
  expect([documents, documentsUnjudged]).toEqual([2, 1]);
  expect(grades).toEqual([
    { grade: 0, judgments: 2 },
    { grade: 1, judgments: 1 },
    { grade: 2, judgments: 1 },
    { grade: 3, judgments: 1 },
  ]);
  expect(groups.map(({ by, name, topics }) => `${by} ${name} ${topics}`)).toEqual([
    'all g 4',
    'split dev 3',
    'split test 1',
    'category c 3',
    'category no-answer 1',
    'slice s 1',
  ]);
  // t1 asks what, walrus, tusks and finds two of them; t2 asks where, they, sleep and finds one.
  expect(groups[0]).toMatchObject({
    answerable: 2,
    noAnswer: 1,
    unknown: 1,
    judgments: 5,
    goldPerTopic: 1.5,
    queryWords: 15 / 4,
    smallestP: 0.5,
  });
  expect(groups[0]?.overlap).toBeCloseTo((2 / 3 + 1 / 3) / 2, 12);
  expect(groups[4]).toMatchObject({ goldPerTopic: null, overlap: null, smallestP: 2 });
});

it('lists topics that ask the same, and gold that splits share, by stretch', () => {
  const { similar, sharedGold } = stats([
    topic('t1', 'Walrus tusks, please!'),
    topic('t2', 'walrus tusks please', { split: 'test', gold: [lines(1, 2)] }),
    topic('t3', 'please walrus tusks', { gold: [lines(2, 2)] }),
    topic('t4', 'do of it', { gold: [lines(2, 2)], split: 'test' }),
    topic('t5', 'ivory trade bans', { gold: [lines(2, 2)], split: 'test' }),
  ]);
  expect(similar).toEqual([
    { a: 't1', b: 't2', splits: ['dev', 'test'], similarity: 1, isSameQuery: true },
    { a: 't1', b: 't3', splits: ['dev', 'dev'], similarity: 1, isSameQuery: false },
    { a: 't2', b: 't3', splits: ['test', 'dev'], similarity: 1, isSameQuery: false },
  ]);
  expect(sharedGold).toEqual([
    {
      doc: 'a.md',
      topics: ['t1', 't2', 't3', 't4', 't5'].map((topicId) => ({
        topicId,
        split: ['t1', 't3'].includes(topicId) ? 'dev' : 'test',
      })),
    },
  ]);
  const apart = stats([topic('t1', 'walrus'), topic('t2', 'seals', { split: 'test', gold: [lines(2, 2)] })]);
  expect(apart.sharedGold).toEqual([]);
});
