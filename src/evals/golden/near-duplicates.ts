export interface WordSet {
  readonly id: string;
  readonly words: ReadonlySet<string>;
}

export interface SimilarPair {
  readonly a: string;
  readonly b: string;
  readonly similarity: number;
}

/** A product such as .28 × 25 may come out above the whole number that it is. */
const ROUNDING = 1e-9;

/**
 * All pairs whose word sets have at least that Jaccard similarity, in the order of `sets`; sets without words have none.
 * Exact: of two sets with similarity t, each has one of its |x| − ⌈t·|x|⌉ + 1 rarest words in common with the other's
 * (prefix filtering; Chaudhuri, Ganti and Kaushik 2006), so only sets that share such a word are compared.
 * @param threshold above 0, at most 1
 */
export function similarPairs(sets: readonly WordSet[], threshold: number): SimilarPair[] {
  const frequency = new Map<string, number>();
  for (const { words } of sets) for (const word of words) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const rarity = (word: string) => frequency.get(word) ?? 0;
  const holders = new Map<string, number[]>();
  const pairs: SimilarPair[] = [];
  sets.forEach((set, i) => {
    const rarest = [...set.words]
      .sort((a, b) => rarity(a) - rarity(b) || (a < b ? -1 : 1))
      .slice(0, set.words.size - Math.ceil(threshold * set.words.size - ROUNDING) + 1);
    const met = new Set<number>();
    for (const word of rarest) {
      const others = holders.get(word) ?? [];
      for (const other of others) met.add(other);
      if (others.length === 0) holders.set(word, others);
      others.push(i);
    }
    for (const j of [...met].sort((a, b) => a - b)) {
      const other = sets[j];
      if (other === undefined) continue;
      const similarity = jaccard(set.words, other.words);
      if (similarity >= threshold) pairs.push({ a: other.id, b: set.id, similarity });
    }
  });
  return pairs;
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  return shared / (a.size + b.size - shared);
}
