import type { ReportWarning } from '../../contracts/report.ts';

/** A part of a run that knows English only. */
export interface EnglishPart {
  /** Stage id or variant, as a message calls it. */
  readonly where: string;
  readonly model: string;
}

/** Below this share a few foreign topics among many would be told of in every run. */
const LEAST_SHARE = 0.05;

/** Warns of queries in another script than Latin that a model reads which knows English only. A script is a fact; a language would be a guess. */
export function scriptWarnings(parts: readonly EnglishPart[], queries: readonly string[]): ReportWarning[] {
  const foreign = queries.filter(isForeign).length;
  if (foreign === 0 || foreign < LEAST_SHARE * queries.length) return [];
  return parts.map(({ where, model }) => ({
    code: 'foreign-script',
    message: `${where}: ${foreign} of ${queries.length} queries are written in another script than Latin, and ${model} knows English only`,
    remedy: 'Name a multilingual model, and look at these topics apart from the others.',
  }));
}

/** Most of its letters are not Latin. */
function isForeign(query: string): boolean {
  const letters = query.match(/\p{L}/gu)?.length ?? 0;
  const latin = query.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return letters > 0 && latin < letters / 2;
}
