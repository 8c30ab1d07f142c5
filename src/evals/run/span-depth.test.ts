import { expect, it } from 'vitest';
import { BM25, sampleReport } from '../../../test/sample-report.ts';
import type { ReportStage } from '../../contracts/report.ts';
import { parseMeasure } from '../metrics/parse-measure.ts';
import { spanDepthWarnings } from './span-depth.ts';

const MEASURES = ['nDCG@10', 'SpanR(chars=30)'].map(parseMeasure);

/** One stage whose topics return passages of these lengths. */
function stageOf(topics: Readonly<Record<string, number[]>>, scores: ReportStage['means'] = { RR: 1 }): ReportStage {
  const [stage] = sampleReport([BM25]).stages;
  if (stage === undefined) throw new RangeError('no stage');
  const rows = Object.entries(topics).map(([topicId, lengths]) => ({
    topicId,
    scores,
    ranking: lengths.map((length, i) => ({ id: `p${i}`, doc: 'd.md', start: 5, end: 5 + length, score: -i })),
  }));
  return { ...stage, topics: rows };
}

it('warns of topics whose kept ranks hold fewer characters than are read', () => {
  const stage = stageOf({ short: [10, 19], enough: [10, 20], ended: [5] });
  expect(spanDepthWarnings([stage], MEASURES, 2)).toEqual([
    {
      code: 'characters-not-kept',
      stage: 'default/bm25',
      message:
        'default/bm25: for 1 of 3 topics the 2 ranks that are kept hold fewer characters than SpanR(chars=30) reads (first: short)',
      remedy: 'Raise --top-k, or measure over fewer characters.',
    },
  ]);
});

it('does not look at topics without scores, nor where no measure counts characters', () => {
  expect(spanDepthWarnings([stageOf({ short: [1, 1] }, {})], MEASURES, 2)).toEqual([]);
  expect(spanDepthWarnings([stageOf({ short: [1, 1] })], MEASURES.slice(0, 1), 2)).toEqual([]);
});
