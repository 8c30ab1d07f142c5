import { createHash } from 'node:crypto';
import { canonicalJson } from '../../contracts/canonical-json.ts';
import { GrkError } from '../../contracts/errors.ts';
import { type Measure, measureName } from '../../contracts/measure.ts';
import type { Report, ReportStage, ReportTopic } from '../../contracts/report.ts';
import { parseMeasure } from '../metrics/parse-measure.ts';
import { measureAlgorithm } from '../metrics/registry.ts';
import { scoreAll } from '../metrics/score.ts';
import { runConfigSha256 } from './run-config.ts';
import { ABSTENTION_ALGORITHM, MEANS_ALGORITHM, meansOf } from './score.ts';

/** Grade by passage id, or by document in document unit. */
export type Grades = ReadonlyMap<string, number>;

/** What stored rankings are scored by. */
export interface Judgments {
  readonly judgmentsSha256: string;
  /** The topic as it is judged now; undefined where it is judged no more. */
  readonly topic: (stored: ReportTopic) => ReportTopic | undefined;
  /** Every judged passage or document of a topic under the chunker of a variant. */
  readonly grades: (variant: string, topicId: string) => Grades;
  /** Version id of the rule that made passages of gold entries. */
  readonly relevance: string;
}

export interface RescoredReport {
  readonly report: Report;
  /** Measures whose values could not be made again. */
  readonly droppedMeasures: readonly string[];
  /** Stages whose control runs keep too little to be scored again. */
  readonly droppedControls: readonly string[];
}

/**
 * Scores the stored rankings of a report by other judgments, with the measures of this version. Topics that are judged
 * no more, or ask something else now, are left out.
 * @throws GrkError GRK_NOTHING_MEASURED where no answerable topic or no measure is left
 */
export function rescore(report: Report, judgments: Judgments): RescoredReport {
  const { measures, dropped } = readMeasures(report);
  const topics = report.topics.flatMap((stored) => {
    const topic = judgments.topic(stored);
    return topic === undefined || topic.query !== stored.query ? [] : [topic];
  });
  if (measures.length === 0 || !topics.some(({ answerable }) => answerable === true)) {
    const what = measures.length === 0 ? 'no measure' : 'no answerable topic';
    throw new GrkError('GRK_NOTHING_MEASURED', `${what} of the report can be scored again`, {
      remedy: 'Give judgments of the same golden set and split.',
    });
  }
  const stages = report.stages.map((stage) => rescoreStage(stage, topics, measures, judgments, report));
  return {
    report: {
      ...report,
      ...foundations(report, topics, measures, judgments),
      indexes: indexesOf(report, topics, judgments),
      topics,
      stages,
    },
    droppedMeasures: dropped,
    droppedControls: report.stages.filter(({ controls }) => controls.length > 0).map(({ id }) => id),
  };
}

function readMeasures({ runConfig }: Report): { measures: Measure[]; dropped: string[] } {
  const measures: Measure[] = [];
  const dropped: string[] = [];
  for (const { name } of runConfig.measures) {
    const measure = knownMeasure(name);
    if (measure === undefined) dropped.push(name);
    else measures.push(measure);
  }
  return { measures, dropped };
}

/** The measures of a run that this version computes by the same algorithm. */
export function knownMeasures({ measures }: Report['runConfig']): Measure[] {
  return measures.flatMap(({ name, algorithm }) => {
    const measure = knownMeasure(name);
    return measure === undefined || measureAlgorithm(measure) !== algorithm ? [] : [measure];
  });
}

/** Undefined for one that an older or newer version named. */
function knownMeasure(name: string): Measure | undefined {
  try {
    const measure = parseMeasure(name);
    return measureName(measure) === name ? measure : undefined;
  } catch (error) {
    if (error instanceof GrkError) return undefined;
    throw error;
  }
}

function rescoreStage(
  stage: ReportStage,
  topics: readonly ReportTopic[],
  measures: readonly Measure[],
  { grades }: Judgments,
  { runConfig }: Report,
): ReportStage {
  const isDocument = runConfig.golden.unit === 'document';
  const stored = new Map(stage.topics.map((topic) => [topic.topicId, topic]));
  const rows = topics.map(({ topicId, answerable, gold }) => {
    const row = stored.get(topicId);
    if (row === undefined)
      throw new GrkError('GRK_REPORT_INVALID', `stage "${stage.id}" has no topic "${topicId}"`, {
        remedy: 'Make the report again with grk eval: this one was changed or cut.',
      });
    if (answerable !== true) return { ...row, scores: {} };
    refuseRepeat(stage, row, isDocument);
    const judged = grades(stage.variant, topicId);
    const ranked = row.ranking.map(({ id, doc }) => judged.get(isDocument ? doc : id) ?? null);
    const spans = { ranked: row.ranking, gold };
    return { ...row, scores: scoreAll(measures, { ranked, judged: [...judged.values()], spans }) };
  });
  const scores = rows.map((row) => row.scores);
  return {
    ...stage,
    topics: rows,
    means: meansOf(measures, scores),
    abstention: stage.abstention === null ? null : silences(topics, rows),
    controls: [],
  };
}

/** A relevant passage that stands twice would be found twice. @throws GrkError GRK_REPORT_INVALID */
function refuseRepeat(stage: ReportStage, row: ReportStage['topics'][number], isDocument: boolean): void {
  const seen = new Set<string>();
  for (const { id, doc } of row.ranking) {
    const key = isDocument ? doc : id;
    if (seen.has(key)) {
      throw new GrkError('GRK_REPORT_INVALID', `stage "${stage.id}" ranks "${key}" twice for topic "${row.topicId}"`, {
        remedy: 'Make the report again with `grk eval --out FILE`.',
      });
    }
    seen.add(key);
  }
}

function silences(
  topics: readonly ReportTopic[],
  rows: ReportStage['topics'],
): Exclude<ReportStage['abstention'], null> {
  const of = (kind: boolean) => rows.filter((_, i) => topics[i]?.answerable === kind);
  const silent = (kind: boolean) =>
    of(kind).filter(({ ranking, error }) => ranking.length === 0 && error === undefined).length;
  return {
    noAnswerTopics: of(false).length,
    silentOnNoAnswer: silent(false),
    answerableTopics: of(true).length,
    silentOnAnswerable: silent(true),
  };
}

/** What the report rests on now. */
function foundations(
  { runConfig, golden }: Report,
  topics: readonly ReportTopic[],
  measures: readonly Measure[],
  { judgmentsSha256, relevance }: Judgments,
): Pick<Report, 'runConfig' | 'runConfigSha256' | 'golden'> {
  const names = new Map(measures.map((measure) => [measureName(measure), measureAlgorithm(measure)]));
  const config: Report['runConfig'] = {
    ...runConfig,
    golden: { ...runConfig.golden, judgmentsSha256 },
    selection: { ...runConfig.selection, topicIdsSha256: topicIdsSha256(topics) },
    measures: runConfig.measures.flatMap(({ name }) => {
      const algorithm = names.get(name);
      return algorithm === undefined ? [] : [{ name, algorithm }];
    }),
    rules: { ...runConfig.rules, relevance, means: MEANS_ALGORITHM, abstention: ABSTENTION_ALGORITHM },
  };
  const count = (kind: ReportTopic['answerable']) => topics.filter(({ answerable }) => answerable === kind).length;
  return {
    runConfig: config,
    runConfigSha256: runConfigSha256(config),
    golden: { ...golden, judgmentsSha256, topics: topics.length, answerable: count(true), unknown: count('unknown') },
  };
}

/** Relevant passages of each index under these judgments; none in document unit. */
function indexesOf(
  { runConfig, indexes, variants }: Report,
  topics: readonly ReportTopic[],
  { grades }: Judgments,
): Report['indexes'] {
  return indexes.map((index) => {
    const variant = variants.find(({ indexId }) => indexId === index.id);
    if (variant === undefined || runConfig.golden.unit === 'document') return { ...index, relevant: [] };
    const relevant = topics.map(({ topicId }) => ({
      topicId,
      passages: [...grades(variant.name, topicId)].map(([id, grade]) => ({ id, grade })),
    }));
    return { ...index, relevant: relevant.filter(({ passages }) => passages.length > 0) };
  });
}

/** As a selection hashes its topics. */
export function topicIdsSha256(topics: readonly Pick<ReportTopic, 'topicId'>[]): string {
  return createHash('sha256')
    .update(canonicalJson(topics.map(({ topicId }) => topicId)))
    .digest('hex');
}
