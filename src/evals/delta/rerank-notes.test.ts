import { describe, expect, it } from 'vitest';
import { pipelineReport } from '../../../test/pipeline-report.ts';
import { rerankNotes } from './rerank-notes.ts';

const STAGES = [{ kind: 'bm25' }, { kind: 'rerank', input: 'bm25', reranker: 'x', depth: 3 }];

async function notesOf(rankings: readonly number[][], scoreOf: (topic: number, passage: number) => number) {
  const report = await pipelineReport({
    stages: STAGES,
    legs: { bm25: rankings },
    scores: { rerank: scoreOf },
    grades: rankings.map(() => new Map([[0, 1]])),
  });
  return report.stages.flatMap((stage) => rerankNotes(report, stage)).map(({ code, message }) => [code, message]);
}

describe('rerankNotes', () => {
  it('calls a reranker a no-op that changed the order on no topic, whatever its scores', async () => {
    expect(await notesOf([[4, 5, 6], [7, 8], [9]], (_, passage) => 100 - passage)).toEqual([
      ['no-op-reranker', 'v/rerank changed the order of its candidates on none of 2 topics: it is a no-op'],
    ]);
  });
  it('counts topics on which all candidates have one score, behind which the input’s scores do not count', async () => {
    const scores = (topic: number, passage: number) => (topic === 0 ? 1 : passage);
    const rankings = [
      [4, 5, 6, 7],
      [4, 5, 6],
    ];
    expect(await notesOf(rankings, scores)).toEqual([
      ['constant-scores', 'v/rerank gave all its candidates one score on 1 of 2 topics'],
    ]);
  });
  it('says both of a reranker whose every score is 1.0 (row 52: one logit through softmax)', async () => {
    const codes = (
      await notesOf(
        [
          [4, 5],
          [6, 7],
        ],
        () => 1,
      )
    ).map(([code]) => code);
    expect(codes).toEqual(['no-op-reranker', 'constant-scores']);
  });
  it('says nothing of one that moved a candidate on one topic, nor where there are no candidates', async () => {
    expect(
      await notesOf(
        [
          [4, 5],
          [6, 7],
        ],
        (topic, passage) => (topic === 0 ? passage : -passage),
      ),
    ).toEqual([]);
    expect(await notesOf([[], []], () => 1)).toEqual([]);
  });
  it('calls a reranker a no-op that is given one candidate at most', async () => {
    expect(await notesOf([[4], [5], []], () => 1)).toEqual([
      ['no-op-reranker', 'v/rerank had a single candidate on each of 2 topics: it is a no-op'],
    ]);
  });
  it('leaves out topics on which the reranker failed', async () => {
    const fails = (topic: number, passage: number) => (topic === 0 ? Number.NaN : -passage);
    expect(
      await notesOf(
        [
          [4, 5],
          [6, 7],
        ],
        fails,
      ),
    ).toEqual([['no-op-reranker', 'v/rerank changed the order of its candidates on none of 1 topics: it is a no-op']]);
  });
});
