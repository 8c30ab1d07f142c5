/** Corpora of the lexical benches. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface BenchTopic {
  readonly id: string;
  readonly query: string;
  /** Document id to grade above 0. */
  readonly gains: ReadonlyMap<string, number>;
}

export interface BenchCorpus {
  readonly name: string;
  readonly isSynthetic: boolean;
  readonly ids: readonly string[];
  readonly texts: readonly string[];
  readonly topics: readonly BenchTopic[];
}

export const DATASETS = join(
  process.env.GRK_SHARED ?? fileURLToPath(new URL('../../shared', import.meta.url)),
  'datasets',
);

/**
 * A BEIR folder: documents as title, space, text, in the order of the files; topics that have a relevant document.
 * @returns undefined where the folder is not there
 */
export function beirCorpus(name: string, split = 'test'): BenchCorpus | undefined {
  const folder = join(DATASETS, name);
  if (!existsSync(folder)) return undefined;
  const rows = (file: string): { _id: string; title?: string; text: string }[] =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  const documents = readdirSync(folder)
    .filter((file) => file.startsWith('corpus'))
    .sort()
    .flatMap(rows);
  const judged = new Map<string, Map<string, number>>();
  for (const line of readFileSync(join(folder, 'qrels', `${split}.tsv`), 'utf8')
    .trim()
    .split('\n')
    .slice(1)) {
    const [topic = '', doc = '', grade = '0'] = line.split('\t');
    if (Number(grade) > 0) judged.set(topic, (judged.get(topic) ?? new Map()).set(doc, Number(grade)));
  }
  const topics = rows('queries.jsonl').flatMap(({ _id, text }) => {
    const gains = judged.get(_id);
    return gains === undefined ? [] : [{ id: _id, query: text, gains }];
  });
  return {
    name,
    isSynthetic: false,
    ids: documents.map(({ _id }) => _id),
    texts: documents.map(({ title, text }) => `${title ?? ''} ${text}`),
    topics,
  };
}

/** Documents of 100 words and queries of 6, drawn from 200,000 words by Zipf's law with exponent 1. */
export function syntheticCorpus(documents: number): BenchCorpus {
  const words = 200_000;
  const cumulative = new Float64Array(words);
  let sum = 0;
  for (let rank = 0; rank < words; rank++) {
    sum += 1 / (rank + 1);
    cumulative[rank] = sum;
  }
  let state = 1;
  const draw = (): string => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const target = (state / 2 ** 32) * sum;
    let low = 0;
    let high = words - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((cumulative[middle] ?? 0) < target) low = middle + 1;
      else high = middle;
    }
    return `w${low}`;
  };
  const text = (length: number) => Array.from({ length }, draw).join(' ');
  return {
    name: `synthetic ${documents}`,
    isSynthetic: true,
    ids: Array.from({ length: documents }, (_, i) => String(i)),
    texts: Array.from({ length: documents }, () => text(100)),
    topics: Array.from({ length: 300 }, (_, i) => ({ id: String(i), query: text(6), gains: new Map() })),
  };
}

/** Mean nDCG@10 with linear gains; a document whose id is the topic's is left out. */
export function meanNdcg10(corpus: BenchCorpus, rankings: readonly (readonly string[])[]): number {
  const discounted = (gains: readonly number[]) =>
    gains.slice(0, 10).reduce((sum, gain, rank) => sum + gain / Math.log2(rank + 2), 0);
  const values = corpus.topics.map(({ id, gains }, topic) => {
    const docs = (rankings[topic] ?? []).filter((doc) => doc !== id);
    const ideal = [...gains.values()].sort((a, b) => b - a);
    return discounted(docs.map((doc) => gains.get(doc) ?? 0)) / discounted(ideal);
  });
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
