import { GrkError } from '../../contracts/errors.ts';
import type { JudgedRanking } from './judged-ranking.ts';
import type { MeasureFamily, MeasureSettings } from './measure-family.ts';
import { REL } from './parameters.ts';
import { coverRanks } from './span-ranking.ts';

const COVERED =
  'An entry is covered when the passages down to a rank hold at least half of its UTF-16 characters together; one for a ' +
  'whole document, when any passage of it is returned.';

/** Share of the gold entries that a reader of the top has seen. */
const SPAN_RECALL: MeasureFamily = {
  name: 'SpanR',
  summary: `Share of the relevant gold entries that the first k passages cover. ${COVERED} Does not depend on where documents were cut.`,
  cutoff: 'optional',
  parameters: [
    REL,
    {
      name: 'chars',
      type: 'length',
      default: null,
      summary:
        'only so many UTF-16 characters of the returned texts count, one after the other; of the passage that crosses it, its beginning. Text returned twice counts twice',
    },
  ],
  aggregate: 'mean',
  source: 'grk; needs passages with their places, which run files do not have.',
  algorithm: 'spanr/1',
  compute: spanRecall,
};

/** How far down the first gold entry is found. */
const SPAN_RECIPROCAL_RANK: MeasureFamily = {
  name: 'SpanRR',
  summary: `1 / rank of the passage that completes the cover of the first relevant gold entry; 0 where none is covered, or none within the cutoff. ${COVERED}`,
  cutoff: 'optional',
  parameters: [REL],
  aggregate: 'mean',
  source: 'grk; needs passages with their places, which run files do not have.',
  algorithm: 'spanrr/1',
  compute: spanReciprocalRank,
};

/** Families that measure spans of text: what is relevant in them does not depend on how documents were cut. */
export const SPAN_FAMILIES: readonly MeasureFamily[] = [SPAN_RECALL, SPAN_RECIPROCAL_RANK];

/** @param name canonical name of a measure */
export function isSpanMeasure(name: string): boolean {
  const family = /^[^(@]*/.exec(name)?.[0];
  return SPAN_FAMILIES.some((each) => each.name === family);
}

/** What is thrown where a span measure is asked of rankings without places. */
export function spansMissing(name: string): GrkError {
  return new GrkError(
    'GRK_UNSUPPORTED',
    `${name} reads where passages stand in their documents, and grades alone do not say that`,
    { remedy: 'Measure it with `grk eval`, whose reports hold the places; run files do not.' },
  );
}

function ranksOf({ spans }: JudgedRanking, { rel, cutoff, chars }: MeasureSettings, name: string): number[] {
  if (spans === undefined) throw spansMissing(name);
  return coverRanks(spans, { rel, passages: cutoff, chars });
}

function spanRecall(ranking: JudgedRanking, settings: MeasureSettings): number {
  const ranks = ranksOf(ranking, settings, SPAN_RECALL.name);
  return ranks.length === 0 ? 0 : ranks.filter(Number.isFinite).length / ranks.length;
}

function spanReciprocalRank(ranking: JudgedRanking, settings: MeasureSettings): number {
  return 1 / Math.min(...ranksOf(ranking, settings, SPAN_RECIPROCAL_RANK.name), Number.POSITIVE_INFINITY);
}
