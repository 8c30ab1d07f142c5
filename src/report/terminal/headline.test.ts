import { describe, expect, it } from 'vitest';
import { BM25, sampleReport } from '../../../test/sample-report.ts';
import type { Report } from '../../contracts/report.ts';
import { headline } from './headline.ts';

const plain = (width: number) => ({ width, color: false, unicode: true });

function lines(golden: Partial<Report['golden']>, width = 100): string[] {
  return headline(sampleReport([BM25], { golden }), plain(width)).split('\n');
}

describe('the headline', () => {
  it('counts every kind of topic', () => {
    expect(lines({ topics: 1124, answerable: 1000, unknown: 24 })).toEqual([
      'handbook · version 1.0.0 · split dev',
      '64 documents · 1,243 passages · 1,124 topics (1,000 answerable, 100 no-answer, 24 unknown)',
    ]);
  });

  it('of one topic', () => {
    expect(lines({ documents: 1, topics: 1, answerable: 1 })[1]).toBe(
      '1 document · 1,243 passages · 1 topic (1 answerable, 0 no-answer, 0 unknown)',
    );
  });

  it('says how many candidates were left out as the topic itself', () => {
    expect(lines({ excludedSelf: 12 })[2]).toBe('12 topics searched without their own document');
  });

  it('names the chunker of each index where there are several', () => {
    const report = sampleReport([BM25]);
    const [index] = report.indexes;
    if (index === undefined) throw new Error('the sample has no index');
    const indexes = [index, { ...index, chunker: 'recursive', passages: 998 }];
    expect(headline({ ...report, indexes }, plain(100)).split('\n')[1]).toBe(
      '64 documents · 1,243 passages (markdown) · 998 passages (recursive)',
    );
  });

  it('breaks between facts', () => {
    expect(lines({}, 60)).toEqual([
      'handbook · version 1.0.0 · split dev',
      '64 documents · 1,243 passages',
      '124 topics (96 answerable, 28 no-answer, 0 unknown)',
    ]);
  });
});
