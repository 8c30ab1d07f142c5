import type { Report, ReportStage } from '../src/contracts/report.ts';
import { evaluateGates } from '../src/evals/delta/gate.ts';
import { planGates } from '../src/evals/delta/gate-plan.ts';
import { BM25, DENSE, sampleReport } from './sample-report.ts';

export interface Values {
  /** Of every measure, per answerable topic. */
  readonly scores: readonly number[];
  /** Per no-answer topic: whether nothing is returned. */
  readonly silent?: readonly boolean[];
  /** Answerable topics for which nothing is returned. */
  readonly wronglySilent?: readonly number[];
  readonly failed?: readonly number[];
  readonly stage?: Partial<ReportStage>;
}

const TOPIC = { query: 'q', split: 'dev', category: 'c', slices: [] as string[], gold: [] };
const HIT = { id: 'p', doc: 'd', start: 0, end: 1, score: 1 };

/** A report of one bm25 and one dense stage; the values are those of the last. */
export function reportOf({ scores, silent = [], wronglySilent = [], failed = [], stage = {} }: Values): Report {
  const base = sampleReport([BM25, DENSE]);
  const answerable = scores.map((_, i) => ({
    ...TOPIC,
    topicId: `t${String(i).padStart(3, '0')}`,
    answerable: true as const,
    slices: i % 2 === 0 ? ['even'] : [],
  }));
  const noAnswer = silent.map((_, i) => ({ ...TOPIC, topicId: `n${i}`, answerable: false as const }));
  const names = base.runConfig.measures.map(({ name }) => name);
  const rows = [
    ...answerable.map(({ topicId }, i) => ({
      topicId,
      scores: Object.fromEntries(names.map((name) => [name, failed.includes(i) ? 0 : (scores[i] ?? 0)])),
      ranking: wronglySilent.includes(i) || failed.includes(i) ? [] : [HIT],
      ...(failed.includes(i) ? { error: { code: 'GRK_LEG_BROKEN', message: 'x' } } : {}),
    })),
    ...noAnswer.map(({ topicId }, i) => ({ topicId, scores: {}, ranking: silent[i] === true ? [] : [HIT] })),
  ];
  const abstention = { noAnswerTopics: 0, silentOnNoAnswer: 0, answerableTopics: 0, silentOnAnswerable: 0 };
  const stages = base.stages.map(
    (each, i): ReportStage => ({ ...each, abstention, topics: rows, ...(i === 1 ? stage : {}) }),
  );
  return { ...base, topics: [...answerable, ...noAnswer], stages };
}

export const repeat = (value: number, n: number): number[] => Array(n).fill(value);
export const flat = (n: number, over: Partial<Values> = {}) => reportOf({ scores: repeat(0.5, n), ...over });

export function gate(text: string, candidate: Report, baseline: Report) {
  const [result] = gates([text], candidate, baseline);
  if (result === undefined) throw new Error('no gate was evaluated');
  return result;
}
export function gates(texts: string[], candidate: Report, baseline: Report) {
  const scope = {
    stages: candidate.stages.map(({ id }) => id),
    measures: candidate.runConfig.measures.map(({ name }) => name),
    primary: candidate.declared.primary,
    topics: candidate.topics,
  };
  const labels = { candidateLabel: 'this run', baselineLabel: 'the baseline' };
  return evaluateGates(planGates(texts, scope), { candidate, baseline, ...labels });
}
