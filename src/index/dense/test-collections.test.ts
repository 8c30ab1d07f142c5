import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openEmbedder } from '../../providers/registry.ts';
import { memoryVectorStore } from './memory-store.ts';

const SHARED = process.env.GRK_SHARED ?? resolve(fileURLToPath(import.meta.url), '../../../../../shared');
const DATASETS = join(SHARED, 'datasets');

interface Row {
  readonly _id: string;
  readonly title?: string;
  readonly text: string;
}

const readRows = (path: string): Row[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

function readCollection(name: string) {
  const folder = join(DATASETS, name);
  const files = readdirSync(folder)
    .filter((file) => file.startsWith('corpus'))
    .sort();
  const qrels = new Map<string, Map<string, number>>();
  const [, ...lines] = readFileSync(join(folder, 'qrels/test.tsv'), 'utf8').trim().split('\n');
  for (const line of lines) {
    const [topic = '', doc = '', grade] = line.trim().split('\t');
    qrels.set(topic, (qrels.get(topic) ?? new Map<string, number>()).set(doc, Number(grade)));
  }
  const isMeasured = ({ _id }: Row) => [...(qrels.get(_id)?.values() ?? [])].some((grade) => grade > 0);
  const documents = files.flatMap((file) => readRows(join(folder, file)));
  return { documents, topics: readRows(join(folder, 'queries.jsonl')).filter(isMeasured), qrels };
}

/** trec_eval's nDCG at a cutoff: gain is the grade, discount log2(rank + 1). */
function ndcg(ranking: readonly string[], grades: ReadonlyMap<string, number>, cutoff: number): number {
  const dcg = (gains: readonly number[]) =>
    gains.slice(0, cutoff).reduce((sum, gain, rank) => sum + gain / Math.log2(rank + 2), 0);
  const ideal = [...grades.values()].sort((a, b) => b - a);
  return dcg(ranking.map((doc) => grades.get(doc) ?? 0)) / dcg(ideal);
}

function recall(ranking: readonly string[], grades: ReadonlyMap<string, number>, cutoff: number): number {
  const relevant = [...grades].filter(([, grade]) => grade > 0).map(([doc]) => doc);
  const found = ranking.slice(0, cutoff).filter((doc) => relevant.includes(doc));
  return found.length / relevant.length;
}

/** Means over topics with a relevant document; whole documents as passages, the topic's own document left out. */
async function measure(name: string): Promise<{ readonly ndcg: number; readonly recall: number }> {
  const { documents, topics, qrels } = readCollection(name);
  const embedder = await openEmbedder('static:shipped', '.');
  const { dimensions } = embedder.identity;
  const ids = documents.map(({ _id }) => _id);
  const store = memoryVectorStore(dimensions);
  const texts = documents.map(({ title, text }) => `${title ?? ''} ${text}`);
  await store.put({ ids, docs: ids, vectors: (await embedder.embed(texts, 'passage')).vectors });
  const { search } = await store.searcher(ids);
  const { vectors: queries } = await embedder.embed(
    topics.map(({ text }) => text),
    'query',
  );
  const means = { ndcg: 0, recall: 0 };
  topics.forEach(({ _id }, number) => {
    const own = ids.indexOf(_id);
    const mask = new Uint8Array(ids.length).fill(1);
    if (own >= 0) mask[own] = 0;
    const query = queries.subarray(number * dimensions, (number + 1) * dimensions);
    const ranking = Array.from(search(query, 100, mask).passages, (passage) => ids[passage] ?? '');
    const grades = qrels.get(_id) ?? new Map<string, number>();
    means.ndcg += ndcg(ranking, grades, 10) / topics.length;
    means.recall += recall(ranking, grades, 100) / topics.length;
  });
  return means;
}

const isPresent = existsSync(DATASETS);
describe.skipIf(!isPresent)(`exact cosine${isPresent ? '' : ' (skipped: shared data not present)'}`, () => {
  // nDCG@10 and R@100 of the same weights, measured with pytrec_eval.
  it.each([
    ['scifact', 0.523, 0.8962],
    ['cranfield', 0.3175, 0.7236],
    ['adi', 0.4363, 0.9729],
    ['arguana-test', 0.4644, 0.9814],
    ['nfcorpus-stopped', 0.2409, 0.2453],
  ])('over %s gives the measured quality', async (name, expectedNdcg, expectedRecall) => {
    const found = await measure(name);
    expect(Math.abs(found.ndcg - expectedNdcg)).toBeLessThan(0.001);
    expect(Math.abs(found.recall - expectedRecall)).toBeLessThan(0.001);
  });
});
