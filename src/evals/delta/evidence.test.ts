import { describe, expect, it } from 'vitest';
import { BM25, DENSE, sampleReport } from '../../../test/sample-report.ts';
import type { ReportStage } from '../../contracts/report.ts';
import { deriveDeltas } from './derive.ts';

/** The sample report with these values of the primary measure, topic by topic, for two stages. */
function report(bm25: readonly number[], dense: readonly number[]) {
  const base = sampleReport([BM25, DENSE]);
  const topics = bm25.map((_, i) => ({ ...TOPIC, slices: [], gold: [], topicId: `t${String(i).padStart(3, '0')}` }));
  const [first, second] = base.stages;
  if (first === undefined || second === undefined) throw new Error('the sample has too few stages');
  const withValues = (stage: ReportStage, values: readonly number[]): ReportStage => ({
    ...stage,
    abstention: null,
    topics: topics.map(({ topicId }, i) => {
      const names = base.runConfig.measures.map(({ name }) => [name, values[i] ?? 0]);
      return { topicId, scores: Object.fromEntries(names), ranking: [] };
    }),
  });
  return { ...base, topics, stages: [withValues(first, bm25), withValues(second, dense)] };
}

const TOPIC = { query: 'q', answerable: true, split: 'dev', category: 'c', slices: [], gold: [] } as const;

const evidenceOf = (bm25: readonly number[], dense: readonly number[]) =>
  deriveDeltas(report(bm25, dense))[0]?.evidence;

describe('evidence of a declared comparison', () => {
  it('is the sign-flip test of the paired differences of the primary measure', () => {
    const dense = [0.6, 0.7, 0.45, 0.65, 0.5, 0.8, 0.6, 0.4, 0.55, 0.75];
    const found = evidenceOf(
      dense.map(() => 0.5),
      dense,
    );
    // 56 of 1,024 sign patterns: evaluated by enumeration.
    expect(found?.signFlip).toMatchObject({ method: 'exact', p: 0.0546875 });
    expect(found).toMatchObject({ status: 'not supported', familySize: 1, adjustedP: 0.0546875, correction: 'holm' });
    expect(found?.topics).toEqual({ wins: 7, ties: 1, losses: 2 });
  });
  it('says identical, supported and undecidable where they are', () => {
    expect(evidenceOf([0.5, 0.5], [0.5, 0.5])?.status).toBe('identical');
    expect(evidenceOf(Array(8).fill(0.2), Array(8).fill(0.3))?.status).toBe('supported');
    expect(evidenceOf(Array(5).fill(0.2), Array(5).fill(0.3))?.status).toBe('undecidable');
  });
  it('is not given to a comparison that was chosen when reading', () => {
    const base = report([0.1, 0.2], [0.3, 0.1]);
    const chosen = deriveDeltas(base, { baseline: base.stages[1]?.id ?? '' });
    expect(chosen.every(({ evidence }) => evidence === undefined)).toBe(true);
  });
  it('is not given to a structural stage', () => {
    const base = report([0.1, 0.2], [0.3, 0.1]);
    const stages = base.stages.map((stage, i) => (i === 1 ? { ...stage, isStructural: true } : stage));
    expect(deriveDeltas({ ...base, stages })[0]?.evidence).toBeUndefined();
  });
});
