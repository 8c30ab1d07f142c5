/**
 * One of our engines on a corpus of bench/lexical.ts, in a process of its own: ENGINE FOLDER RUNS TOPICS DEPTH...,
 * one JSON
 * object on stdout. Queries are analysed while the clock runs.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LexicalEngineName } from '../src/contracts/pipeline.ts';
import { LEXICAL_ALGORITHMS, LEXICAL_ENGINES } from '../src/index/lexical/engines.ts';

const [engine = '', folder = '', runs = '1', topics = '1', ...depths] = process.argv.slice(2);
const name = engine as LexicalEngineName;
const lines = (file: string): string[] =>
  readFileSync(join(folder, file), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
const seconds = <T>(work: () => T): [number, T] => {
  const started = performance.now();
  const result = work();
  return [(performance.now() - started) / 1000, result];
};
const megabytes = (): number => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
};

const texts = lines('texts.jsonl');
const queries = lines('queries.jsonl').slice(0, Number(topics));
const analyzer = existsSync(join(folder, 'synthetic')) ? 'plain' : 'english';
const before = megabytes();
const builds: { tokeniseAndIndexSeconds: number }[] = [];
let built: ReturnType<typeof build> | undefined;
for (let run = 0; run < Number(runs); run++) {
  const [taken, result] = seconds(build);
  builds.push({ tokeniseAndIndexSeconds: taken });
  built = result;
}
if (built === undefined) throw new Error('RUNS must be at least 1');
const { searcher, index } = built;
searcher.search(queries[0] ?? '', 10);
const indexMb = megabytes() - before;

let top: number[][] = [];
const searches = depths.map(Number).map((depth) => {
  const pass = () => queries.map((query) => searcher.search(query, depth));
  const [firstSeconds, found] = seconds(pass);
  if (depth === 10) top = found.map(({ passages }) => [...passages]);
  const passSeconds = Array.from({ length: Number(runs) }, () => seconds(pass)[0]);
  const singleSeconds = queries.map((query) => seconds(() => searcher.search(query, depth))[0]);
  return { depth, firstSeconds, passSeconds, singleSeconds };
});
const [openSeconds] = seconds(() => LEXICAL_ENGINES[name]().open(index.serialise()));
console.log(
  JSON.stringify({
    version: LEXICAL_ALGORITHMS[name],
    builds,
    searches,
    top,
    indexMb,
    serialiseAndOpenSeconds: openSeconds,
  }),
);

/** The impacts for one pair of parameters belong to the time: bm25s computes them while it indexes. */
function build() {
  const index = LEXICAL_ENGINES[name]().build(texts, analyzer);
  return { index, searcher: index.searcher({ k1: 0.9, b: 0.4 }) };
}
