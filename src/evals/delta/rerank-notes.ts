import type { VerdictNote } from '../../contracts/delta.ts';
import type { ReportStage } from '../../contracts/report.ts';
import { type Candidates, candidatesOf, rerankStage } from './rerank-stage.ts';
import { type DeltaInput, indexTopics } from './stage-topics.ts';

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
  return notes;
}

function isUnmoved({ before, after }: Candidates): boolean {
  return before.every((key, rank) => after[rank] === key);
}

function isConstant({ scores }: Candidates): boolean {
  return scores.every((score) => score === scores[0]);
}
