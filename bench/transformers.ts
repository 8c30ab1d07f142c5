/**
 * Passages per second of all-MiniLM-L6-v2 (int8, one thread) over SciFact, and the time to rerank 50 passages with
 * cross-tiny (two threads), each beside Python's onnxruntime with the same file, threads and token ids, one text or pair
 * a run, a round of each in turn. The peer is given token ids; ours makes them, which is part of its time.
 * Run: `bench/peers/install-onnxruntime.sh`, then `npx tsx bench/transformers.ts [--write]`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Embedder, Reranker } from '../src/contracts/ports.ts';
import { SHIPPED_RERANKER_FOLDER } from '../src/providers/rerankers/registry.ts';
import { openCrossEncoder } from '../src/providers/transformers/cross-encoder.ts';
import { openModel } from '../src/providers/transformers/open-model.ts';
import type { Encoded } from '../src/providers/transformers/token-layout.ts';
import { openTransformerEmbedder } from '../src/providers/transformers/transformer-embedder.ts';
import { environment, keep, milliseconds, percentile } from './measure.ts';
import { openPeer, type Peer } from './peer.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const SHARED = process.env.GRK_SHARED ?? join(HERE, '../../shared');
const MINILM = join(SHARED, 'models/all-MiniLM-L6-v2');
const SCIFACT = join(SHARED, 'datasets/scifact');
const ROUNDS = Number(process.env.ROUNDS ?? 7);
const PASSAGES = 50;
const RERANK_THREADS = 2;
const MAX_TOKENS = 256;

interface Answer {
  readonly seconds: number;
  readonly values: readonly number[];
}

function readPassages(): { readonly title: string; readonly text: string }[] {
  const [file = ''] = ['corpus.jsonl', 'corpus-00.jsonl', 'corpus-1.jsonl'].filter((name) =>
    existsSync(join(SCIFACT, name)),
  );
  return readFileSync(join(SCIFACT, file), 'utf8')
    .split('\n', PASSAGES)
    .map((line) => JSON.parse(line));
}

/** Rounds of ours and the peer in turn, in milliseconds; the first of each is left out. */
async function inTurn(ours: () => Promise<readonly number[]>, peer: Peer, question: object) {
  const times = { ours: [] as number[], peer: [] as number[] };
  let gap = 0;
  for (let round = 0; round <= ROUNDS; round++) {
    const started = performance.now();
    const values = await ours();
    const ms = performance.now() - started;
    const theirs = await peer.ask<Answer>(question);
    if (values.length !== theirs.values.length) throw new Error('the peer gave another count of numbers');
    gap = Math.max(gap, ...values.map((value, i) => Math.abs(value - (theirs.values[i] ?? Number.NaN))));
    if (round === 0) continue;
    times.ours.push(ms);
    times.peer.push(theirs.seconds * 1e3);
  }
  const ratios = times.ours.map((ms, i) => (times.peer[i] ?? Number.NaN) / ms);
  const of = (taken: readonly number[]) => ({
    p50Ms: percentile(taken, 50),
    p95Ms: percentile(taken, 95),
    bestMs: Math.min(...taken),
    passagesPerSecond: (PASSAGES * 1e3) / Math.min(...taken),
  });
  const peerToOurs = { median: percentile(ratios, 50), ofBest: Math.min(...times.peer) / Math.min(...times.ours) };
  return { ours: of(times.ours), onnxruntime: of(times.peer), timesThePeer: peerToOurs, largestGap: gap };
}

type Row = Awaited<ReturnType<typeof inTurn>>;

function show(what: string, row: Row): void {
  console.log(what);
  for (const name of ['ours', 'onnxruntime'] as const) {
    const { p50Ms, p95Ms, bestMs, passagesPerSecond } = row[name];
    console.log(
      `  ${name.padEnd(12)} p50 ${milliseconds(p50Ms)}  p95 ${milliseconds(p95Ms)}  best ${milliseconds(bestMs)} (${passagesPerSecond.toFixed(1)} passages/s)`,
    );
  }
  const { median, ofBest } = row.timesThePeer;
  console.log(
    `  ${median.toFixed(2)} times the peer's speed (best of each: ${ofBest.toFixed(2)}), largest gap ${row.largestGap}`,
  );
}

async function embedding(texts: readonly string[], peer: Peer): Promise<Row> {
  const embedder: Embedder = await openTransformerEmbedder(`transformers:${MINILM}`, MINILM, {
    maxTokens: String(MAX_TOKENS),
  });
  const { layout } = await openModel('bench', MINILM, { threads: 1 }, 'AutoModel');
  const rows = texts.map((text) => layout.one(text, MAX_TOKENS));
  await peer.ask({ do: 'open', file: join(MINILM, 'onnx/model_quantized.onnx'), threads: 1 });
  const ours = async () => [...(await embedder.embed(texts, 'passage')).vectors];
  return inTurn(ours, peer, question('embed', rows));
}

async function reranking(query: string, texts: readonly string[], peer: Peer): Promise<Row> {
  const threads = String(RERANK_THREADS);
  const reranker: Reranker = await openCrossEncoder('cross-tiny', SHIPPED_RERANKER_FOLDER, { threads });
  const { layout } = await openModel(
    'bench',
    SHIPPED_RERANKER_FOLDER,
    { threads: 1 },
    'AutoModelForSequenceClassification',
  );
  const limits = { maxTokens: MAX_TOKENS, maxFirst: MAX_TOKENS / 2 };
  const rows = texts.map((text) => layout.two(query, text, limits));
  const file = join(SHIPPED_RERANKER_FOLDER, 'onnx/model_quantized.onnx');
  await peer.ask({ do: 'open', file, threads: RERANK_THREADS });
  const passages = texts.map((text, i) => ({ id: `p${i}`, doc: `d${i}`, text, inputScore: 0 }));
  const ours = async () => [...(await reranker.score({ topicId: 't', query }, passages)).scores];
  return inTurn(ours, peer, question('score', rows));
}

function question(what: 'embed' | 'score', rows: readonly Encoded[]): object {
  return { do: what, ids: rows.map(({ ids }) => ids), types: rows.map(({ types }) => types) };
}

if (!existsSync(MINILM)) {
  console.log('skipped: shared data not present');
} else {
  const peer = await openPeer('onnxruntime', 'onnx_models.py');
  if (peer === undefined) throw new Error('the peer is not installed: bench/peers/install-onnxruntime.sh');
  try {
    const passages = readPassages();
    const texts = passages.map(({ title, text }) => `${title} ${text}`);
    const minilm = await embedding(texts, peer);
    show(`all-MiniLM-L6-v2 int8, ${PASSAGES} abstracts of SciFact, one thread, ${ROUNDS} rounds in turn`, minilm);
    const rerank = await reranking('cells of the immune system respond to a virus', texts, peer);
    show(`cross-tiny, ${PASSAGES} abstracts, ${RERANK_THREADS} threads, ${ROUNDS} rounds in turn`, rerank);
    await keep('transformers', {
      passages: PASSAGES,
      rounds: ROUNDS,
      maxTokens: MAX_TOKENS,
      'all-MiniLM-L6-v2 int8, 1 thread': minilm,
      'cross-tiny int8, 2 threads': rerank,
      environment: environment(),
    });
  } finally {
    peer.close();
  }
}
