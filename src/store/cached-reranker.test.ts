import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Reranker, RerankScores } from '../contracts/ports.ts';
import type { RerankerIdentity } from '../contracts/reranker.ts';
import { cachedReranker } from './cached-reranker.ts';
import { openScoreCache, type ScoreCache } from './score-cache.ts';

const IDENTITY: RerankerIdentity = {
  provider: 'test',
  model: 'a name',
  algorithm: 'test/1',
  weightsSha256: 'aa',
  settings: { maxTokens: 5 },
  determinism: 'machine',
};

let folder: string;
let file: string;
let cache: ScoreCache;
let notices: string[];
let asked: string[][];
const open = () => openScoreCache(file, { notice: (text) => notices.push(text), maxBytes: 2 ** 30 });
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'grk scores ü-'));
  file = join(folder, 'scores.sqlite');
  [notices, asked] = [[], []];
  cache = open();
});
afterEach(() => {
  cache.close();
  rmSync(folder, { recursive: true });
});

/** Scores that tell query, text and weights apart, in all 64 bits. */
interface Over extends Partial<Omit<Reranker, 'identity'>> {
  readonly identity?: Partial<RerankerIdentity>;
}
function reranker(over: Over = {}): Reranker {
  const identity = { ...IDENTITY, ...over.identity };
  const scoreOf = (text: string) => [...text].reduce((sum, c) => sum * 1.7 + (c.codePointAt(0) ?? 0), -1 / 3);
  return {
    isStructural: false,
    score: async ({ query }, passages) => {
      asked.push(passages.map(({ text }) => text));
      return {
        scores: Float64Array.from(passages, ({ text }) => scoreOf(`${query}|${text}|${identity.weightsSha256}`)),
        truncated: Uint8Array.from(passages, ({ text }) => Number(text.length > 5)),
      };
    },
    ...over,
    identity,
  };
}
const cached = (over?: Over, runtime = 'onnx 1') => cachedReranker(reranker(over), cache, runtime);
const score = (each: Reranker, query: string, ...texts: string[]): Promise<RerankScores> =>
  each.score(
    { topicId: `t-${query}`, query },
    texts.map((text, i) => ({ id: `p${i}`, doc: 'd', text, inputScore: i })),
  );
const bits = ({ scores, truncated }: RerankScores) => [Buffer.from(scores.slice().buffer).toString('hex'), truncated];

describe('cachedReranker', () => {
  it('gives exactly the scores of the reranker, whatever is cached and in whatever order', async () => {
    const text = fc.oneof(fc.constantFrom('a', 'b', '', '\ud83d', '\ufffd'), fc.string({ unit: 'binary' }));
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 6 }), text, fc.boolean(), async (texts, query, isFlushed) => {
        expect(bits(await score(cached(), query, ...texts))).toEqual(bits(await score(reranker(), query, ...texts)));
        if (isFlushed) cache.flush();
      }),
    );
  });
  it('asks for what is missing only, and marks what it did not ask for, in part or whole', async () => {
    expect((await score(cached(), 'q', 'a', 'b')).isCached).toBeUndefined();
    cache.flush();
    expect((await score(cached({ identity: { model: 'another name' } }), 'q', 'b', 'a')).isCached).toBe(true);
    expect((await score(cached(), 'q', 'a', 'long one', 'b')).isCached).toBe(true);
    expect(asked).toEqual([['a', 'b'], ['long one']]);
  });
  it('reads nothing before it is flushed, and everything after it was closed', async () => {
    await score(cached(), 'q', 'a');
    expect((await score(cached(), 'q', 'a')).isCached).toBeUndefined();
    cache.close();
    cache = open();
    expect((await score(cached(), 'q', 'a')).isCached).toBe(true);
    cache.close();
    expect((await score(cached(), 'q', 'a')).isCached).toBeUndefined();
    expect(asked).toHaveLength(3);
  });
  it.each<[string, Partial<RerankerIdentity>]>([
    ['other weights', { weightsSha256: 'bb' }],
    ['another algorithm', { algorithm: 'test/2' }],
    ['another limit', { settings: { maxTokens: 6 } }],
    ['another determinism', { determinism: 'bitwise' }],
  ])('asks again for %s', async (_, identity) => {
    await score(cached(), 'q', 'a');
    cache.flush();
    await score(cached({ identity }), 'q', 'a');
    expect(asked).toHaveLength(2);
  });
  it('asks again for another query, another text, and another runtime', async () => {
    await score(cached(), 'q', 'ra');
    cache.flush();
    await score(cached(), 'qr', 'a');
    await score(cached(), 'other', 'ra');
    await score(cached({}, 'onnx 2'), 'q', 'ra');
    expect(asked).toHaveLength(4);
  });
  it('takes a service at its word only where it names the revision of its model', async () => {
    const service = { determinism: 'none' as const, weightsSha256: '' };
    for (const [settings, calls] of [[{ revision: null }, 2] as const, [{ revision: 'abc' }, 1] as const]) {
      asked = [];
      for (const _ of [1, 2]) {
        await score(cached({ identity: { ...service, settings } }), 'q', 'a');
        cache.flush();
      }
      expect(asked).toHaveLength(calls);
    }
  });
  it('leaves stand-ins alone', () => {
    const standIn = reranker({ isStructural: true });
    expect(cachedReranker(standIn, cache, '')).toBe(standIn);
  });
  it('keeps nothing that is no score, and hands it on to be refused', async () => {
    await score(cached(), 'q', 'a');
    cache.flush();
    for (const scores of [Float64Array.of(Number.NaN), Float64Array.of(1, 2)]) {
      const faulty = cached({ score: async () => ({ scores, truncated: null }) });
      expect([...(await score(faulty, 'q', 'b')).scores]).toEqual([...scores]);
      expect((await score(faulty, 'q', 'a', 'b')).scores[1]).toBeNaN();
      cache.flush();
    }
    expect((await score(cached(), 'q', 'b')).isCached).toBeUndefined();
  });
  it('does not know what was cut where one of the texts is not known', async () => {
    const untold = cached({ score: async () => ({ scores: Float64Array.of(1), truncated: null }) });
    await score(untold, 'q', 'a');
    cache.flush();
    expect((await score(cached(), 'q', 'a', 'longer')).truncated).toBeNull();
    cache.flush();
    expect((await score(cached(), 'q', 'longer')).truncated).toEqual(Uint8Array.of(1));
  });
  it.each([
    ['a flipped byte of a score', "UPDATE entries SET value = x'0000000000000000' WHERE number = 1"],
    ['a flipped flag', 'UPDATE entries SET truncated = 1 - truncated'],
    ['another table', 'DROP TABLE entries; CREATE TABLE entries (a)'],
  ])('makes scores anew after %s, and says so once', async (_, sql) => {
    const before = bits(await score(cached(), 'q', 'a', 'b'));
    cache.close();
    const raw = new Database(file);
    raw.exec(sql);
    raw.close();
    cache = open();
    expect(bits(await score(cached(), 'q', 'a', 'b'))).toEqual(before);
    cache.flush();
    expect((await score(cached(), 'q', 'a', 'b')).isCached).toBe(true);
    expect(asked).toHaveLength(2);
    expect(notices).toEqual([expect.stringContaining('cache of rerank scores')]);
  });
});
