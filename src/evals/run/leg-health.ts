import type { ReportStage, ReportWarning } from '../../contracts/report.ts';

/** Fewer answerable topics say nothing about a leg. */
const MIN_TOPICS = 10;
/**
 * Dense legs that were trained for anything near the task stay above half of bm25 even on foreign domains; what falls
 * below is as a rule a wrong model, a missing prefix, or documents in another language.
 */
const HALF = 0.5;

/** Warns of a dense leg that is far below bm25 of the same variant on the primary measure. It is no verdict. */
export function farBelowWarnings(
  stages: readonly ReportStage[],
  primary: string,
  answerableTopics: number,
): ReportWarning[] {
  if (answerableTopics < MIN_TOPICS) return [];
  return stages.flatMap((dense): ReportWarning[] => {
    if (dense.kind !== 'dense' || dense.isStructural) return [];
    const bm25 = stages.find(({ kind, variant }) => kind === 'bm25' && variant === dense.variant);
    const [low, high] = [dense.means[primary], bm25?.means[primary]];
    if (bm25 === undefined || low === undefined || high === undefined || low >= HALF * high) return [];
    return [
      {
        code: 'dense-far-below',
        stage: dense.id,
        message: `${dense.id} has ${primary} ${low.toFixed(4)}, below half of ${bm25.id} (${high.toFixed(4)})`,
        remedy: 'Check that the embedder fits the language and the documents; `grk index doctor` checks its vectors.',
      },
    ];
  });
}

/** Warns of passages without a direction, which no dense search can find. */
export function zeroVectorWarnings(variant: string, zeroVectors: number, passages: number): ReportWarning[] {
  if (zeroVectors === 0) return [];
  const share = ((100 * zeroVectors) / passages).toFixed(1);
  const message = `variant "${variant}": ${zeroVectors} of ${passages} vectors (${share} %) are zero: no dense stage finds these passages`;
  return [{ code: 'zero-vectors', message }];
}
