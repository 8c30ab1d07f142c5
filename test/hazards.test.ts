import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { lancedbVectorStore } from '../src/index/dense/lancedb-store.ts';
import { memoryVectorStore } from '../src/index/dense/memory-store.ts';
import { bm25Engine } from '../src/index/lexical/bm25-engine.ts';
import { LEXICAL_ENGINES } from '../src/index/lexical/engines.ts';
import { chunksOf } from '../src/ingest/chunk/chunkers.ts';
import { parseFilter } from '../src/retrieval/filter.ts';
import { rerankTop } from '../src/retrieval/rerank.ts';
import { grk, smallGolden, workFolder, writeFiles } from './binary.ts';

const folder = workFolder('hazards');
const HOSTILE = `o'brien" OR '1'='1; --.md`;

beforeAll(async () => {
  smallGolden(join(folder, 'gold'));
  writeFiles(folder, {
    'grk.config.json': '{ "reranker": "none" }',
    [`docs/${HOSTILE}`]: '# Walrus\r\n\r\nA walrus \u{1F600} sleeps.\r\n',
    'docs/b.md': '# Seal\n\nA seal swims beside a walrus.\n',
  });
  expect((await grk(folder, ['ingest', 'docs'])).code).toBe(0);
});

/** The seven defects that were inherited once, each under its own name. */
describe('hazard', () => {
  it('1: a hard split of text without separators never loops, and loses nothing', () => {
    const sizes = fc.tuple(fc.integer({ min: 40, max: 120 }), fc.double({ min: 0, max: 0.5, noNaN: true }));
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 2_000 }), ([maxChars, share], length) => {
        const text = Array.from({ length }, (_, i) => 'QWxhZGRpbjpvcGVu'[i % 16]).join('');
        const overlapChars = Math.floor(maxChars * share);
        const chunks = chunksOf(text, { name: 'recursive', maxChars, overlapChars });
        let covered = 0;
        for (const { startUtf16, endUtf16 } of chunks) {
          expect(startUtf16).toBeLessThanOrEqual(covered);
          expect(endUtf16).toBeGreaterThan(covered);
          expect(endUtf16 - startUtf16).toBeLessThanOrEqual(maxChars);
          covered = endUtf16;
        }
        expect(covered).toBe(length);
      }),
    );
  });

  it('2: negative scores of a reranker are scores: valid, in order, not tied', async () => {
    const input = { passages: Int32Array.of(4, 5, 6), scores: Float64Array.of(3, 2, 1) };
    const result = await rerankTop(input, 3, { topicId: 't', query: 'q' }, async () => Float64Array.of(-9, -0.5, -4));
    expect([[...result.passages], [...result.scores]]).toEqual([
      [5, 6, 4],
      [-0.5, -4, -9],
    ]);
  });

  it('3: a filter is never absorbed: misspelled it is an error, with an unknown key it finds nothing', async () => {
    expect(() => parseFilter('ext:md')).toThrow('not of the form');
    for (const args of [
      ['--filtre', 'ext=md'],
      ['--filter', 'ext=~md'],
    ]) {
      expect(await grk(folder, ['search', ...args, 'walrus'])).toMatchObject({ code: 2, out: '' });
    }
    for (const mode of ['bm25', 'dense', 'hybrid']) {
      const { code, out, err } = await grk(folder, [
        'search',
        '--json',
        '--mode',
        mode,
        '--filter',
        'tenant=x',
        'walrus',
      ]);
      expect([code, JSON.parse(out).hits]).toEqual([1, []]);
      expect(err).toContain('has the metadata "tenant"');
    }
  }, 30_000);

  it('4: every implementation of a port has the same members', async () => {
    const stores = [memoryVectorStore(2), await lancedbVectorStore({ folder, table: 'members', dimensions: 2 })];
    const [memory, lance] = stores.map((store) => Object.keys(store).sort());
    expect(lance).toEqual(memory);
    for (const open of Object.values(LEXICAL_ENGINES)) {
      const engine = await open();
      expect(Object.keys(engine).sort()).toEqual(Object.keys(bm25Engine()).sort());
      expect(engine.open.length).toBe(bm25Engine().open.length);
    }
    for (const store of stores) await store.close();
  });

  it('5: an id that is hostile to a query language is an id', async () => {
    const { out } = await grk(folder, [
      'search',
      '--json',
      '--mode',
      'dense',
      '--filter',
      `path=docs/${HOSTILE}`,
      'seal',
    ]);
    expect(JSON.parse(out).hits.map(({ doc }: { doc: string }) => doc)).toEqual([`docs/${HOSTILE}`]);
    const store = await lancedbVectorStore({ folder: join(folder, 'vectors'), table: 'hostile', dimensions: 2 });
    await store.put({ ids: ['a', 'b'], docs: [HOSTILE, 'b.md'], vectors: Float32Array.of(1, 0, 0, 1) });
    expect([await store.deleteDocuments([HOSTILE]), await store.count()]).toEqual([1, 1]);
    await store.close();
  });

  it('6: no credential comes out through an error, its causes, or a report', async () => {
    const source = { http: 'http://127.0.0.1:1/search?token=sentinel', retries: 0 };
    const stages = [{ kind: 'external', name: 'ours', source, version: '1' }];
    writeFiles(folder, { 'http.json': JSON.stringify({ golden: 'gold', variants: [{ name: 'v', stages }] }) });
    for (const option of ['--verbose', '--json']) {
      const { code, out, err } = await grk(folder, ['eval', 'http.json', option, '--out', 'http-report.json']);
      expect(code).toBe(1);
      expect(`${out}${err}`).not.toContain('sentinel');
    }
    expect(existsSync(join(folder, 'http-report.json'))).toBe(false);
  }, 30_000);

  it('7: what one handle remembers never stands over what is stored', async () => {
    const place = { folder: join(folder, 'vectors'), table: 'shadow', dimensions: 2 };
    const a = await lancedbVectorStore(place);
    const row = (id: string, x: number) => ({ ids: [id], docs: ['d'], vectors: Float32Array.of(x, 1) });
    await a.put(row('one', 1));
    const other = await lancedbVectorStore(place);
    await other.put(row('two', 2));
    expect(await a.count()).toBe(2);
    // It believes "two" to be new; two rows of one id are refused and never ranked.
    await a.put(row('two', 3));
    await expect(a.searcher(['one', 'two'])).rejects.toMatchObject({ code: 'GRK_STORE_CORRUPT' });
    for (const store of [a, other]) await store.close();
  });
});

/** Defects that an earlier tool of this kind had, by their numbers there. */
describe('defect', () => {
  it('D1: every command works a second time, from any folder, with relative paths', async () => {
    writeFiles(folder, { 'below/x.md': 'x' });
    for (const cwd of [folder, join(folder, 'below')]) {
      for (const args of [
        ['search', 'walrus'],
        ['index', 'status'],
        ['index', 'doctor'],
        ['cite', 'verify'],
      ]) {
        expect(await grk(cwd, args)).toMatchObject({ code: 0, err: '' });
      }
    }
  }, 60_000);

  it('D2, D3: citations of a file with CRLF hold, and offsets are those of the file', async () => {
    expect((await grk(folder, ['cite', 'verify'])).code).toBe(0);
    const { out } = await grk(folder, ['search', '--json', '--filter', `path=docs/${HOSTILE}`, 'walrus']);
    const [hit] = JSON.parse(out).hits;
    expect(hit).toMatchObject({ text: expect.stringContaining('\r\n'), startLine: 1, endLine: 3 });
  });

  it('D9: what hybrid search ranks first does not depend on how much is asked for', async () => {
    const top = async (k: string) =>
      JSON.parse((await grk(folder, ['search', '--json', '--mode', 'hybrid', '--top-k', k, 'walrus'])).out).hits[0];
    expect(await top('1')).toEqual(await top('50'));
  });

  it('D11: a search of a collection that does not exist is an error, and makes none', async () => {
    const place = join(folder, 'fresh');
    writeFiles(place, { 'grk.config.json': '{}' });
    expect(await grk(place, ['search', 'walrus'])).toMatchObject({ code: 2, out: '' });
    expect(existsSync(join(place, '.grk'))).toBe(false);
    expect((await grk(folder, ['search', '--collection', 'none', 'walrus'])).code).toBe(2);
    expect((await grk(folder, ['index', 'status', '--json'])).out).not.toContain('"none"');
  });

  it('D17: a search writes nothing beside its hits', async () => {
    expect((await grk(folder, ['search', '--mode', 'hybrid', 'walrus'])).err).toBe('');
  });

  it('D19: no measure that is printed by default depends on how much is kept', async () => {
    const meansAt = async (k: string) => {
      const { out } = await grk(folder, ['eval', '--golden', 'gold', '--no-dense', '--json', '--top-k', k]);
      return JSON.parse(out).stages.map(({ means }: { means: object }) => means);
    };
    expect(await meansAt('100')).toMatchObject(await meansAt('10'));
  });

  it('D20: the vectors that an eval measures are those that a search reads', async () => {
    expect((await grk(folder, ['ingest', 'gold/corpus', '--collection', 'lamp'])).code).toBe(0);
    expect((await grk(folder, ['eval', '--golden', 'gold', '--out', 'r.json'])).code).toBe(0);
    const { out } = await grk(folder, [
      'search',
      '--json',
      '--collection',
      'lamp',
      '--mode',
      'dense',
      '--top-k',
      '3',
      'LP-101',
    ]);

    const report = JSON.parse(readFileSync(join(folder, 'r.json'), 'utf8'));
    const dense = report.stages.find(({ name }: { name: string }) => name === 'dense');
    const topic = report.topics.findIndex(({ query }: { query: string }) => query === 'LP-101');
    const measured = dense.topics[topic].ranking
      .slice(0, 3)
      .map(({ doc, score }: { doc: string; score: number }) => [doc, score]);
    const found = JSON.parse(out).hits.map(({ doc, score }: { doc: string; score: number }) => [
      doc.replace('gold/corpus/', ''),
      score,
    ]);
    expect(found).toEqual(measured);
    rmSync(join(folder, 'r.json'));
  }, 30_000);
});
