import { canonicalJson } from '../../contracts/canonical-json.ts';
import { GrkError } from '../../contracts/errors.ts';
import type { Report, ReportTopic } from '../../contracts/report.ts';
import type { Grades, Judgments } from '../../evals/run/rescore.ts';
import type { NamedReport } from '../files/named-reports.ts';

const NONE: Grades = new Map();

/**
 * The judgments that a report was scored by, for the rankings of another one.
 * @throws GrkError GRK_NOT_COMPARABLE where the report holds no judgments of what the other one ranked
 */
export function storedJudgments(judging: NamedReport, ranked: NamedReport): Judgments {
  const { runConfig, topics } = judging.report;
  const isDocument = runConfig.golden.unit === 'document';
  if (runConfig.golden.unit !== ranked.report.runConfig.golden.unit) {
    throw misfit(judging, ranked, 'one ranks passages, the other documents');
  }
  if (!isDocument && runConfig.golden.corpusSha256 !== ranked.report.runConfig.golden.corpusSha256) {
    throw misfit(judging, ranked, 'its passages were cut from other documents');
  }
  const byId = new Map(topics.map((topic) => [topic.topicId, topic]));
  const variants = new Map<string, ReadonlyMap<string, Grades>>();
  return {
    judgmentsSha256: runConfig.golden.judgmentsSha256,
    relevance: runConfig.rules.relevance,
    topic: ({ topicId }) => byId.get(topicId),
    grades: (variant, topicId) => {
      const known =
        variants.get(variant) ?? (isDocument ? documentGrades(topics) : passageGrades(judging, ranked, variant));
      variants.set(variant, known);
      return known.get(topicId) ?? NONE;
    },
  };
}

/** Each document at the highest grade of its entries. */
function documentGrades(topics: readonly ReportTopic[]): ReadonlyMap<string, Grades> {
  return new Map(
    topics.map(({ topicId, gold }) => {
      const grades = new Map<string, number>();
      for (const { doc, grade } of gold) grades.set(doc, Math.max(grade, grades.get(doc) ?? grade));
      return [topicId, grades];
    }),
  );
}

function passageGrades(judging: NamedReport, ranked: NamedReport, variant: string): ReadonlyMap<string, Grades> {
  const cut = cutting(ranked.report, variant);
  const same = judging.report.variants.find(({ name }) => cutting(judging.report, name) === cut);
  const index = judging.report.indexes.find(({ id }) => id === same?.indexId);
  if (index === undefined) throw misfit(judging, ranked, 'it was cut by another chunker');
  return new Map(
    index.relevant.map(({ topicId, passages }) => [topicId, new Map(passages.map(({ id, grade }) => [id, grade]))]),
  );
}

/** What decides which passages a variant has. */
function cutting({ runConfig }: Report, variant: string): string {
  const found = runConfig.variants.find(({ name }) => name === variant);
  return canonicalJson([found?.chunker ?? null, found?.reading ?? null]);
}

function misfit(judging: NamedReport, ranked: NamedReport, why: string): GrkError {
  return new GrkError(
    'GRK_NOT_COMPARABLE',
    `the judgments in ${judging.file} do not fit the rankings of ${ranked.file}: ${why}`,
    { remedy: 'Name the golden set, so that gold is found again in its documents: --rescore --golden PATH.' },
  );
}
