import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IndexedPassage } from '../contracts/document.ts';
import type { ExternalHit } from '../contracts/external.ts';
import { createHitIndex, EXTERNAL_ALGORITHM, type HitRules, outsidePlaces, rankHits } from './external-hits.ts';

const passage = (id: string, doc: string, startUtf16: number, endUtf16: number): IndexedPassage => ({
  ...{ id, doc, startUtf16, endUtf16 },
  ...{ startLine: 1, endLine: 1, contentSha256: '' },
});
/** Numbers are in tie order, which is not the order of documents and starts. */
const PASSAGES = [
  passage('p0', 'long.md', 50, 100),
  passage('p1', 'short.md', 0, 30),
  passage('p2', 'long.md', 0, 40),
  passage('p3', 'long.md', 100, 120),
  passage('p4', 'other.md', 5, 25),
];
const DOCUMENTS = ['long.md', 'short.md', 'other.md', 'blank.md'].map((id) => ({ id }));
const index = createHitIndex(PASSAGES, DOCUMENTS, 'passage');
const documentIndex = createHitIndex(PASSAGES, DOCUMENTS, 'document');
const rules = (over: Partial<HitRules> = {}): HitRules => ({
  order: 'score',
  mask: undefined,
  spanOfLines: (_, first, last) => (last > 9 ? 'no such lines' : { startUtf16: first * 10, endUtf16: last * 10 }),
  ...over,
});
const ranked = (hits: readonly ExternalHit[], over: Partial<HitRules> = {}, of = index) => {
  const { list, faults } = rankHits(hits, of, rules(over));
  return { ids: [...list.passages].map((number) => PASSAGES[number]?.id), scores: [...list.scores], faults };
};
const faultOf = (hit: ExternalHit, of = index) => ranked([hit], {}, of).faults;

describe('rankHits', () => {
  it.each<[string, ExternalHit, string]>([
    ['a passage by id', { id: 'p3' }, 'p3'],
    ['a document with one passage', { doc: 'short.md' }, 'p1'],
    ['a span within a passage', { doc: 'long.md', start: 60, end: 70 }, 'p0'],
    ['a span over two passages: the one that covers more', { doc: 'long.md', start: 30, end: 55 }, 'p2'],
    ['a span that covers two equally: the first', { doc: 'long.md', start: 30, end: 60 }, 'p2'],
    ['a span that is larger than any passage', { doc: 'long.md', start: 0, end: 120 }, 'p0'],
    ['lines', { doc: 'long.md', lines: [6, 7] }, 'p0'],
    ['a passage in a run file', { docno: 'p4', score: 1 }, 'p4'],
    ['a document in a run file', { docno: 'other.md', score: 1 }, 'p4'],
  ])('finds %s', (_, hit, id) => {
    expect(ranked([hit])).toMatchObject({ ids: [id], faults: [] });
  });
  it('takes the first passage for a document in document unit', () => {
    expect(ranked([{ doc: 'long.md' }, { docno: 'other.md', score: 1 }], { order: 'list' }, documentIndex).ids).toEqual(
      ['p2', 'p4'],
    );
  });

  it.each<[string, ExternalHit, string]>([
    ['an unknown passage', { id: 'p9' }, 'there is no passage "p9"'],
    ['an unknown document', { doc: 'nope.md' }, 'there is no document "nope.md"'],
    ['an unknown docno', { docno: 'd1-0', score: 1 }, 'there is no passage or document "d1-0"'],
    ['a document without text', { doc: 'blank.md' }, 'document "blank.md" has no text, so nothing of it is ranked'],
    [
      'a document of several passages',
      { doc: 'long.md' },
      'document "long.md" has 3 passages: name one by id, start and end, or lines',
    ],
    ['a span between passages', { doc: 'long.md', start: 41, end: 49 }, 'no passage of "long.md" covers 41-49'],
    ['a span behind the end', { doc: 'short.md', start: 30, end: 31 }, 'no passage of "short.md" covers 30-31'],
    ['lines that are not there', { doc: 'long.md', lines: [9, 10] }, 'long.md: no such lines'],
  ])('names %s as a fault', (_, hit, fault) => {
    expect(faultOf(hit)).toEqual([fault]);
  });

  it('orders by score, then by passage number, wherever hits stand in the list', () => {
    const hits = [
      { id: 'p3', score: 1 },
      { id: 'p4', score: 2 },
      { id: 'p0', score: 1 },
      { id: 'p1', score: -1 },
    ];
    expect(ranked(hits)).toMatchObject({ ids: ['p4', 'p0', 'p3', 'p1'], scores: [2, 1, 1, -1] });
    expect(ranked(hits.toReversed())).toEqual(ranked(hits));
  });
  it('keeps the order of a list that is in its final order, ties and all', () => {
    const hits = ['p3', 'p0', 'p4'].map((docno) => ({ docno, score: 1 }));
    expect(ranked(hits, { order: 'list' })).toMatchObject({ ids: ['p3', 'p0', 'p4'], scores: [1, 1, 1] });
  });
  it('takes the list as the ranking where hits have no scores, and counts 1 / rank', () => {
    const hits = [{ id: 'p4' }, { id: 'p0' }, { id: 'p2' }];
    expect(ranked(hits)).toMatchObject({ ids: ['p4', 'p0', 'p2'], scores: [1, 1 / 2, 1 / 3] });
  });
  it('makes one hit of places that lie in one passage, at the best of them', () => {
    const hits = [
      { doc: 'long.md', start: 0, end: 5, score: 1 },
      { doc: 'long.md', start: 6, end: 9, score: 3 },
      { id: 'p1', score: 2 },
    ];
    expect(ranked(hits)).toMatchObject({ ids: ['p2', 'p1'], scores: [3, 2] });
  });
  it('leaves out what a mask leaves out', () => {
    const mask = Uint8Array.of(0, 1, 1, 1, 1);
    expect(ranked([{ id: 'p0' }, { id: 'p1' }], { mask }).ids).toEqual(['p1']);
  });
  it.each<[ExternalHit, string]>([
    [{ id: 'p1' }, 'passage "p1" twice'],
    [{ doc: 'short.md' }, 'document "short.md" twice'],
    [{ doc: 'long.md', start: 1, end: 2 }, 'document "long.md", 1-2 twice'],
    [{ doc: 'long.md', lines: [1, 2] }, 'document "long.md", lines 1-2 twice'],
    [{ docno: 'x', score: 1 }, '"x" twice'],
  ])('refuses the same hit twice: %o', (hit, message) => {
    expect(() =>
      ranked([
        { ...hit, score: 2 },
        { id: 'p4', score: 1 },
        { ...hit, score: 1 },
      ]),
    ).toThrow(message);
  });

  it('ranks as a second implementation does, each passage once, whatever the order of the answer', () => {
    const hit = fc.record({
      id: fc.constantFrom('p0', 'p1', 'p2', 'p3', 'p4'),
      score: fc.integer({ min: -2, max: 2 }),
    });
    fc.assert(
      fc.property(fc.uniqueArray(hit, { selector: ({ id }) => id }), (hits) => {
        const naive = [...hits].sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
        expect(ranked(hits).ids).toEqual(naive.map(({ id }) => id));
      }),
    );
  });
  it('is frozen under its version id', () => {
    const hits: ExternalHit[] = [
      { doc: 'long.md', start: 30, end: 60, score: 0.5 },
      { doc: 'long.md', start: 39, end: 60, score: 0.5 },
      { id: 'p1', score: 0.5 },
      { doc: 'other.md', score: 0.75 },
    ];
    expect([EXTERNAL_ALGORITHM, ranked(hits).ids]).toEqual(['external/1', ['p4', 'p0', 'p1', 'p2']]);
  });
});

describe('outsidePlaces', () => {
  it('is the bytewise descending order of what a run would name: passages, or documents', () => {
    expect([...outsidePlaces(index)]).toEqual([4, 3, 2, 1, 0]);
    // short.md, other.md, then the passages of long.md by number.
    expect([...outsidePlaces(documentIndex)]).toEqual([2, 0, 3, 4, 1]);
  });
});
