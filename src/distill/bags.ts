import type { Matrix } from './matrix.ts';

/** Passages as sums of token rows: passage i adds `factors[j]` times the row of `tokens[j]` for j from `starts[i]` to `starts[i + 1]`. */
export interface Bags {
  readonly starts: Uint32Array;
  readonly tokens: Uint32Array;
  /** How often the token occurs, times its weight. */
  readonly factors: Float64Array;
}

/** @param passages rows of the tokens of each passage, repeated as they occur */
export function bagsOf(passages: readonly (readonly number[])[], weights: Float64Array): Bags {
  const starts = [0];
  const tokens: number[] = [];
  const factors: number[] = [];
  for (const passage of passages) {
    const counts = new Map<number, number>();
    for (const token of passage) counts.set(token, (counts.get(token) ?? 0) + 1);
    for (const [token, count] of counts) {
      tokens.push(token);
      factors.push(count * (weights[token] ?? 0));
    }
    starts.push(tokens.length);
  }
  return {
    starts: Uint32Array.from(starts),
    tokens: Uint32Array.from(tokens),
    factors: Float64Array.from(factors),
  };
}

/** The sum of one passage, over `target`. */
export function poolInto(target: Float64Array, { starts, tokens, factors }: Bags, passage: number, rows: Matrix): void {
  target.fill(0);
  for (let j = starts[passage] ?? 0; j < (starts[passage + 1] ?? 0); j++) {
    const factor = factors[j] ?? 0;
    const at = (tokens[j] ?? 0) * rows.columns;
    for (let i = 0; i < target.length; i++) target[i] = (target[i] ?? 0) + factor * (rows.values[at + i] ?? 0);
  }
}
