import { expect, it } from 'vitest';
import type { GoldenGroup, GoldenStats } from '../../contracts/golden-stats.ts';
import { terminalStyle } from '../style.ts';
import { goldenStatsText } from './golden-stats.ts';

const group = (rest: Partial<GoldenGroup>): GoldenGroup => ({
  by: 'all',
  name: 'set',
  topics: 2,
  answerable: 2,
  noAnswer: 0,
  unknown: 0,
  judgments: 3,
  goldPerTopic: 1.5,
  queryWords: 4,
  overlap: 0.25,
  smallestP: 0.5,
  ...rest,
});
const stats = (rest: Partial<GoldenStats> = {}): GoldenStats => ({
  name: 'set',
  version: '1',
  unit: 'passage',
  documents: 4,
  documentsUnjudged: 1,
  groups: [group({}), group({ by: 'split', name: 'dev', overlap: null, smallestP: 0 })],
  grades: [
    { grade: -1, judgments: 1 },
    { grade: 2, judgments: 2 },
  ],
  similarityThreshold: 0.8,
  similar: [],
  sharedGold: [],
  detectable: null,
  ...rest,
});
const plain = (columns: number) => terminalStyle({ isTTY: true, columns, env: { LANG: 'C.UTF-8' }, wantsColor: false });
const show = (value: GoldenStats, columns = 100) => goldenStatsText(value, plain(columns));

it('shows counts by group, without columns of zeros, and a p too small for a double as a bound', () => {
  expect(show(stats()).split('\n').slice(0, 9)).toEqual([
    'set 1',
    '4 documents, 1 of them (25.0 %) named by no judgment; unit passage',
    'judgments by grade: 1 of grade -1, 2 of grade 2',
    '',
    'group      topics  answer-  judg-  gold/  words  overlap  least p',
    '                      able  ments  topic',
    '─────────────────────────────────────────────────────────────────',
    'all             2        2      3    1.5    4.0     0.25     0.50',
    'split dev       2        2      3    1.5    4.0        –  <5e-324',
  ]);
  expect(show(stats({ groups: [group({ unknown: 1 })] }))).toContain('unknown');
});

it('lists pairs across splits first, ten of them, and names the rest by number', () => {
  const pair = (n: number, split: string) => ({
    a: `a${n}`,
    b: `b${n}`,
    splits: ['dev', split] as const,
    similarity: 0.8,
    isSameQuery: n === 0,
  });
  const similar = [...Array.from({ length: 11 }, (_, n) => pair(n, 'dev')), pair(99, 'test')];
  const lines = show(stats({ similar })).split('\n');
  const at = lines.findIndex((line) => line.includes('12 pairs of near-duplicate topics'));
  expect(lines.slice(at, at + 3)).toEqual([
    '12 pairs of near-duplicate topics (Jaccard of analysed words from 0.8), 1 across splits',
    '  a99 (dev) and b99 (test): 0.80',
    '  a0 (dev) and b0 (dev): the same query',
  ]);
  expect(lines[at + 11]).toBe('  and 2 more; --json lists all');
});

it('says what a report could detect, and lets no control character through', () => {
  const effect = {
    stage: 'v/x\u001b[31m',
    baseline: 'v/b',
    measure: 'AP',
    topics: 9,
    sd: 0.2,
    alpha: 0.05,
    power: 0.8,
    minimumDetectableEffect: 0.21,
    topicsNeeded: 33,
  };
  const text = show(
    stats({
      name: 'a\u001b[2J',
      detectable: [effect],
      sharedGold: [{ doc: 'd\u0007', topics: [{ topicId: 't\u0000', split: 'dev' }] }],
    }),
  );
  expect(text).toContain('sd 0.2000 over 9 topics, so 0.2100 of AP could be detected; 33 topics for');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  for (const line of show(stats({ detectable: [effect] }), 60).split('\n'))
    expect([...line].length).toBeLessThanOrEqual(60);
});
