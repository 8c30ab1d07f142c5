import { resolve } from 'node:path';
import { GrkError } from '../contracts/errors.ts';
import type { Unit } from '../contracts/golden.ts';
import type { Report, ReportStage } from '../contracts/report.ts';
import { stageNamed } from '../evals/delta/match-stages.ts';
import { type ExportedText, type JudgedIds, qrelsText, runText } from '../evals/trec/export.ts';
import { readReport } from './report-file.ts';
import { writeWhole } from './whole-file.ts';

export interface ReportTrecRequest {
  readonly report: string;
  readonly what: 'run' | 'qrels';
  /** A stage by its id, or a name that only one has; needed where the report leaves a choice. */
  readonly stage?: string | undefined;
  /** Default: the text is only returned. */
  readonly out?: string | undefined;
}

export interface ReportTrecOutcome extends ExportedText {
  readonly what: 'run' | 'qrels';
  readonly unit: Unit;
  /** Of a run. */
  readonly stage: string | null;
  readonly file: string | null;
  /** Topics that the means are over. */
  readonly topics: number;
  /** Topics of the report outside the means: declared unanswerable, or unknown. */
  readonly topicsLeftOut: number;
}

/**
 * A stage's rankings, or the judgments, in TREC's form. They hold the topics that the means are over, so that
 * `trec_eval -c` gives these means; ids are documents or passages, as the golden set judges.
 * @throws GrkError GRK_UNKNOWN_NAME, GRK_USAGE for a stage; GRK_NOTHING_MEASURED where a stage returned nothing; those of
 * reading and writing
 */
export function reportTrec(cwd: string, request: ReportTrecRequest): ReportTrecOutcome {
  const report = readReport(cwd, request.report);
  const { what, out } = request;
  const { unit } = report.runConfig.golden;
  const answerable = new Set(report.topics.filter((topic) => topic.answerable === true).map(({ topicId }) => topicId));
  const stage = what === 'run' || request.stage !== undefined ? stageOf(report, request.stage) : undefined;
  const exported =
    what === 'run' && stage !== undefined ? runOf(stage, unit, answerable) : qrelsOf(report, stage, answerable);
  if (exported.rows === 0) {
    throw new GrkError('GRK_NOTHING_MEASURED', `${request.report} holds nothing to export`, {
      remedy: 'The stage returned nothing for any answerable topic: name another.',
    });
  }
  const file = out === undefined ? null : resolve(cwd, out);
  if (file !== null) writeWhole(file, exported.text);
  return {
    ...exported,
    what,
    unit,
    stage: what === 'run' ? (stage?.id ?? null) : null,
    file,
    topics: answerable.size,
    topicsLeftOut: report.topics.length - answerable.size,
  };
}

function runOf({ id: tag, topics }: ReportStage, unit: Unit, answerable: ReadonlySet<string>): ExportedText {
  const rankings = topics
    .filter(({ topicId }) => answerable.has(topicId))
    .map(({ topicId, ranking }) => ({
      topicId,
      ranking: ranking.map(({ id, doc, score }) => ({ id: unit === 'document' ? doc : id, score })),
    }));
  return runText(rankings, tag);
}

function qrelsOf(report: Report, stage: ReportStage | undefined, answerable: ReadonlySet<string>): ExportedText {
  const judged: readonly JudgedIds[] =
    report.runConfig.golden.unit === 'document' ? judgedDocuments(report) : judgedPassages(report, stage);
  return qrelsText(judged.filter(({ topicId }) => answerable.has(topicId)));
}

/** A document has the highest grade of its entries. */
function judgedDocuments(report: Report): JudgedIds[] {
  return report.topics.map(({ topicId, gold }) => {
    const grades = new Map<string, number>();
    for (const { doc, grade } of gold) grades.set(doc, Math.max(grade, grades.get(doc) ?? grade));
    return { topicId, judged: [...grades].map(([id, grade]) => ({ id, grade })) };
  });
}

/** Which passages are relevant depends on how documents were cut. */
function judgedPassages(report: Report, stage: ReportStage | undefined): JudgedIds[] {
  const indexId = report.variants.find(({ name }) => name === stage?.variant)?.indexId;
  const index = report.indexes.find(({ id }) => id === indexId) ?? report.indexes[0];
  if (stage === undefined && report.indexes.length > 1) {
    throw new GrkError(
      'GRK_USAGE',
      `the report has ${report.indexes.length} indexes, each with judged passages of its own`,
      {
        remedy: `Name a stage of the one you mean: --stage ${report.stages[0]?.id}.`,
      },
    );
  }
  return (index?.relevant ?? []).map(({ topicId, passages }) => ({ topicId, judged: passages }));
}

function stageOf(report: Report, wanted: string | undefined): ReportStage {
  if (wanted !== undefined) return stageNamed(report, wanted);
  const [only, ...others] = report.stages;
  if (only !== undefined && others.length === 0) return only;
  throw new GrkError('GRK_USAGE', `the report has ${report.stages.length} stages, and a run is the ranking of one`, {
    remedy: `Name it: --stage ${report.stages.map(({ id }) => id).join(', --stage ')}.`,
  });
}
