import { describe, expect, it } from 'vitest';
import type { IndexedPassage } from '../../contracts/document.ts';
import type { Gold, GoldenSet, Topic } from '../../contracts/golden.ts';
import { type CheckInput, checkGolden } from './check.ts';

const DOCUMENTS = new Map([
  ['a.md', { text: 'Removal waits seven days.\nThen the leaves are gone.\n' }],
  ['b.md', { text: 'Unrelated.' }],
]);

let line = 0;
const gold = (quote: string, grade = 1, doc = 'a.md'): Gold => ({
  doc,
  grade,
  anchor: { kind: 'quote', quote, occurrence: undefined },
  where: `j:${line}`,
});

function topic(changes: Partial<Topic> = {}): Topic {
  const topicId = changes.topicId ?? `t${line}`;
  return {
    topicId,
    query: `question ${topicId}`,
    category: 'keyword',
    split: 'dev',
    slices: [],
    answerable: true,
    gold: [gold('seven days'), gold('Unrelated', 0, 'b.md')],
    overlap: undefined,
    where: `j:${line}`,
    ...changes,
  };
}

const golden = (topics: readonly Topic[], changes: Partial<GoldenSet> = {}): GoldenSet => ({
  name: 'sample',
  version: '1',
  language: 'en',
  licence: 'x',
  unit: 'passage',
  format: 'grk',
  source: { kind: 'folder', root: 'corpus', include: [], exclude: [] },
  topics,
  splits: [...new Set(topics.map(({ split }) => split))].sort(),
  judgmentsSha256: '',
  ...changes,
});

const passage = (doc: string, startUtf16: number, endUtf16: number): IndexedPassage => ({
  id: `${doc}:${startUtf16}`,
  doc,
  startUtf16,
  endUtf16,
  startLine: 1,
  endLine: 1,
  contentSha256: '',
});
const PASSAGES = [passage('a.md', 0, 52), passage('b.md', 0, 10)];

/** Findings as `severity where: message`. */
function check(set: GoldenSet, changes: Partial<CheckInput> = {}): string[] {
  return checkGolden({
    golden: set,
    documents: DOCUMENTS,
    chunked: { chunker: 'markdown', passages: PASSAGES },
    contentWords: (text) => text.toLowerCase().match(/[a-z]{4,}/g) ?? [],
    ...changes,
  }).map(({ severity, where, message }) => `${severity} ${where}: ${message}`);
}

/** Topics on lines 1, 2, 3 … */
const at = (...all: (() => Topic)[]): Topic[] =>
  all.map((make, i) => {
    line = i + 1;
    return make();
  });

it('finds nothing in a good set', () => {
  expect(check(golden(at(topic, () => topic({ split: 'test' }))))).toEqual([]);
});

it('finds an unknown topic with a relevant judgment, which no mean would count', () => {
  expect(check(golden(at(() => topic({ answerable: 'unknown' }))))).toContain(
    'error j:1: the topic is declared unknown, but a gold entry has a grade above 0: it is answerable',
  );
});

describe('an error, with its line, is', () => {
  it.each<[string, () => Topic, string]>([
    [
      'an unknown document',
      () => topic({ gold: [gold('x', 1, 'c.md'), gold('seven'), gold('Unrelated', 0, 'b.md')] }),
      'there is no document "c.md". Did you mean "a.md"?',
    ],
    [
      'a quote that is not there',
      () => topic({ gold: [gold('eight weeks'), gold('Unrelated', 0, 'b.md')] }),
      'a.md: the quote "eight weeks" is not in the document',
    ],
    [
      'an answerable topic without gold',
      () => topic({ gold: [gold('seven', 0), gold('Unrelated', 0, 'b.md')] }),
      'the topic is declared answerable, but no gold entry has a grade above 0',
    ],
    [
      'an unanswerable topic with gold',
      () => topic({ answerable: false }),
      'the topic is declared unanswerable, but a gold entry has a grade above 0',
    ],
    [
      'an overlap that was counted wrong',
      () => topic({ query: 'how many days until leaves go', overlap: 0 }),
      'overlap is stored as 0, but is 1 (days)',
    ],
    [
      'a paraphrase in the words of its answer',
      () => topic({ category: 'paraphrase', query: 'is it seven days', overlap: 2 }),
      'a paraphrase shares at most 1 content word with its answer; this one shares 2 (days, seven)',
    ],
  ])('%s', (_, make, message) => {
    const findings = check(golden(at(make)));
    expect(findings).toEqual([`error j:1: ${message}`]);
  });

  it('an entry that no passage covers', () => {
    const chunked = { chunker: 'markdown' as const, passages: [passage('a.md', 30, 52), passage('b.md', 0, 10)] };
    expect(check(golden(at(topic)), { chunked })).toEqual(['error j:1: a.md: no passage covers this entry']);
    expect(check(golden(at(topic), { unit: 'document' }), { chunked: undefined })).toEqual([]);
  });

  it('a question that is asked twice; in an imported collection it is a warning', () => {
    const topics = at(
      () => topic({ query: 'How long does it wait?', split: 'dev' }),
      () => topic({ query: '  how long does IT wait', split: 'test' }),
    );
    const message = 'topic "t2" asks the same as "t1" (j:1)';
    expect(check(golden(topics))).toEqual([`error j:2: ${message}`]);
    expect(check(golden(topics, { format: 'beir' }))).toEqual([`warning j:2: ${message}`]);
  });
});

describe('a warning is', () => {
  it('a paraphrase without its overlap', () => {
    expect(check(golden(at(() => topic({ category: 'paraphrase', query: 'when is it gone' }))))).toEqual([
      'warning j:1: a paraphrase without a stored overlap; it is 0',
    ]);
  });

  it('a multi topic with one relevant entry', () => {
    expect(check(golden(at(() => topic({ category: 'multi' }))))).toEqual([
      'warning j:1: a multi topic has several relevant entries; this one has 1',
    ]);
  });

  it('a category that the splits do not share evenly', () => {
    const uneven = at(topic, topic, topic, () => topic({ split: 'test', category: 'version' }));
    expect(check(golden(uneven))).toEqual(['warning j:1: category "keyword" has 3 topics in dev and 0 in test']);
    expect(check(golden(uneven, { format: 'beir' }))).toEqual([]);
  });
});

describe('a notice is', () => {
  it('how many documents no topic names', () => {
    expect(check(golden(at(() => topic({ gold: [gold('seven')] }))))).toEqual([
      'notice corpus: 1 of 2 documents are named by no topic: b.md',
    ]);
  });

  it('how many topics are in no average', () => {
    const unknown = () => topic({ answerable: 'unknown', gold: [gold('seven', 0)], split: 'test' });
    expect(check(golden(at(topic, unknown, unknown), { format: 'beir' }))).toEqual([
      'notice j:2: split "test" has 2 topics without a relevant judgment; they are in no average',
    ]);
  });
});

it('sorts findings by file and by line as a number', () => {
  const make = () => topic({ overlap: 9 });
  const lines = check(golden(at(...new Array<() => Topic>(11).fill(make)))).map((finding) => finding.split(':')[1]);
  expect(lines).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11']);
});

it('counts no overlap for entries without a text of their own', () => {
  const whole: Gold = { doc: 'a.md', grade: 1, anchor: { kind: 'document' }, where: 'j:1' };
  const set = golden(
    at(() => topic({ overlap: 5, gold: [whole, gold('Unrelated', 0, 'b.md')] })),
    { unit: 'document' },
  );
  expect(check(set)).toEqual([]);
});
