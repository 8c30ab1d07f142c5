import type { VerdictNote } from '../../contracts/delta.ts';
import type { ReportedPair } from './pair.ts';
import { rerankStage } from './rerank-stage.ts';

/** Families that read which passages stand in the top k, and not in which order. */
const ORDERLESS_AT_K: readonly string[] = ['R', 'P', 'Success', 'Judged', 'SpanR'];
/** The same, over the whole ranking. */
const ORDERLESS: readonly string[] = ['SetP', 'SetR', 'SetF', 'NumRel', 'NumRet', 'NumRelRet'];

/** Measures that a rerank stage cannot move, since it reorders no deeper than they look. */
export function pinnedNotes({ candidate, measures }: ReportedPair): VerdictNote[] {
  if (candidate.stage.kind !== 'rerank') return [];
  const { depth } = rerankStage(candidate.report, candidate.stage);
  const { topK } = candidate.report.runConfig;
  const pinned = measures.filter((name) => (cutoffOf(name, topK) ?? 0) >= depth);
  if (pinned.length === 0) return [];
  const message =
    `${pinned.join(', ')}: pinned, as ${candidate.label} reorders the first ${depth} alone; ` +
    'a difference there is its input’s';
  return [{ code: 'pinned', message }];
}

/** How deep a measure looks that does not heed order; undefined for one that does. */
function cutoffOf(name: string, topK: number): number | undefined {
  const [, family = '', parameters = '', cutoff] = /^([A-Za-z]+)(\(.*\))?(?:@(\d+))?$/.exec(name) ?? [];
  // Counted in characters, the cut falls where the order puts it.
  if (parameters.includes('chars=')) return undefined;
  if (ORDERLESS_AT_K.includes(family)) return cutoff === undefined ? topK : Number(cutoff);
  return ORDERLESS.includes(family) ? topK : undefined;
}
