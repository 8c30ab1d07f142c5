/**
 * What the default rerank stage adds the score of cross-tiny to, over the top 50 of the fusion: decided on dev splits,
 * then shown on topics that took no part in the decision (docs/adr/0023). Every option is a stage of one suite, its
 * scores computed here from the rankings and logits of a first run.
 * Run: `npx tsx bench/rerank-input.ts [--write]`; it needs ../shared/datasets and takes some minutes.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StageDelta } from '../src/contracts/delta.ts';
import type { Report, ReportStage } from '../src/contracts/report.ts';
import { deriveDeltas, evaluate } from '../src/index.ts';
import { environment, keep } from './measure.ts';
import { type Collection, collectionsIn } from './rerank-collections.ts';

const DEPTH = 50;
const MEASURES = { primary: 'nDCG@10', secondary: ['RR@10', 'R@10', 'Success@1'] };
/** Taken on dev: the largest mean gain with equal weights. On test only it is run, as `grk` has it. */
const DECIDED = { option: 'both legs', reranker: 'combined(cross-tiny)' };

/** Score of a candidate in each list that an option may add up, standardised over the candidates of a topic. */
interface Parts {
  readonly fused: readonly number[];
  readonly bm25: readonly number[];
  readonly dense: readonly number[];
  readonly cross: readonly number[];
}

const sum = (...lists: (readonly number[])[]) =>
  (lists[0] ?? []).map((_, i) => lists.reduce((total, list) => total + (list[i] ?? 0), 0));
const half = (list: readonly number[]) => list.map((value) => value / 2);

const OPTIONS: Readonly<Record<string, (parts: Parts) => number[]>> = {
  'cross alone': ({ cross }) => [...cross],
  fused: ({ fused, cross }) => sum(fused, cross),
  'fused, half cross': ({ fused, cross }) => sum(fused, half(cross)),
  bm25: ({ bm25, cross }) => sum(bm25, cross),
  'bm25, half cross': ({ bm25, cross }) => sum(bm25, half(cross)),
  'both legs': ({ bm25, dense, cross }) => sum(bm25, dense, cross),
  'both legs, half cross': ({ bm25, dense, cross }) => sum(bm25, dense, half(cross)),
  'both legs standardised again': ({ bm25, dense, cross }) => sum(standardised(sum(bm25, dense)), cross),
  'both legs standardised again, half cross': ({ bm25, dense, cross }) =>
    sum(standardised(sum(bm25, dense)), half(cross)),
  'both legs without cross': ({ bm25, dense }) => sum(bm25, dense),
};

function standardised(scores: readonly number[]): number[] {
  if (scores.every((score) => score === scores[0])) return scores.map(() => 0);
  const mean = scores.reduce((total, score) => total + score, 0) / scores.length;
  const deviation = Math.sqrt(scores.reduce((total, score) => total + (score - mean) ** 2, 0) / scores.length);
  return scores.map((score) => (score - mean) / deviation);
}

const rerankBy = (name: string, reranker: string) => ({ kind: 'rerank', name, reranker, depth: DEPTH });

const LEGS = [{ kind: 'bm25' }, { kind: 'dense' }, { kind: 'fusion' }] as const;

function measured({ golden, excludeSelf }: Collection, split: string, cwd: string, stages: object[]): Promise<Report> {
  const variants = [{ name: 'v', stages: [...LEGS, ...stages] }] as never;
  return evaluate({ cwd, golden, split, texts: false, suite: { excludeSelf, ...MEASURES, variants } });
}

function stageOf({ stages }: Report, name: string): ReportStage {
  const stage = stages.find((each) => each.name === name);
  if (stage === undefined) throw new Error(`no stage ${name}`);
  return stage;
}

/** Ids and scores of a topic's candidates. A candidate that a leg did not read has the leg's lowest score. */
function partsOf(report: Report, topicIndex: number): { ids: string[]; parts: Parts } {
  const ranking = (name: string) => stageOf(report, name).topics[topicIndex]?.ranking ?? [];
  const candidates = ranking('fusion').slice(0, DEPTH);
  const ids = candidates.map(({ id }) => id);
  const scoresIn = (name: string) => {
    const list = ranking(name);
    const scores = new Map(list.map(({ id, score }) => [id, score]));
    const lowest = list.reduce((least, { score }) => Math.min(least, score), Number.POSITIVE_INFINITY);
    return standardised(ids.map((id) => scores.get(id) ?? (list.length === 0 ? 0 : lowest)));
  };
  const parts = { fused: scoresIn('fusion'), bm25: scoresIn('bm25'), dense: scoresIn('dense') };
  return { ids, parts: { ...parts, cross: scoresIn('cross') } };
}

const nameOf = (option: string) => `on-${option.replaceAll(/[^a-z0-9]+/g, '-')}`;

/** Every option as a stage, with scores made from the rankings and logits of a first run. */
async function optionStages(collection: Collection, cwd: string) {
  const first = await measured(collection, 'dev', cwd, [rerankBy('cross', 'cross-tiny')]);
  return Object.entries(OPTIONS).map(([name, score]) => {
    const rows = first.topics.flatMap(({ topicId }, i) => {
      const { ids, parts } = partsOf(first, i);
      const scores = score(parts);
      return ids.map((id, at) => JSON.stringify({ topicId, id, score: scores[at] }));
    });
    const file = join(cwd, `${collection.name}-${nameOf(name)}.jsonl`);
    writeFileSync(file, rows.join('\n'));
    return rerankBy(nameOf(name), `scripted:${file}`);
  });
}

async function compare(collection: Collection, split: 'dev' | 'test', cwd: string) {
  const isDev = split === 'dev';
  const names = isDev ? Object.keys(OPTIONS) : [DECIDED.option];
  const stages = isDev ? await optionStages(collection, cwd) : [rerankBy(nameOf(DECIDED.option), DECIDED.reranker)];
  const report = await measured(collection, split, cwd, stages);
  const deltas = deriveDeltas(report).filter(({ axis }) => axis === 'quality');
  const means = (name: string) => stageOf(report, name).means['nDCG@10'];
  const row = (option: string) => {
    const stage = nameOf(option);
    const [againstFusion, againstBm25] = [brief(deltas, stage, 'fusion'), brief(deltas, stage, 'bm25')];
    return { option, ndcg10: means(stage), againstFusion, againstBm25 };
  };
  return {
    collection: collection.name,
    split,
    answerableTopics: report.topics.filter(({ answerable }) => answerable === true).length,
    bm25: means('bm25'),
    dense: means('dense'),
    fusion: means('fusion'),
    options: names.map(row),
  };
}

function brief(deltas: readonly StageDelta[], stage: string, baseline: string) {
  const found = deltas.find((delta) => delta.stage === `v/${stage}` && delta.baseline === `v/${baseline}`);
  const delta = found?.measures['nDCG@10'];
  if (delta === undefined) throw new Error(`no delta of ${stage} against ${baseline}`);
  const { wins, ties, losses } = delta.topics;
  const { status, adjustedP, familySize } = found?.evidence ?? {};
  return { delta: delta.delta, winsTiesLosses: `${wins}/${ties}/${losses}`, status, adjustedP, familySize };
}

type Brief = ReturnType<typeof brief>;
type Compared = Awaited<ReturnType<typeof compare>>;

function print({ collection, split, bm25, dense, fusion, options, answerableTopics }: Compared): void {
  const four = (value: number | undefined) => (value ?? Number.NaN).toFixed(4);
  console.log(`\n${collection} ${split}, ${answerableTopics} topics`);
  console.log(`  bm25 ${four(bm25)}  dense ${four(dense)}  fusion ${four(fusion)}`);
  for (const row of options) {
    const text = ({ delta, winsTiesLosses, status }: Brief) =>
      `${delta < 0 ? '' : '+'}${four(delta)} (${winsTiesLosses}, ${status})`;
    const against = `against fusion ${text(row.againstFusion)}, against bm25 ${text(row.againstBm25)}`;
    console.log(`  ${row.option.padEnd(44)} ${four(row.ndcg10)}  ${against}`);
  }
}

async function compareAll(collections: readonly Collection[], split: 'dev' | 'test', cwd: string): Promise<Compared[]> {
  const all: Compared[] = [];
  for (const collection of collections) {
    const compared = await compare(collection, split, cwd);
    print(compared);
    all.push(compared);
  }
  return all;
}

const cwd = mkdtempSync(join(tmpdir(), 'grk-rerank-input-'));
try {
  mkdirSync(join(cwd, '.grk'));
  const collections = collectionsIn(join(cwd, 'sets'));
  const dev = await compareAll(collections, 'dev', cwd);
  const gains = Object.keys(OPTIONS).map((option) => {
    const rows = dev.map(({ options }) => options.find((row) => row.option === option));
    const deltas = rows.map((row) => row?.againstFusion.delta ?? Number.NaN);
    return { option, meanDelta: deltas.reduce((total, delta) => total + delta, 0) / deltas.length };
  });
  console.log('\nmean over the dev sets of nDCG@10 against fusion');
  for (const { option, meanDelta } of gains) console.log(`  ${option.padEnd(44)} ${meanDelta.toFixed(4)}`);
  const test = await compareAll(collections, 'test', cwd);
  const how = { depth: DEPTH, embedder: 'static:shipped', decided: DECIDED, ...MEASURES };
  await keep('rerank-input', { environment: environment(), how, dev, gains, test });
} finally {
  rmSync(cwd, { recursive: true });
}
