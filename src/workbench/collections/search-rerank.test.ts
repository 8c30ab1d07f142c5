import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { smallGolden, workFolder } from '../../../test/binary.ts';
import { evaluate } from '../library/evaluate.ts';
import { createSession } from '../session/session.ts';
import { ingest } from './ingest.ts';
import { type SearchMode, search } from './search.ts';

const root = workFolder('search rerank');
const QUERY = 'bring back a single file';
const ask = (mode: SearchMode, reranker: string, over: { topK?: number; filters?: string[] } = {}) =>
  search(createSession({ cwd: root, settings: { reranker } }), {
    query: QUERY,
    mode,
    topK: 50,
    filters: [],
    rerank: true,
    ...over,
  });

beforeAll(async () => {
  mkdirSync(join(root, 'gold'));
  smallGolden(join(root, 'gold'));
  await ingest(createSession({ cwd: root }), { paths: ['gold/corpus'], dense: true, rebuild: false });
});

describe('search, reranked', () => {
  it('ranks and scores as the default rerank stage of an eval does', async () => {
    const report = await evaluate({ cwd: root, golden: 'gold', reranker: 'combined(cross-tiny)', topics: 't1' });
    const stages = ['fusion', 'rerank'].map((name) => report.stages.find((stage) => stage.name === name)?.topics[0]);
    const [fused, reranked] = stages.map((topic) =>
      (topic?.ranking ?? []).map(({ doc, start, score }) => [`gold/corpus/${doc}`, start, score]),
    );
    const { hits, rerank } = await ask('hybrid', 'combined(cross-tiny)');
    expect(hits.map(({ doc, start, score }) => [doc, start, score])).toEqual(reranked);
    for (const { doc, start, rank, score, rerank: part } of hits) {
      const before = fused?.[(part?.inputRank ?? 0) - 1];
      expect([doc, start, part?.inputScore]).toEqual(before);
      expect(part).toMatchObject({ score, moved: (part?.inputRank ?? 0) - rank });
    }
    expect(hits.map(({ rerank: part }) => part?.moved)).not.toEqual(hits.map(() => 0));
    expect(rerank).toMatchObject({ input: 'fusion', depth: 50, candidates: hits.length, truncated: 0 });
    expect(rerank?.identity).toEqual(report.runConfig.variants[0]?.stages[3]?.reranker);
  });
  it.each<[SearchMode, string, (string | null)[]]>([
    ['bm25', 'bm25', ['bm25']],
    ['dense', 'dense', ['dense']],
    ['hybrid', 'fusion', ['bm25', 'dense']],
  ])('works in mode %s: upside down by reverse, with the parts of its legs', async (mode, input, legs) => {
    const settings = { query: QUERY, mode, topK: 50, filters: [] };
    const plain = await search(createSession({ cwd: root }), settings);
    const { hits, stage, rerank } = await ask(mode, 'reverse');
    expect([stage, rerank?.input, plain.rerank]).toEqual(['rerank', input, undefined]);
    expect(hits.map(({ id }) => id)).toEqual(plain.hits.map(({ id }) => id).toReversed());
    expect(hits.map((hit) => hit.legs)).toEqual(plain.hits.map((hit) => hit.legs).toReversed());
    expect(hits[0]?.legs.map(({ leg }) => leg)).toEqual(legs);
  });
  it('reranks what filters leave, from beyond the hits that are asked for', async () => {
    const filters = ['path=gold/corpus/guides/restore.md'];
    const [all, one] = [
      await ask('dense', 'reverse', { filters }),
      await ask('dense', 'reverse', { filters, topK: 1 }),
    ];
    expect(new Set(all.hits.map(({ doc }) => doc))).toEqual(new Set(['gold/corpus/guides/restore.md']));
    expect(one.hits).toEqual(all.hits.slice(0, 1));
    expect(one.hits[0]?.rerank?.inputRank).toBe(all.hits.length);
  });
  it.each([
    ['none', 'the configured reranker is "none"'],
    ['oracle', 'the reranker "oracle" knows the topics of a golden set alone'],
    ['combined(oracle)', 'knows the topics of a golden set alone'],
  ])('is refused with %s', async (reranker, message) => {
    await expect(ask('bm25', reranker)).rejects.toMatchObject({
      code: 'GRK_USAGE',
      message: expect.stringContaining(message),
    });
  });
});
