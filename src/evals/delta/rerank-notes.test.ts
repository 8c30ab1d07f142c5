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
  const sigmoid = (logit: number) => 1 / (1 + Math.exp(-logit));
  /** To the nearest bfloat16: 8 bits of a number, as a model in that format gives them. */
  const bf16 = (value: number) => {
    const view = new DataView(new ArrayBuffer(4));
    view.setFloat32(0, value);
    view.setUint32(0, (view.getUint32(0) + 0x8000) & 0xffff0000);
    return view.getFloat32(0);
  };
  it('sees scores that a sigmoid in bf16 made one, and calls them no order (row 54)', async () => {
    const logit = (_: number, passage: number) => 7 + passage / 2;
    const rankings = [
      [4, 5, 6],
      [7, 8, 9],
    ];
    expect(await notesOf(rankings, logit)).toEqual([]);
    const codes = (await notesOf(rankings, (topic, passage) => bf16(sigmoid(logit(topic, passage))))).map(
      ([code]) => code,
    );
    expect(codes).toEqual(['no-op-reranker', 'constant-scores']);
  });
  it('keeps the order of logits that a sigmoid in single precision would make one (row 53)', async () => {
    const logits = new Map([
      [4, 12],
      [5, 15],
      [6, 18],
    ]);
    expect(Math.fround(sigmoid(18))).toBe(1);
    expect(await notesOf([[4, 5, 6]], (_, passage) => logits.get(passage) ?? 0)).toEqual([]);
  });
  it('counts candidates that share their score, where they are half of all or more (row 54)', async () => {
    const tied = (topic: number, passage: number) => (passage === 6 ? 2 : topic === 0 ? 1 : passage / 100);
    expect(await notesOf([[4, 5, 6]], tied)).toEqual([
      ['tied-scores', 'v/rerank gave 2 of 3 candidates a score that another of their topic has: the input orders them'],
    ]);
    expect(
      await notesOf(
        [
          [4, 5, 6],
          [4, 5, 6],
        ],
        tied,
      ),
    ).toEqual([]);
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
