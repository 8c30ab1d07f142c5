import { describe, expect, it } from 'vitest';
import type { IndexedPassage } from '../../contracts/document.ts';
import type { Determinism } from '../../contracts/embedder.ts';
import type { Answerable, Topic } from '../../contracts/golden.ts';
import { type Stage, StageSchema } from '../../contracts/pipeline.ts';
import type { ReportStage } from '../../contracts/report.ts';
import { reportStages, reportTopics, stageWarnings, textIds, type VariantResult } from './assemble.ts';
import type { StageOutcome } from './execute.ts';

const RR = [{ family: 'RR' }] as const;
const STAGES: Stage[] = [{ kind: 'bm25' }, { kind: 'dense' }, { kind: 'fusion' }].map((each) =>
  StageSchema.parse(each),
);
const topic = (topicId: string, answerable: Answerable): Topic => ({
  topicId,
  query: `query of ${topicId}`,
  category: 'keyword',
  split: 'dev',
  slices: ['short'],
  answerable,
  gold: [],
  overlap: undefined,
  where: 'j:1',
});
const TOPICS = [topic('a', true), topic('b', true), topic('n', false)];
const PASSAGES = ['p0', 'p1', 'p2'].map(
  (id, i): IndexedPassage => ({
    id,
    doc: `${id}.md`,
    startUtf16: 10 * i,
    endUtf16: 10 * i + 5,
    startLine: 1,
    endLine: 1,
    contentSha256: '',
  }),
);
const ranked = (...passages: number[]): StageOutcome => ({
  list: { passages: Int32Array.from(passages), scores: Float64Array.from(passages, (_, i) => 9 - i) },
  error: undefined,
});
const failed: StageOutcome = { ...ranked(), error: { code: 'GRK_LEG_BROKEN', message: 'the leg broke' } };

/** Passage 1 is relevant for every topic. */
function result(
  outcomes: Readonly<Record<string, StageOutcome[]>>,
  dense: VariantResult['dense'] = { isStructural: false, determinism: 'machine' },
): VariantResult {
  return {
    name: 'v',
    stages: STAGES,
    passages: PASSAGES,
    relevance: TOPICS.map(() => ({ gradeOf: (passage) => (passage === 1 ? 1 : null), judged: [1] })),
    run: { outcomes: new Map(Object.entries(outcomes)), timing: new Map(), traces: [] },
    dense,
    rerankers: new Map(),
    controls: [],
    unit: 'passage',
  };
}
const answered = [ranked(0, 1), ranked(1), ranked(2)];
const ALL = { bm25: answered, dense: answered, fusion: answered };
const stageNamed = (stages: readonly ReportStage[], name: string) => stages.find((stage) => stage.name === name);
const warningsOf = (outcomes: Readonly<Record<string, StageOutcome[]>>, dense?: VariantResult['dense']) =>
  stageWarnings(reportStages(TOPICS, RR, result(outcomes, dense)));

describe('reportStages', () => {
  it('refuses a topic without an outcome', () => {
    expect(() => reportStages(TOPICS, RR, result({ ...ALL, bm25: [ranked(0)] }))).toThrow('no outcome for topic b');
  });
  it('refuses a passage that the index does not have', () => {
    expect(() => reportStages(TOPICS, RR, result({ ...ALL, bm25: [ranked(7), ranked(), ranked()] }))).toThrow(
      'there is no passage number 7',
    );
  });

  it('keeps a failed topic with its error, scored 0 and counted in the mean (ragas#634)', () => {
    const bm25 = stageNamed(reportStages(TOPICS, RR, result({ ...ALL, bm25: [ranked(1), failed, failed] })), 'bm25');
    expect(bm25?.topics).toEqual([
      {
        topicId: 'a',
        scores: { RR: 1 },
        ranking: [{ id: 'p1', doc: 'p1.md', start: 10, end: 15, score: 9 }],
      },
      { topicId: 'b', scores: { RR: 0 }, ranking: [], error: { code: 'GRK_LEG_BROKEN', message: 'the leg broke' } },
      { topicId: 'n', scores: {}, ranking: [], error: { code: 'GRK_LEG_BROKEN', message: 'the leg broke' } },
    ]);
    expect(bm25?.means).toEqual({ RR: 0.5 });
    expect(bm25?.abstention).toEqual({
      noAnswerTopics: 1,
      silentOnNoAnswer: 0,
      answerableTopics: 2,
      silentOnAnswerable: 0,
    });
  });
  it('gives rankings in order with the scores of the stage, and means over answerable topics', () => {
    const bm25 = stageNamed(reportStages(TOPICS, RR, result(ALL)), 'bm25');
    expect(bm25?.topics[0]?.ranking.map(({ id, score }) => [id, score])).toEqual([
      ['p0', 9],
      ['p1', 8],
    ]);
    expect(bm25?.means).toEqual({ RR: 0.75 });
  });
  it('names stages and what they read by variant', () => {
    expect(reportStages(TOPICS, RR, result(ALL)).map(({ id, kind, input }) => [id, kind, input])).toEqual([
      ['v/bm25', 'bm25', []],
      ['v/dense', 'dense', []],
      ['v/fusion', 'fusion', ['v/bm25', 'v/dense']],
    ]);
  });
  it('has no abstention for a stage that reads vectors: it never returns nothing (groundkit D10)', () => {
    const stages = reportStages(TOPICS, RR, result(ALL));
    expect(stages.map(({ abstention }) => abstention === null)).toEqual([false, true, true]);
  });

  it.each<[Determinism, Determinism[]]>([
    ['bitwise', ['bitwise', 'bitwise', 'bitwise']],
    ['machine', ['bitwise', 'machine', 'machine']],
    ['none', ['bitwise', 'none', 'none']],
  ])('takes the promise of a %s embedder for dense and for the fusion that rests on it', (determinism, promised) => {
    const stages = reportStages(TOPICS, RR, result(ALL, { isStructural: false, determinism }));
    expect(stages.map((stage) => stage.determinism)).toEqual(promised);
  });
  it('promises nothing for dense where the embedder is not told', () => {
    expect(reportStages(TOPICS, RR, result(ALL, null)).map((stage) => stage.determinism)).toEqual([
      'bitwise',
      'none',
      'none',
    ]);
  });
  it('marks dense and its fusion as structural, never bm25', () => {
    const structural = { isStructural: true, determinism: 'bitwise' } as const;
    expect(reportStages(TOPICS, RR, result(ALL, structural)).map((stage) => stage.isStructural)).toEqual([
      false,
      true,
      true,
    ]);
  });
});

describe('rerank stages and control runs', () => {
  const rerankStages: Stage[] = [
    { kind: 'bm25' },
    { kind: 'rerank', input: 'bm25', reranker: 'x' },
    { kind: 'rerank', name: 'twice', input: 'rerank', reranker: 'y' },
  ].map((each) => StageSchema.parse(each));
  const reranker = (isStructural: boolean, determinism: Determinism) => ({
    isStructural,
    identity: { provider: 'x', model: 'x', algorithm: 'x/1', weightsSha256: '', settings: {}, determinism },
  });
  const reranked = (over: Partial<VariantResult>): VariantResult => ({
    ...result({ bm25: answered, rerank: answered, twice: answered }, null),
    stages: rerankStages,
    ...over,
  });
  const facts = (over: Partial<VariantResult>) =>
    reportStages(TOPICS, RR, reranked(over)).map(({ isStructural, determinism }) => [isStructural, determinism]);

  it('are structural and promise as little as any reranker on their path', () => {
    const real = reranker(false, 'machine');
    expect(
      facts({
        rerankers: new Map([
          ['rerank', reranker(true, 'bitwise')],
          ['twice', real],
        ]),
      }),
    ).toEqual([
      [false, 'bitwise'],
      [true, 'bitwise'],
      [true, 'machine'],
    ]);
    expect(
      facts({
        rerankers: new Map([
          ['rerank', reranker(false, 'none')],
          ['twice', real],
        ]),
      }),
    ).toEqual([
      [false, 'bitwise'],
      [false, 'none'],
      [false, 'none'],
    ]);
  });
  it('abstain as their input does', () => {
    const stages = reportStages(TOPICS, RR, reranked({}));
    expect(stages.map(({ abstention }) => abstention)).toEqual(
      [stages[0], stages[0], stages[0]].map((each) => each?.abstention),
    );
  });
  it('keep controls with scores, ids to their depth, and the error of a topic that failed', () => {
    const [stage] = rerankStages.slice(1);
    if (stage === undefined) throw new Error('no stage');
    const controls = [
      {
        control: { kind: 'rerank-depth', of: 'rerank', depth: 1, stage } as const,
        outcomes: [ranked(1, 0), failed, ranked(2)],
      },
    ];
    expect(stageNamed(reportStages(TOPICS, RR, reranked({ controls })), 'rerank')?.controls).toEqual([
      {
        kind: 'rerank-depth',
        depth: 1,
        topics: [
          { topicId: 'a', scores: { RR: 1 }, ids: ['p1'] },
          { topicId: 'b', scores: { RR: 0 }, ids: [], error: { code: 'GRK_LEG_BROKEN', message: 'the leg broke' } },
          { topicId: 'n', scores: {}, ids: ['p2'] },
        ],
      },
    ]);
    const documents = stageNamed(reportStages(TOPICS, RR, reranked({ controls, unit: 'document' })), 'rerank');
    expect(documents?.controls[0]?.topics[0]?.ids).toEqual(['p1.md']);
  });
});

describe('stageWarnings', () => {
  it('tells of failed topics, how many and the first (ragas#634)', () => {
    expect(warningsOf({ ...ALL, fusion: [ranked(1), failed, failed] })).toEqual([
      {
        code: 'topics-failed',
        stage: 'v/fusion',
        message: 'v/fusion: 2 of 3 topics failed and count 0 (first: b: the leg broke)',
      },
    ]);
  });
  it('tells of a stage that returned nothing at all, but not of one that was silent on some topics', () => {
    expect(warningsOf({ ...ALL, bm25: [ranked(), ranked(), ranked()] })).toEqual([
      {
        code: 'leg-without-hits',
        stage: 'v/bm25',
        message: 'v/bm25 returned nothing for any of 3 topics',
        remedy: 'Check that the analyzer fits the language of the documents.',
      },
    ]);
    expect(warningsOf({ ...ALL, bm25: [ranked(), ranked(), ranked(1)] })).toEqual([]);
  });
  it('does not pass failures off as a leg without hits', () => {
    expect(warningsOf({ ...ALL, bm25: [failed, ranked(), ranked()] }).map(({ code }) => code)).toEqual([
      'topics-failed',
    ]);
  });
  it('tells of each structural stage', () => {
    const told = warningsOf(ALL, { isStructural: true, determinism: 'bitwise' });
    expect(told.map(({ code, stage }) => [code, stage])).toEqual([
      ['structural', 'v/dense'],
      ['structural', 'v/fusion'],
    ]);
  });
  it('is silent where nothing is wrong', () => {
    expect(warningsOf(ALL)).toEqual([]);
  });
});

describe('reportTopics and textIds', () => {
  it('give each topic its gold by position, and none where there is none', () => {
    const told = reportTopics(TOPICS.slice(0, 2), [[{ doc: 'p1.md', grade: 1, start: 10, end: 15 }]]);
    expect(told.map(({ topicId, gold }) => [topicId, gold])).toEqual([
      ['a', [{ doc: 'p1.md', grade: 1, start: 10, end: 15 }]],
      ['b', []],
    ]);
    expect(told[0]).toMatchObject({ query: 'query of a', answerable: true, split: 'dev', slices: ['short'] });
  });
  it('ask for the texts of the ten best and of what is relevant, each once, in order of id', () => {
    const deep = ranked(...Array.from({ length: 12 }, (_, i) => i));
    const passages = Array.from({ length: 12 }, (_, i) => ({
      ...(PASSAGES[0] as IndexedPassage),
      id: `x${String(i).padStart(2, '0')}`,
    }));
    const run = { outcomes: new Map([['bm25', [deep, deep, deep]]]), timing: new Map(), traces: [] };
    const [stage] = reportStages(TOPICS, RR, { ...result(ALL), stages: STAGES.slice(0, 1), passages, run });
    const relevant = [{ topicId: 'a', passages: ['x11', 'x03'].map((id) => ({ id, grade: 1 })) }];
    expect(textIds(stage === undefined ? [] : [stage], relevant)).toEqual([
      ...passages.slice(0, 10).map(({ id }) => id),
      'x11',
    ]);
  });
});
