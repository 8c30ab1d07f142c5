import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Bm25Params } from '../../contracts/pipeline.ts';
import type { LexicalIndex } from '../../contracts/ports.ts';
import { compareTieKeys } from '../../contracts/ranking.ts';
import { bm25Engine } from './bm25-engine.ts';

const SHARED = process.env.GRK_SHARED ?? fileURLToPath(new URL('../../../../shared', import.meta.url));
const DATASETS = join(SHARED, 'datasets');
const BEIR: Bm25Params = { k1: 0.9, b: 0.4 };

interface Collection {
  readonly ids: readonly string[];
  readonly texts: readonly string[];
  readonly topics: readonly {
    readonly id: string;
    readonly query: string;
    readonly gains: ReadonlyMap<string, number>;
  }[];
}

function readRows(path: string): Record<string, string>[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

/** Whole documents (title, space, text), in the tie order of a collection. */
function readCollection(name: string): Collection {
  const folder = join(DATASETS, name);
  const files = readdirSync(folder).filter((file) => file.startsWith('corpus'));
  const documents = files
    .flatMap((file) => readRows(join(folder, file)))
    .map(({ _id = '', title = '', text = '' }) => {
      const whole = `${title} ${text}`;
      return { doc: _id, startUtf16: 0, contentSha256: createHash('sha256').update(whole).digest('hex'), whole };
    })
    .sort(compareTieKeys);
  const gains = new Map<string, Map<string, number>>();
  for (const line of readFileSync(join(folder, 'qrels', 'test.tsv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)) {
    const [topic = '', doc = '', grade = ''] = line.split('\t');
    if (Number(grade) > 0) gains.set(topic, (gains.get(topic) ?? new Map()).set(doc, Number(grade)));
  }
  const topics = readRows(join(folder, 'queries.jsonl')).flatMap(({ _id = '', text = '' }) => {
    const found = gains.get(_id);
    return found === undefined ? [] : [{ id: _id, query: text, gains: found }];
  });
  return { ids: documents.map((d) => d.doc), texts: documents.map((d) => d.whole), topics };
}

/** Mean nDCG@10 with linear gains over topics that have a relevant document; a topic's own document is left out. */
function meanNdcg({ ids, topics }: Collection, index: LexicalIndex, params: Bm25Params): number {
  const searcher = index.searcher(params);
  const discounted = (gains: readonly number[]) =>
    gains.slice(0, 10).reduce((sum, gain, rank) => sum + gain / Math.log2(rank + 2), 0);
  const values = topics.map(({ id, query, gains }) => {
    const docs = [...searcher.search(query, 11).passages]
      .map((passage) => ids[passage] ?? '')
      .filter((doc) => doc !== id);
    const ideal = [...gains.values()].sort((a, b) => b - a);
    return discounted(docs.map((doc) => gains.get(doc) ?? 0)) / discounted(ideal);
  });
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

const isMissing = !existsSync(DATASETS);

describe.skipIf(isMissing)(
  `bm25 on public collections${isMissing ? ' (skipped: shared data not present)' : ''}`,
  () => {
    it('finds on SciFact what Lucene’s formula finds: nDCG@10 within .005', { timeout: 120_000 }, () => {
      const scifact = readCollection('scifact');
      expect([scifact.ids.length, scifact.topics.length]).toEqual([5183, 300]);
      const index = bm25Engine().build(scifact.texts, 'english');
      expect(Math.abs(meanNdcg(scifact, index, BEIR) - 0.6769)).toBeLessThanOrEqual(0.005);
      expect(Math.abs(meanNdcg(scifact, index, { k1: 1.5, b: 0.75 }) - 0.687)).toBeLessThanOrEqual(0.005);
    });

    it('ranks SciFact the same on every system: the hash of 300 rankings with their scores', {
      timeout: 120_000,
    }, () => {
      const scifact = readCollection('scifact');
      const index = bm25Engine().build(scifact.texts, 'english');
      const hash = createHash('sha256');
      for (const { query } of scifact.topics) {
        const { passages, scores } = index.searcher(BEIR).search(query, 100);
        hash.update([...passages].map((p, i) => `${scifact.ids[p]} ${scores[i]}`).join('\n'));
      }
      expect(hash.digest('hex')).toBe('ede099d730f2c0f14b9d6b8bcfb8d7db38830dc94d5f50f9b36b930d8b539727');
    });

    // Means of bm25s 0.3.16 with Snowball stems and 33 stop words; ours are Porter stems and 108 stop words.
    it.each([
      ['cranfield', 0.3515],
      ['adi', 0.477],
      ['nfcorpus-stopped', 0.3272],
      ['arguana-test', 0.4517],
    ])('is within .01 of bm25s on %s', { timeout: 120_000 }, (name, expected) => {
      const collection = readCollection(name);
      const value = meanNdcg(collection, bm25Engine().build(collection.texts, 'english'), BEIR);
      expect(Math.abs(value - expected), `nDCG@10 is ${value}`).toBeLessThanOrEqual(0.01);
    });
  },
);
