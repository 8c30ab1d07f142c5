import type { ScoredRun, ScoreOutcome } from '../src/contracts/score.ts';

export const SAMPLE_RUN: ScoredRun = {
  name: 'bm25',
  file: 'runs/bm25.run',
  tag: 'bm25',
  measures: { 'nDCG@10': 0.67693, NumRel: 1339 },
  coverage: {
    topicsJudged: 1300,
    topicsAnswered: 1299,
    topicsWithoutRelevant: 0,
    topicsNotJudged: 2,
    retrieved: 129_900,
    unknownDocuments: 1200,
    judgedAt10: 0.25,
    tiedScores: 17,
    constantTopics: 0,
  },
  warnings: [],
  topics: [],
};

/** A score outcome of one run per argument, each a change of the sample. */
export function sampleScore(...changes: Partial<ScoredRun>[]): ScoreOutcome {
  return {
    qrels: 'qrels.txt',
    precision: 'float64',
    measures: [
      { name: 'nDCG@10', isCount: false },
      { name: 'NumRel', isCount: true },
    ],
    runs: (changes.length === 0 ? [{}] : changes).map((change) => ({ ...SAMPLE_RUN, ...change })),
  };
}
