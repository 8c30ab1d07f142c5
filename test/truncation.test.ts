import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { indexedText } from '../src/contracts/document.ts';
import type { Embedded, Embedder, Reranker, RerankScores } from '../src/contracts/ports.ts';
import { hashEmbedder } from '../src/providers/hash-embedder.ts';
import { noopReranker } from '../src/providers/rerankers/stand-ins.ts';
import { indexStatus } from '../src/workbench/collections/index-status.ts';
import { findCollection } from '../src/workbench/collections/open-collection.ts';
import { measure } from '../src/workbench/eval/run.ts';
import { createSession } from '../src/workbench/session/session.ts';
import { withCatalog } from '../src/workbench/session/state.ts';
import { smallGolden, workFolder } from './binary.ts';

/** Reads no more than this of a text. */
const LONGEST_UTF16 = 30;
const folder = workFolder('truncation');

/** The hash embedder with a longest input, and with none that it tells of under the name `silent`. */
function cutting(name: string): Embedder {
  const inner = hashEmbedder();
  const embed = async (...[texts, role, signal]: Parameters<Embedder['embed']>): Promise<Embedded> => {
    const cut = texts.map((text) => text.slice(0, LONGEST_UTF16));
    const { vectors } = await inner.embed(cut, role, signal);
    const truncated = Uint8Array.from(texts, (text) => Number(text.length > LONGEST_UTF16));
    return { vectors, truncated: name === 'silent' ? null : truncated };
  };
  return { ...inner, identity: { ...inner.identity, model: name, provider: name, maxTokens: 7 }, embed };
}

vi.mock('../src/providers/registry.ts', async (original) => ({
  ...(await original<typeof import('../src/providers/registry.ts')>()),
  openEmbedder: async (id: string) => cutting(id),
}));

/** Keeps the order, and tells of passages above this length that it did not read them whole. */
const LONGEST_PASSAGE_UTF16 = 110;
const shortening: Reranker = {
  ...noopReranker(),
  score: async (...[topic, passages, signal]: Parameters<Reranker['score']>): Promise<RerankScores> => ({
    scores: (await noopReranker().score(topic, passages, signal)).scores,
    truncated: Uint8Array.from(passages, ({ text }) => Number(text.length > LONGEST_PASSAGE_UTF16)),
  }),
};
vi.mock('../src/providers/rerankers/registry.ts', async (original) => ({
  ...(await original<typeof import('../src/providers/rerankers/registry.ts')>()),
  openReranker: () => () => shortening,
}));

async function warningsOf(embedder: string, repeats = 1) {
  const session = createSession({ cwd: folder, config: { golden: 'gold', embedder } });
  const { report } = await measure(session, { repeats });
  const warnings = report.warnings.filter(({ code }) => code === 'texts-truncated').map(({ message }) => message);
  return { session, report, warnings };
}

smallGolden(join(folder, 'gold'));

it('an eval warns of cut passages and topics as they were counted, cached, reused and repeated', async () => {
  const { session, report, warnings } = await warningsOf('cutting');
  const { passages, topics } = await withCatalog(session, async (catalog) => {
    const [info] = catalog.list();
    const found = catalog.passages(info?.name ?? '');
    const contents = catalog.contents(
      info?.name ?? '',
      found.map(({ id }) => id),
    );
    return { passages: [...contents.values()].map(indexedText), topics: report.topics.map(({ query }) => query) };
  });
  const long = (texts: readonly string[]) => texts.filter((text) => text.length > LONGEST_UTF16).length;
  expect([long(passages), long(topics)].every((count) => count > 0)).toBe(true);
  const share = (texts: readonly string[]) => ((100 * long(texts)) / texts.length).toFixed(1);
  expect(warnings).toEqual([
    `variant "default": ${long(passages)} of ${passages.length} passages (${share(passages)} %) were cut to 7 tokens; what came after was not read`,
    `variant "default": ${long(topics)} of ${topics.length} queries (${share(topics)} %) were cut to 7 tokens; what came after was not read`,
  ]);
  expect((await warningsOf('cutting', 2)).warnings).toEqual(warnings);
  const { collections } = await indexStatus(session, []);
  expect(collections.map(({ vectors }) => vectors?.truncated)).toEqual([long(passages)]);
});

it('says nothing of what an embedder cannot tell', async () => {
  const { session, warnings } = await warningsOf('silent');
  expect(warnings).toEqual([]);
  const { collections } = await indexStatus(session, []);
  expect(collections.find(({ identity }) => identity.embedder?.model === 'silent')?.vectors?.truncated).toBe(null);
});

it('an eval counts the candidates that a rerank stage shortened: warm-up, controls and repeats do not count', async () => {
  const session = createSession({ cwd: folder, config: { golden: 'gold', embedder: 'hash' } });
  const stages = [{ kind: 'dense' as const }, { kind: 'rerank' as const, reranker: 'noop', input: 'dense', depth: 3 }];
  const suite = { variants: [{ name: 'default', stages }] };
  const { report } = await measure(session, { suite, repeats: 2, measures: ['RR@2'] });
  const stage = report.stages.find(({ kind }) => kind === 'rerank');
  const texts = await withCatalog(session, async (catalog) => {
    const info = findCollection(catalog, report.indexes[0]?.id ?? '');
    const found = catalog.passages(info.name).map(({ id }) => id);
    return new Map([...catalog.contents(info.name, found)].map(([id, content]) => [id, indexedText(content)]));
  });
  const warnings = report.warnings.filter(({ message }) => message.includes('candidates'));
  const top = stage?.topics.flatMap(({ ranking }) => ranking.slice(0, 3)) ?? [];
  const candidates = top.map(({ id }) => texts.get(id) ?? '');
  const long = candidates.filter((text) => text.length > LONGEST_PASSAGE_UTF16).length;
  expect([long > 0, long < candidates.length]).toEqual([true, true]);
  const share = ((100 * long) / candidates.length).toFixed(1);
  expect(warnings.map(({ message }) => message)).toEqual([
    `stage ${stage?.id}: ${long} of ${candidates.length} candidates (${share} %) were cut to the longest input of the model; what came after was not read`,
  ]);
});
