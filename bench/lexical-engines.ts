/**
 * How the two lexical engines differ in what they find: nDCG@10, wins, ties and losses of MiniSearch against our BM25,
 * and the share of the ten best that they have in common. Same terms, same texts; times are in bench/lexical.ts.
 * Run: `npx tsx bench/lexical-engines.ts [--write]`; `--write` keeps the result in `bench/results/lexical-engines.json`.
 */
import type { Bm25Params, LexicalEngineName } from '../src/contracts/pipeline.ts';
import { LEXICAL_ALGORITHMS, LEXICAL_ENGINES } from '../src/index/lexical/engines.ts';
import { type BenchCorpus, beirCorpus, meanNdcg10 } from './lexical-corpora.ts';
import { keep } from './measure.ts';

const COLLECTIONS = ['scifact', 'cranfield', 'adi', 'nfcorpus-stopped', 'arguana-test'];
const OURS: Bm25Params = { k1: 0.9, b: 0.4 };
const LIBRARY_DEFAULTS: Bm25Params = { k1: 1.2, b: 0.7 };

function rankings(corpus: BenchCorpus, engine: LexicalEngineName, settings: readonly Bm25Params[]): string[][][] {
  const index = LEXICAL_ENGINES[engine]().build(corpus.texts, 'english');
  return settings.map((params) => {
    const searcher = index.searcher(params);
    return corpus.topics.map(({ id, query }) =>
      [...searcher.search(query, 11).passages]
        .map((passage) => corpus.ids[passage] ?? '')
        .filter((doc) => doc !== id)
        .slice(0, 10),
    );
  });
}

const rounded = (value: number): number => Number(value.toFixed(4));

function compare(corpus: BenchCorpus, ours: readonly string[][], theirs: readonly string[][]) {
  const [wins, ties, losses] = [0, 0, 0].map((_, outcome) =>
    corpus.topics.reduce((count, topic, t) => {
      const single = { ...corpus, topics: [topic] };
      const difference = meanNdcg10(single, [theirs[t] ?? []]) - meanNdcg10(single, [ours[t] ?? []]);
      return count + (Math.sign(difference) === 1 - outcome ? 1 : 0);
    }, 0),
  );
  const common = ours.map(
    (docs, t) => docs.filter((doc) => theirs[t]?.includes(doc)).length / Math.max(docs.length, 1),
  );
  return {
    ndcg10: rounded(meanNdcg10(corpus, theirs)),
    against: { wins, ties, losses },
    commonInTop10: rounded(common.reduce((sum, share) => sum + share, 0) / common.length),
    sameFirst: rounded(ours.filter((docs, t) => docs[0] === theirs[t]?.[0]).length / ours.length),
  };
}

const results: Record<string, object> = {};
console.log(
  'collection          topics  bm25   | minisearch k1 .9 b .4: nDCG@10, W/T/L, common in top 10 | at its k1 1.2 b .7',
);
for (const name of COLLECTIONS) {
  const corpus = beirCorpus(name);
  if (corpus === undefined) {
    console.log(`${name}: skipped, shared data not present (set GRK_SHARED)`);
    continue;
  }
  const [ours = []] = rankings(corpus, 'bm25', [OURS]);
  const [same = [], own = []] = rankings(corpus, 'minisearch', [OURS, LIBRARY_DEFAULTS]);
  const row = {
    topics: corpus.topics.length,
    bm25: { ...OURS, ndcg10: rounded(meanNdcg10(corpus, ours)) },
    minisearch: { ...OURS, ...compare(corpus, ours, same) },
    minisearchAtItsDefaults: { ...LIBRARY_DEFAULTS, ...compare(corpus, ours, own) },
  };
  results[name] = row;
  const cells = [row.minisearch, row.minisearchAtItsDefaults].map(
    ({ ndcg10, against, commonInTop10 }) =>
      `${ndcg10.toFixed(4)} ${against.wins}/${against.ties}/${against.losses} ${commonInTop10.toFixed(2)}`,
  );
  console.log(
    `${name.padEnd(18)} ${String(row.topics).padStart(6)}  ${row.bm25.ndcg10.toFixed(4)} | ${cells.join(' | ')}`,
  );
}
if (Object.keys(results).length > 0) await keep('lexical-engines', { algorithms: LEXICAL_ALGORITHMS, results });
