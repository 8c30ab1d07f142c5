import { GrkError } from '../../contracts/errors.ts';
import type { Report, ReportRanked, ReportStage } from '../../contracts/report.ts';
import type { DeltaInput } from './stage-topics.ts';

/** What attribution is derived from: a report without texts, timing and environment would do. */
export type AttributionInput = DeltaInput & Pick<Report, 'indexes'>;

/** What counts as relevant for the topics of one stage, as the report holds it. */
export interface ReportRelevance {
  /** Key to grade; empty for a topic without judgments. */
  readonly gradesOf: (topicId: string) => ReadonlyMap<string, number>;
}

/** What two hits have in common that are the same to a measure: the document in document unit, else the passage. */
export function keyOf({ runConfig }: Pick<DeltaInput, 'runConfig'>, { id, doc }: ReportRanked): string {
  return runConfig.golden.unit === 'document' ? doc : id;
}

const NONE: ReadonlyMap<string, number> = new Map();

/** @throws GrkError GRK_REPORT_INVALID where the index of the stage is not in the report */
export function relevanceOf(report: AttributionInput, stage: ReportStage): ReportRelevance {
  const grades = new Map(
    report.runConfig.golden.unit === 'document'
      ? report.topics.map(({ topicId, gold }) => [topicId, highest(gold.map(({ doc, grade }) => [doc, grade]))])
      : indexOf(report, stage).relevant.map(({ topicId, passages }) => [
          topicId,
          highest(passages.map(({ id, grade }) => [id, grade])),
        ]),
  );
  return { gradesOf: (topicId) => grades.get(topicId) ?? NONE };
}

function indexOf({ variants, indexes }: AttributionInput, stage: ReportStage): Report['indexes'][number] {
  const id = variants.find(({ name }) => name === stage.variant)?.indexId;
  const index = indexes.find((each) => each.id === id);
  if (index !== undefined) return index;
  throw new GrkError('GRK_REPORT_INVALID', `the report does not hold the index of stage "${stage.id}"`, {
    remedy: 'Make the report again with grk eval: this one was changed or cut.',
  });
}

function highest(entries: readonly (readonly [key: string, grade: number])[]): Map<string, number> {
  const grades = new Map<string, number>();
  for (const [key, grade] of entries) grades.set(key, Math.max(grade, grades.get(key) ?? grade));
  return grades;
}
