import { GrkError } from '../../contracts/errors.ts';
import type { Report, ReportRanked, ReportTopic } from '../../contracts/report.ts';
import type { Side } from './pair.ts';
import { resultOf } from './stage-topics.ts';
import type { PlacedGold } from './topic-changes.ts';

type Gold = ReportTopic['gold'][number];

/** A side with the report that it is of. */
export interface PlacedSide {
  readonly side: Side;
  readonly report: Report;
}

/**
 * Where the relevant gold entries of a topic stand in two rankings: at the first hit that counts as relevant and touches
 * the entry; in document unit, at the document. Entries are the same under every chunker, passages are not.
 */
export function goldPlaces(baseline: PlacedSide, candidate: PlacedSide): (topic: ReportTopic) => PlacedGold[] {
  const [before, after] = [rankReader(baseline), rankReader(candidate)];
  return (topic) =>
    entriesOf(topic, candidate.report).map(({ doc, start, end, grade }) => ({
      doc,
      ...(start === undefined || end === undefined ? {} : { start, end }),
      grade,
      baselineRank: before(topic.topicId, { doc, grade, start, end }),
      candidateRank: after(topic.topicId, { doc, grade, start, end }),
    }));
}

/** Relevant entries; in document unit each document once, at its highest grade. */
function entriesOf({ gold }: ReportTopic, { runConfig }: Report): Gold[] {
  const relevant = gold.filter(({ grade }) => grade > 0);
  if (runConfig.golden.unit === 'passage') return relevant;
  const grades = new Map<string, number>();
  for (const { doc, grade } of relevant) grades.set(doc, Math.max(grade, grades.get(doc) ?? grade));
  return [...grades].map(([doc, grade]) => ({ doc, grade }));
}

type Wanted = { readonly [K in keyof Gold]: Gold[K] | undefined };

function rankReader({ side, report }: PlacedSide): (topicId: string, entry: Wanted) => number | null {
  const relevant = report.runConfig.golden.unit === 'document' ? undefined : relevantIds(report, side);
  return (topicId, { doc, start, end }) => {
    const ids = relevant?.get(topicId);
    const isFound = (hit: ReportRanked): boolean => {
      if (hit.doc !== doc || (relevant !== undefined && ids?.has(hit.id) !== true)) return false;
      return relevant === undefined || start === undefined || end === undefined || (hit.start < end && hit.end > start);
    };
    const at = resultOf(side, topicId).ranking.findIndex(isFound);
    return at < 0 ? null : at + 1;
  };
}

/** Topic id to the passages that count as relevant in the index of a stage. */
function relevantIds({ variants, indexes }: Report, { stage }: Side): Map<string, Set<string>> {
  const indexId = variants.find(({ name }) => name === stage.variant)?.indexId;
  const index = indexes.find(({ id }) => id === indexId);
  if (index === undefined) {
    throw new GrkError('GRK_REPORT_INVALID', `the variant of stage "${stage.id}" names no index of the report`, {
      remedy: 'Make the report again with grk eval: this one was changed or cut.',
    });
  }
  return new Map(
    index.relevant.map(({ topicId, passages }) => [
      topicId,
      new Set(passages.filter(({ grade }) => grade > 0).map(({ id }) => id)),
    ]),
  );
}
