/** A product such as .28 × 25 may come out above the whole number that it is. */
const ROUNDING = 1e-9;

export interface SimilarSets {
  /** Places in the list, the smaller one first. */
  readonly a: number;
  readonly b: number;
  readonly similarity: number;
}

/**
 * All pairs of sets with at least that Jaccard similarity; empty sets have none. Exact: of two such sets each has one
 * of its |x| − ⌈t·|x|⌉ + 1 rarest members in common with the other's (prefix filtering; Chaudhuri, Ganti and Kaushik
 * 2006), and the smaller has at least t times as many as the larger, so only such pairs are compared.
 * Yields once per set.
 * @param sets each ascending, without repeats
 * @param threshold above 0, at most 1
 */
export function* similarSets(sets: readonly Float64Array[], threshold: number): Generator<void, SimilarSets[]> {
  const frequencyOf = frequencies(sets);
  const holders = new Map<number, number[]>();
  const pairs: SimilarSets[] = [];
  const bySize = sets.map((set, at) => ({ set, at })).sort((x, y) => x.set.length - y.set.length || x.at - y.at);
  const comparedIn = new Uint32Array(sets.length);
  for (const [round, { set, at }] of bySize.entries()) {
    yield;
    const least = Math.ceil(threshold * set.length - ROUNDING);
    for (const member of rarest(set, set.length - least + 1, frequencyOf)) {
      const others = holders.get(member);
      if (others === undefined) {
        holders.set(member, [round]);
        continue;
      }
      for (const other of others) {
        const candidate = bySize[other];
        // Marked with the round, from 1, so that a pair is compared once however many members it shares.
        if (candidate === undefined || comparedIn[other] === round + 1 || candidate.set.length < least) continue;
        comparedIn[other] = round + 1;
        const similarity = jaccard(candidate.set, set);
        if (similarity < threshold) continue;
        pairs.push({ a: Math.min(candidate.at, at), b: Math.max(candidate.at, at), similarity });
      }
      others.push(round);
    }
  }
  return pairs.sort((x, y) => y.similarity - x.similarity || x.a - y.a || x.b - y.b);
}

/** The first `count` members by how many sets hold them; those that no other set holds find nothing, and are left out. */
function rarest(set: Float64Array, count: number, frequencyOf: (member: number) => number): number[] {
  return Array.from(set, (member) => ({ member, frequency: frequencyOf(member) }))
    .sort((x, y) => x.frequency - y.frequency || x.member - y.member)
    .slice(0, count)
    .filter(({ frequency }) => frequency > 1)
    .map(({ member }) => member);
}

/** How many sets hold a member, over one sorted array: a map of millions of numbers would take several times the room. */
function frequencies(sets: readonly Float64Array[]): (member: number) => number {
  const all = new Float64Array(sets.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const set of sets) {
    all.set(set, end);
    end += set.length;
  }
  all.sort();
  return (member) => countBelow(all, member, true) - countBelow(all, member, false);
}

function countBelow(sorted: Float64Array, value: number, orEqual: boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = sorted[middle] ?? 0;
    if (at < value || (orEqual && at === value)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function jaccard(x: Float64Array, y: Float64Array): number {
  let shared = 0;
  for (let i = 0, j = 0; i < x.length && j < y.length; ) {
    const [a = 0, b = 0] = [x[i], y[j]];
    if (a === b) shared++;
    if (a <= b) i++;
    if (b <= a) j++;
  }
  return shared / (x.length + y.length - shared);
}
