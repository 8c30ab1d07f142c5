import type { VerdictNote } from '../../contracts/delta.ts';
import type { ReportStage } from '../../contracts/report.ts';
import { type Candidates, candidatesOf, rerankStage } from './rerank-stage.ts';
import { type DeltaInput, indexTopics } from './stage-topics.ts';

/** Share of candidates with a tied score from which on it is said. */
const TIED_SHARE = 0.5;

/** What makes the effect of a rerank stage look like one and be none. Nothing for stages of another kind. */
export function rerankNotes(report: DeltaInput, stage: ReportStage): VerdictNote[] {
  if (stage.kind !== 'rerank') return [];
  const { input, depth } = rerankStage(report, stage);
  const [from, to] = [indexTopics(input), indexTopics(stage)];
  const reranked = stage.topics
    .flatMap(({ topicId }) => candidatesOf(report, from, to, depth, topicId) ?? [])
    .filter(({ before }) => before.length > 0);
  // A single candidate has one order and one score.
  const topics = reranked.filter(({ before }) => before.length > 1);
  const constant = topics.filter(isConstant).length;
  const notes: VerdictNote[] = [];
  if (reranked.length > 0 && topics.length === 0) {
    const message = `${stage.id} had a single candidate on each of ${reranked.length} topics: it is a no-op`;
    notes.push({ code: 'no-op-reranker', message });
  }
  if (topics.length > 0 && topics.every(isUnmoved)) {
    const message = `${stage.id} changed the order of its candidates on none of ${topics.length} topics: it is a no-op`;
    notes.push({ code: 'no-op-reranker', message });
  }
  if (constant > 0) {
    const message = `${stage.id} gave all its candidates one score on ${constant} of ${topics.length} topics`;
    notes.push({ code: 'constant-scores', message });
  }
  const varied = topics.filter((topic) => !isConstant(topic));
  const [tied, all] = [sum(varied.map(tiedIn)), sum(varied.map(({ scores }) => scores.length))];
  if (!stage.isStructural && tied > 0 && tied >= all * TIED_SHARE) {
    const message = `${stage.id} gave ${tied} of ${all} candidates a score that another of their topic has: the input orders them`;
    notes.push({ code: 'tied-scores', message });
  }
  return notes;
}

/** Candidates that share their score with another. */
function tiedIn({ scores }: Candidates): number {
  const counts = new Map<number | undefined, number>();
  for (const score of scores) counts.set(score, (counts.get(score) ?? 0) + 1);
  return sum([...counts.values()].filter((count) => count > 1));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function isUnmoved({ before, after }: Candidates): boolean {
  return before.every((key, rank) => after[rank] === key);
}

function isConstant({ scores }: Candidates): boolean {
  return scores.every((score) => score === scores[0]);
}
