import type { Report, ReportRanked, ReportStage } from '../../contracts/report.ts';

/** A stage whose rankings are shown beside those of others, of the same report or of another. */
export interface RankingColumn {
  readonly report: Report;
  readonly stage: ReportStage;
}

/** What rankings have in common: a passage, or in document unit a document, with its place in each column. */
export interface RankedEntry {
  /** null: not judged for this topic. */
  readonly grade: number | null;
  /** Per column; null: not in the stored ranking. */
  readonly hits: readonly (RankedHit | null)[];
}

export interface RankedHit {
  /** From 1. */
  readonly rank: number;
  /** In document unit the passage by which this column found the document. */
  readonly passage: ReportRanked;
}

/**
 * Reads what stands in the first `depth` of any column, and every relevant entry that any column holds, in the order of
 * the best rank.
 */
export function rankedEntries(columns: readonly RankingColumn[], depth: number): (topicId: string) => RankedEntry[] {
  const readers = columns.map((column) => ({ keyOf: keyReader(column), ...columnReader(column) }));
  return (topicId) => {
    const found = new Map<string, { grade: number | null; hits: (RankedHit | null)[]; isShown: boolean }>();
    readers.forEach(({ keyOf, rankingOf, gradesOf }, column) => {
      const grades = gradesOf(topicId);
      rankingOf(topicId).forEach((passage, at) => {
        const key = keyOf(passage);
        const entry = found.get(key) ?? { grade: null, hits: columns.map(() => null), isShown: false };
        found.set(key, entry);
        if (entry.hits[column] !== null) return;
        entry.hits[column] = { rank: at + 1, passage };
        const grade = grades.get(key);
        if (grade !== undefined) entry.grade = Math.max(grade, entry.grade ?? grade);
        entry.isShown ||= at < depth || (entry.grade ?? 0) > 0;
      });
    });
    const best = ({ hits }: RankedEntry) => Math.min(...hits.flatMap((hit) => hit?.rank ?? []));
    const shown = [...found.values()].filter(({ isShown }) => isShown).map(({ grade, hits }) => ({ grade, hits }));
    return shown.sort((a, b) => best(a) - best(b));
  };
}

type Grades = ReadonlyMap<string, number>;
const NONE: Grades = new Map();

function keyReader({ report }: RankingColumn): (hit: ReportRanked) => string {
  return report.runConfig.golden.unit === 'document' ? ({ doc }) => doc : ({ id }) => id;
}

function columnReader({ report, stage }: RankingColumn) {
  const rankings = new Map(stage.topics.map(({ topicId, ranking }) => [topicId, ranking]));
  const indexId = report.variants.find(({ name }) => name === stage.variant)?.indexId;
  const relevant = report.indexes.find(({ id }) => id === indexId)?.relevant ?? [];
  const judged: readonly (readonly [topicId: string, entries: readonly (readonly [string, number])[]])[] =
    report.runConfig.golden.unit === 'document'
      ? report.topics.map(({ topicId, gold }) => [topicId, gold.map(({ doc, grade }) => [doc, grade] as const)])
      : relevant.map(({ topicId, passages }) => [topicId, passages.map(({ id, grade }) => [id, grade] as const)]);
  const grades = new Map(judged.map(([topicId, entries]) => [topicId, highest(entries)]));
  return {
    rankingOf: (topicId: string) => rankings.get(topicId) ?? [],
    gradesOf: (topicId: string) => grades.get(topicId) ?? NONE,
  };
}

function highest(entries: readonly (readonly [key: string, grade: number])[]): Grades {
  const grades = new Map<string, number>();
  for (const [key, grade] of entries) grades.set(key, Math.max(grade, grades.get(key) ?? grade));
  return grades;
}
