import { createByteColumn, hashOf } from './byte-column.ts';
import type { Qrels } from './qrels.ts';
import type { Run } from './run.ts';

/** How ids that no judgment names would be ids that one does. */
export interface JoinSuspicion {
  /** How the ids differ, to follow "were they written". */
  readonly rule: string;
  /** Ids that the rule turns into judged ones. */
  readonly mended: number;
  /** Different ids looked at that no judgment names. */
  readonly unknown: number;
  readonly example: { readonly retrieved: string; readonly judged: string };
}

/** From this share of the unknown ids on, a rule is no coincidence. */
const SUSPICIOUS_SHARE = 0.01;
/** Rows that are looked at, spread over the run. */
const MAX_ROWS = 2000;

const RULES: readonly { readonly rule: string; readonly apply: (id: string) => string }[] = [
  { rule: 'without their last part', apply: (id) => id.replace(/[-_#:/.@|~][^-_#:/.@|~]*$/u, '') },
  { rule: 'without their first part', apply: (id) => id.replace(/^[^-_#:/@|~]*[-_#:/@|~]/u, '') },
  { rule: 'without the path before their last part', apply: (id) => id.replace(/^.*[/\\]/u, '') },
  { rule: 'in lower case', apply: (id) => id.toLowerCase() },
  { rule: 'in upper case', apply: (id) => id.toUpperCase() },
  { rule: 'without leading zeros', apply: (id) => id.replace(/^0+(?=.)/u, '') },
];

/**
 * Whether a run and its judgments seem to write document ids in two ways: passages such as `doc1-0` for `doc1`, another
 * case, a path or prefix more. Undefined where no simple rule turns unknown ids into judged ones.
 */
export function joinSuspicion(qrels: Qrels, run: Run): JoinSuspicion | undefined {
  const unknown = unknownIds(qrels, run);
  const isJudged = judgedIds(qrels);
  const found = RULES.map(({ rule, apply }): JoinSuspicion | undefined => {
    const candidates = unknown.map((retrieved) => ({ retrieved, judged: apply(retrieved) }));
    const mended = candidates.filter(({ judged }) => isJudged(judged));
    const [example] = mended;
    if (example === undefined || mended.length < SUSPICIOUS_SHARE * unknown.length) return undefined;
    return { rule, mended: mended.length, unknown: unknown.length, example };
  });
  return found.reduce((best, next) => ((next?.mended ?? 0) > (best?.mended ?? 0) ? next : best), undefined);
}

function unknownIds(qrels: Qrels, run: Run): string[] {
  const step = Math.max(1, Math.ceil(run.docs.size() / MAX_ROWS));
  const ids = new Set<string>();
  for (let row = 0; row < run.docs.size(); row += step) {
    if (qrels.docs.find(run.docs, row) < 0) ids.add(run.docs.textAt(row));
  }
  return [...ids];
}

/** Tells ids that some judgment names. */
function judgedIds(qrels: Qrels): (id: string) => boolean {
  const encoder = new TextEncoder();
  const asked = createByteColumn();
  return (id) => {
    const bytes = encoder.encode(id);
    return qrels.docs.find(asked, asked.push(hashOf(bytes, 0, bytes.length), bytes, 0, bytes.length)) >= 0;
  };
}
