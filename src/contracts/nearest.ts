import { closest, distance } from 'fastest-levenshtein';

/** The known name closest to what was typed, if it is close enough to be what was meant. */
export function nearest(typed: string, known: readonly string[]): string | undefined {
  if (typed === '' || known.length === 0) return undefined;
  const folded = new Map(known.map((name) => [name.toLowerCase(), name]));
  const begun = [...folded.keys()].filter((name) => typed.length >= 3 && name.startsWith(typed.toLowerCase()));
  if (begun.length === 1 && begun[0] !== undefined) return folded.get(begun[0]);
  const best = closest(typed.toLowerCase(), [...folded.keys()]);
  const allowed = Math.max(2, Math.floor(typed.length / 3));
  return distance(typed.toLowerCase(), best) <= allowed ? folded.get(best) : undefined;
}

/** ` Did you mean "x"?` or nothing. */
export function didYouMean(typed: string, known: readonly string[]): string {
  const name = nearest(typed, known);
  return name === undefined ? '' : ` Did you mean "${name}"?`;
}
