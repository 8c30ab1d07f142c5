import type { RiskCoverage } from '../../contracts/derived.ts';
import type { ReportStage } from '../../contracts/report.ts';
import type { DeltaInput } from './stage-topics.ts';
import { indexTopics, resultOf } from './stage-topics.ts';

interface Answer {
  readonly score: number;
  readonly risk: number;
}

/**
 * What every stage would gain from a threshold on the score of its first hit (El-Yaniv & Wiener 2010): coverage and risk
 * of answering only what scores as high. A topic that returned nothing or failed is never answered.
 * @throws GrkError GRK_REPORT_INVALID
 */
export function deriveRiskCoverage(report: DeltaInput): RiskCoverage[] {
  return report.stages.map((stage) => curveOf(report, stage));
}

function curveOf(report: DeltaInput, stage: ReportStage): RiskCoverage {
  const measure = report.declared.primary;
  const topics = report.topics.filter(({ answerable }) => answerable !== 'unknown');
  const noAnswerTopics = topics.filter(({ answerable }) => answerable === false).length;
  const identity = {
    stage: stage.id,
    isStructural: stage.isStructural,
    measure,
    topics: topics.length,
    noAnswerTopics,
  };
  const results = indexTopics(stage);
  const answers = topics.flatMap(({ topicId, answerable }): Answer[] => {
    const { ranking, scores, error } = resultOf(results, topicId);
    const [first] = ranking;
    if (first === undefined || error !== undefined) return [];
    return [{ score: first.score, risk: answerable === true ? 1 - (scores[measure] ?? 0) : 1 }];
  });
  const reason =
    noAnswerTopics === 0
      ? 'not measured: no topic is declared unanswerable'
      : answers.length === 0
        ? 'not measured: the stage answered nothing'
        : answers.some(({ risk }) => risk < 0 || risk > 1)
          ? `not measured: ${measure} does not lie between 0 and 1`
          : undefined;
  if (reason !== undefined) return { ...identity, points: [], reason };
  return { ...identity, points: pointsOf(answers, topics.length) };
}

/** Equal scores are answered together: no threshold tells them apart. */
function pointsOf(answers: readonly Answer[], topics: number): RiskCoverage['points'][number][] {
  const sorted = answers.toSorted((a, b) => b.score - a.score);
  let total = 0;
  return sorted.flatMap(({ score, risk }, i) => {
    total += risk;
    if (sorted[i + 1]?.score === score) return [];
    return [{ threshold: score, coverage: (i + 1) / topics, risk: total / (i + 1) }];
  });
}
