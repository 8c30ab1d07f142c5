import type { VerdictNote } from '../../contracts/delta.ts';
import type { ReportTopic } from '../../contracts/report.ts';
import { measureDigits } from '../../contracts/rounding.ts';
import { mean } from '../metrics/mean.ts';
import { createScorer } from '../metrics/score.ts';
import type { ReportedPair, ReportedSide } from './pair.ts';
import { resultOf } from './stage-topics.ts';

const DEFAULT_CUTOFF = 10;
const LARGEST_GAP = 0.05;
/** Shares are quotients: two that differ by less than this are equal. */
const ROUNDING = 1e-9;

/** Grades by topic id, then by what was judged: passages of the index, documents in document unit. */
type Grades = ReadonlyMap<string, ReadonlyMap<string, number>>;

/**
 * How much of the top k anybody judged, where that differs between the two: what nobody judged counts as not relevant. Only
 * where judgments of grade 0 show that unjudged and not relevant are two things.
 */
export function judgedNotes({ topics, declared, candidate, baseline }: ReportedPair): VerdictNote[] {
  const answerable = topics.filter((topic) => topic.answerable === true);
  const sides = [candidate, baseline].map((side) => ({ side, grades: gradesOf(side, answerable) }));
  const hasZero = sides.some(({ grades }) => [...grades.values()].some((topic) => [...topic.values()].includes(0)));
  if (!hasZero || answerable.length === 0) return [];
  const cutoff = Number(/@(\d+)$/.exec(declared.primary)?.[1] ?? DEFAULT_CUTOFF);
  const shares = sides.map(({ side, grades }) => judgedShare(side, grades, answerable, cutoff));
  const [mine = 0, other = 0] = shares;
  if (Math.abs(mine - other) <= LARGEST_GAP + ROUNDING) return [];
  const unit = isDocumentUnit(candidate) ? 'documents' : 'passages';
  const message =
    `Judged@${cutoff} ${measureDigits(mine)}, ${baseline.label} ${measureDigits(other)}, by the judged ${unit} of the report: ` +
    'the others count as not relevant, which may be part of the difference';
  return [{ code: 'judged-gap', message }];
}

function judgedShare(side: ReportedSide, grades: Grades, topics: readonly ReportTopic[], cutoff: number): number {
  const score = createScorer([{ family: 'Judged', cutoff }]);
  const shareOf = ({ topicId }: ReportTopic) => {
    const judged = grades.get(topicId);
    const ranked = resultOf(side, topicId).ranking.map((hit) => judged?.get(keyOf(side, hit)) ?? null);
    return score({ ranked, judged: [...(judged?.values() ?? [])] })[0] ?? 0;
  };
  return mean(topics.map(shareOf));
}

function gradesOf(side: ReportedSide, topics: readonly ReportTopic[]): Grades {
  if (isDocumentUnit(side)) {
    return new Map(topics.map(({ topicId, gold }) => [topicId, highestGrades(gold)]));
  }
  const { report, stage } = side;
  const indexId = report.variants.find(({ name }) => name === stage.variant)?.indexId;
  const judged = report.indexes.find(({ id }) => id === indexId)?.relevant ?? [];
  const kept = new Set(topics.map(({ topicId }) => topicId));
  return new Map(
    judged
      .filter(({ topicId }) => kept.has(topicId))
      .map(({ topicId, passages }) => [topicId, new Map(passages.map(({ id, grade }) => [id, grade]))]),
  );
}

function highestGrades(gold: ReportTopic['gold']): Map<string, number> {
  return new Map(gold.toSorted((a, b) => a.grade - b.grade).map(({ doc, grade }) => [doc, grade]));
}

function isDocumentUnit({ report }: ReportedSide): boolean {
  return report.runConfig.golden.unit === 'document';
}

function keyOf(side: ReportedSide, { id, doc }: { readonly id: string; readonly doc: string }): string {
  return isDocumentUnit(side) ? doc : id;
}
