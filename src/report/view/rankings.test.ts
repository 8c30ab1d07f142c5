import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ranking, storedReport } from '../../../test/stored-report.ts';
import type { Report } from '../../contracts/report.ts';
import { rankedEntries } from './rankings.ts';

const DOCS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** A report of one topic with these rankings; `relevant` are passages of grade 1. */
function reportOf(rankings: readonly (readonly string[])[], relevant: readonly string[]): Report {
  const names = rankings.map((_, i) => `s${i}`);
  return storedReport(Object.fromEntries(names.map((name) => [name, [0]])), (report) => {
    report.stages.forEach((stage, i) => {
      for (const topic of stage.topics) topic.ranking = ranking(...(rankings[i] ?? []));
    });
    for (const index of report.indexes) {
      index.relevant = [{ topicId: 't0', passages: relevant.map((doc) => ({ id: `${doc}#`, grade: 1 })) }];
    }
  });
}

const entriesOf = (report: Report, depth: number) =>
  rankedEntries(
    report.stages.map((stage) => ({ report, stage })),
    depth,
  )('t0');

describe('rankedEntries', () => {
  it('gives each passage its rank in every column, and keeps relevant ones from below the depth', () => {
    const report = reportOf(
      [
        ['a', 'b', 'c'],
        ['c', 'a', 'd'],
      ],
      ['d'],
    );
    const told = entriesOf(report, 1).map(({ grade, hits }) => [
      hits.find((hit) => hit !== null)?.passage.doc,
      grade,
      hits.map((hit) => hit?.rank ?? null),
    ]);
    expect(told).toEqual([
      ['a', null, [1, 2]],
      ['c', null, [3, 1]],
      ['d', 1, [null, 3]],
    ]);
  });

  it('knows documents, not passages, where documents are judged', () => {
    const report = reportOf([['a'], ['a']], []);
    report.runConfig.golden.unit = 'document';
    for (const topic of report.topics) topic.gold = [{ doc: 'a', grade: 2 }];
    const [, second] = report.stages;
    for (const hit of second?.topics[0]?.ranking ?? []) hit.id = 'a#2';
    const [entry, ...others] = entriesOf(report, 10);
    expect(others).toEqual([]);
    expect(entry?.grade).toBe(2);
    expect(entry?.hits.map((hit) => hit?.passage.id)).toEqual(['a#', 'a#2']);
  });

  it('is what a search in every list finds', () => {
    const lists = fc.array(fc.shuffledSubarray(DOCS), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(lists, fc.subarray(DOCS), fc.integer({ min: 1, max: 4 }), (rankings, relevant, depth) => {
        const entries = entriesOf(reportOf(rankings, relevant), depth);
        const found = new Map(
          entries.map(({ hits }) => [hits.find((hit) => hit !== null)?.passage.doc, hits.map((hit) => hit?.rank ?? 0)]),
        );
        const expected = DOCS.filter((doc) =>
          rankings.some((list) => list.slice(0, depth).includes(doc) || (relevant.includes(doc) && list.includes(doc))),
        );
        expect([...found.keys()].sort()).toEqual(expected);
        for (const [doc, ranks] of found) expect(ranks).toEqual(rankings.map((list) => list.indexOf(doc ?? '') + 1));
      }),
      { numRuns: 60 },
    );
  });
});
