import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../contracts/canonical-json.ts';
import type { IndexedPassage } from '../../contracts/document.ts';
import { GrkError } from '../../contracts/errors.ts';
import type { Gold, Topic } from '../../contracts/golden.ts';
import { judgedDocuments, judgedPassages, RELEVANCE_ALGORITHM, resolveTopics } from './resolve.ts';

const DOCUMENTS = new Map([
  ['a.md', { text: 'Alpha one.\nAlpha two.\nAlpha three.\n' }],
  ['b.md', { text: 'Beta one. Beta one.' }],
]);

const quote = (doc: string, text: string, grade = 1, where = 'j:1'): Gold => ({
  doc,
  grade,
  anchor: { kind: 'quote', quote: text, occurrence: undefined },
  where,
});
const whole = (doc: string, grade = 1): Gold => ({ doc, grade, anchor: { kind: 'document' }, where: 'j:1' });
const lines = (doc: string, first: number, last: number, grade = 1): Gold => ({
  doc,
  grade,
  anchor: { kind: 'lines', first, last },
  where: 'j:1',
});

const topic = (gold: readonly Gold[], answerable: Topic['answerable'] = true, topicId = 't'): Topic => ({
  topicId,
  query: 'q',
  category: 'c',
  split: 'dev',
  slices: [],
  answerable,
  gold,
  overlap: undefined,
  where: 'j:1',
});

/** Passages of a document, cut at these offsets. */
const cutAt = (doc: string, ...cuts: number[]): IndexedPassage[] =>
  cuts.slice(1).map((end, i) => ({
    id: `${doc}#${i}`,
    doc,
    startUtf16: cuts[i] ?? 0,
    endUtf16: end,
    startLine: 1,
    endLine: 1,
    contentSha256: '',
  }));

const refusal = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    if (error instanceof GrkError && error.code === 'GRK_GOLDEN_INVALID') return error.message;
    throw error;
  }
  throw new Error('accepted');
};

describe('resolving refuses', () => {
  it.each([
    ['an unknown document', topic([quote('c.md', 'x')]), 'j:1: there is no document "c.md". Did you mean "a.md"?'],
    [
      'a quote that is not there',
      topic([quote('a.md', 'Gamma')]),
      'j:1: a.md: the quote "Gamma" is not in the document',
    ],
    [
      'a quote that is there twice',
      topic([quote('b.md', 'Beta one.')]),
      'j:1: b.md: the quote "Beta one." occurs 2 times, at lines 1, 1: add "occurrence" or quote more',
    ],
    [
      'lines outside the document',
      topic([lines('a.md', 3, 4)]),
      'j:1: a.md: lines 3-4 are not in the document, which has 3',
    ],
    [
      'an answerable topic without a relevant entry',
      topic([quote('a.md', 'Alpha one', 0)]),
      'j:1: the topic is declared answerable, but no gold entry has a grade above 0',
    ],
    [
      'an unanswerable topic with one',
      topic([quote('a.md', 'Alpha one')], false),
      'j:1: the topic is declared unanswerable, but a gold entry has a grade above 0',
    ],
  ])('%s', (_, each, message) => {
    expect(refusal(() => resolveTopics([each], DOCUMENTS))).toBe(message);
  });

  it('and tells all faults of all topics', () => {
    const topics = [topic([quote('x.md', 'x', 1, 'j:1')]), topic([quote('a.md', 'x', 1, 'j:2')])];
    expect(refusal(() => resolveTopics(topics, DOCUMENTS))).toMatch(
      /^2 faults in the golden set\n {2}j:1: .*\n {2}j:2: /,
    );
  });
});

it('unknown topics and judged unanswerable ones resolve', () => {
  const topics = [topic([whole('a.md', 0)], 'unknown'), topic([whole('a.md', 0)], false), topic([], false)];
  expect(resolveTopics(topics, DOCUMENTS).map(({ gold }) => gold.length)).toEqual([1, 1, 0]);
});

describe('judged passages', () => {
  const resolve = (...gold: Gold[]) => resolveTopics([topic(gold)], DOCUMENTS);

  it('carry the highest grade of the entries that they cover, in document order; grade 0 is kept', () => {
    const resolved = resolve(
      quote('b.md', 'Beta one. Beta', 0),
      quote('a.md', 'Alpha two.', 3),
      quote('a.md', 'two', 1),
      quote('a.md', 'Alpha one', 2),
    );
    const passages = [...cutAt('b.md', 0, 19), ...cutAt('a.md', 0, 11, 22, 35)];
    expect(judgedPassages(resolved, passages, 'markdown').get('t')).toEqual([
      { id: 'a.md#0', grade: 2 },
      { id: 'a.md#1', grade: 3 },
      { id: 'b.md#0', grade: 0 },
    ]);
  });

  it('may be several for one entry', () => {
    const judged = judgedPassages(resolve(lines('a.md', 1, 3)), cutAt('a.md', 0, 11, 22, 34), 'markdown');
    expect(judged.get('t')?.map(({ id }) => id)).toEqual(['a.md#0', 'a.md#1', 'a.md#2']);
  });

  it('are refused where no passage covers an entry (groundkit D7)', () => {
    expect(refusal(() => judgedPassages(resolve(quote('a.md', 'Alpha one')), cutAt('a.md', 11, 35), 'markdown'))).toBe(
      'j:1: a.md: no passage covers this entry',
    );
    expect(refusal(() => judgedPassages(resolve(whole('a.md')), [], 'whole'))).toBe(
      'j:1: a.md: no passage covers this entry',
    );
  });

  it('are refused for whole documents, unless a passage is the document', () => {
    expect(refusal(() => judgedPassages(resolve(whole('a.md')), cutAt('a.md', 0, 35), 'recursive'))).toBe(
      'j:1: a.md: an entry for a whole document says nothing about passages: ' +
        'add a quote or lines, or use unit "document" or chunker "whole"',
    );
    expect(judgedPassages(resolve(whole('a.md', 2)), cutAt('a.md', 0, 35), 'whole').get('t')).toEqual([
      { id: 'a.md#0', grade: 2 },
    ]);
  });

  it('are none for a topic without gold', () => {
    expect(judgedPassages(resolveTopics([topic([], false)], DOCUMENTS), [], 'markdown').get('t')).toEqual([]);
  });
});

it('judged documents carry the highest grade of their entries, by id', () => {
  const resolved = resolveTopics(
    [topic([whole('b.md', 0), quote('a.md', 'three', 3), quote('a.md', 'two', 1)])],
    DOCUMENTS,
  );
  expect(judgedDocuments(resolved).get('t')).toEqual([
    { id: 'a.md', grade: 3 },
    { id: 'b.md', grade: 0 },
  ]);
});

/** If the hash changes, the rule needs a new version id. */
it('half-cover/1 gives the frozen passages of 400 entries', () => {
  let state = 7;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const text = 'abcdefghijklmnopqrstuvwxyz\n'.repeat(20);
  const topics = Array.from({ length: 400 }, (_, i) => {
    const first = 1 + next(20);
    return topic([lines('d', first, Math.min(20, first + next(4)), next(4) + 1)], true, `t${i}`);
  });
  const cuts = [0];
  while ((cuts.at(-1) ?? 0) < text.length) cuts.push(Math.min(text.length, (cuts.at(-1) ?? 0) + 1 + next(60)));
  const judged = judgedPassages(resolveTopics(topics, new Map([['d', { text }]])), cutAt('d', ...cuts), 'recursive');
  const hash = createHash('sha256')
    .update(canonicalJson([...judged]))
    .digest('hex')
    .slice(0, 16);
  expect([RELEVANCE_ALGORITHM, hash]).toEqual(['half-cover/1', 'b76c9a0f041ab6ac']);
});
