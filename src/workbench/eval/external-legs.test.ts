import { describe, expect, it } from 'vitest';
import { GrkError } from '../../contracts/errors.ts';
import type { ExternalHit } from '../../contracts/external.ts';
import { type Stage, StageSchema } from '../../contracts/pipeline.ts';
import type { ExternalSearch } from '../../contracts/ports.ts';
import type { VariantRun } from '../../evals/run/execute.ts';
import type { OpenCollection } from '../collections/open-collection.ts';
import { externalLegs } from './external-legs.ts';
import type { EvalScope } from './variant.ts';

/** Ten passages of one document, ten characters each. */
const PASSAGES = Array.from({ length: 10 }, (_, i) => ({
  ...{ id: `p${i}`, doc: 'a.md', startUtf16: 10 * i, endUtf16: 10 * i + 10 },
  ...{ startLine: 1, endLine: 1, contentSha256: '' },
}));
const COLLECTION = { passages: PASSAGES, documents: [{ id: 'a.md' }] } as unknown as OpenCollection;
const TOPIC = { topicId: 't', query: 'q' };
const stage = (name: string, source: object = { module: name }) =>
  StageSchema.parse({ kind: 'external', name, source });
const FUSION = StageSchema.parse({ kind: 'fusion', legs: ['a', 'b'] });

function searchOf(answer: (k: number) => readonly ExternalHit[], over: object = {}): ExternalSearch {
  const identity = { settings: {}, determinism: 'none' } as const;
  return { identity, order: 'score', concurrency: 1, search: async (_, k) => answer(k), ...over };
}
function legsOf(searches: Record<string, ExternalSearch>, stages: readonly Stage[]) {
  const scope = {
    session: { signal: undefined },
    golden: { unit: 'passage', topics: [TOPIC] },
    selection: { topics: [TOPIC] },
    external: { of: (source: { module?: string; run?: string }) => searches[source.module ?? source.run ?? ''] },
  } as unknown as EvalScope;
  return externalLegs(scope, 'v', stages, COLLECTION);
}
async function rank(answer: (k: number) => readonly ExternalHit[], limit: number, mask?: Uint8Array) {
  const asked: number[] = [];
  const search = searchOf((k) => {
    asked.push(k);
    return answer(k);
  });
  const list = await legsOf({ a: search }, [stage('a')]).legs.get('a')?.(TOPIC, limit, mask);
  return { asked, passages: [...(list?.passages ?? [])] };
}

describe('a leg from outside', () => {
  const pieces = (count: number, size: number): ExternalHit[] =>
    Array.from({ length: count }, (_, i) => ({ doc: 'a.md', start: i * size, end: (i + 1) * size, score: -i }));

  it('asks once where the answer is enough, and cuts what is too much', async () => {
    expect(await rank(() => pieces(10, 10), 3)).toEqual({ asked: [3], passages: [0, 1, 2] });
  });
  it('asks for more where several hits lie in one passage, until there is enough', async () => {
    expect(await rank((k) => pieces(k, 2), 3)).toEqual({ asked: [3, 6, 12], passages: [0, 1, 2] });
  });
  it('stops asking where there is no more to come, or nothing new comes', async () => {
    expect(await rank(() => pieces(4, 5), 3)).toEqual({ asked: [3, 6], passages: [0, 1] });
    const within = (k: number): ExternalHit[] =>
      Array.from({ length: k }, (_, i) => ({ doc: 'a.md', start: 0, end: i + 1 }));
    expect((await rank((k) => within(Math.min(k, 10)), 3)).passages).toEqual([0]);
    expect((await rank((k) => within(Math.min(k, 10)), 3)).asked).toEqual([3, 6]);
  });
  it('asks for as many more as a mask leaves out', async () => {
    const mask = Uint8Array.of(0, 0, 1, 1, 1, 1, 1, 1, 1, 1);
    expect(await rank((k) => pieces(k, 10), 3, mask)).toEqual({ asked: [5], passages: [2, 3, 4] });
  });
  it('finds nothing where the search finds nothing', async () => {
    expect(await rank(() => [], 3)).toEqual({ asked: [3], passages: [] });
  });
});

describe('the external stages of a variant', () => {
  const stored = { topicIds: ['t'], concurrency: Number.POSITIVE_INFINITY };
  it('run as many topics at a time as all of them take', () => {
    const at = (...limits: number[]) => {
      const names = limits.map((_, i) => `s${i}`);
      const searches = names.map((name, i) => [name, searchOf(() => [], { concurrency: limits[i] })]);
      const { concurrency, warnings } = legsOf(
        Object.fromEntries(searches),
        names.map((name) => stage(name)),
      );
      return [concurrency, warnings.map(({ code }) => code)];
    };
    expect([at(), at(1), at(Infinity), at(8), at(8, 3, Infinity), at(8, 1)]).toEqual([
      [1, []],
      [1, []],
      [1, []],
      [8, ['latency-under-load']],
      [3, ['latency-under-load']],
      [1, []],
    ]);
  });

  const TIMED = { n: 9, warmUpTopics: 5, coldMs: 1, p50Ms: 1, p95Ms: 1, meanMs: 1, topicsMs: [1] };
  const run = (...names: string[]): VariantRun => ({
    outcomes: new Map(),
    timing: new Map(names.map((name) => [name, TIMED])),
    traces: [],
  });
  it('claim no latency for what rests on a stored run, and keep that of the others', async () => {
    const stages = [stage('a', { run: 'a' }), stage('b'), FUSION];
    const legs = legsOf({ a: searchOf(() => [], stored), b: searchOf(() => []) }, stages);
    const { timing } = await legs.finish(Promise.resolve(run('a', 'b', 'fusion')));
    expect([...timing].map(([name, { n, p50Ms }]) => [name, n, p50Ms])).toEqual([
      ['a', 0, null],
      ['b', 9, 1],
      ['fusion', 0, null],
    ]);
    expect([legs.outsidePlaces === undefined, legsOf({ b: searchOf(() => []) }, [stage('b')]).outsidePlaces]).toEqual([
      false,
      undefined,
    ]);
  });
  it('are loud where not one id is known, whatever else went wrong, but let an interruption through', async () => {
    const legs = legsOf({ a: searchOf(() => [{ id: 'x' }]) }, [stage('a')]);
    await expect(legs.legs.get('a')?.(TOPIC, 3, undefined)).rejects.toMatchObject({
      code: 'GRK_EXTERNAL_FAILED',
      message: '1 of 1 hits are nowhere in this index; first: there is no passage "x"',
    });
    const loud = 'v/a: not one of its hits is in this index; first: there is no passage "x"';
    await expect(legs.finish(Promise.resolve(run('a')))).rejects.toThrow(loud);
    await expect(legs.finish(Promise.reject(new Error('all failed')))).rejects.toThrow(loud);
    const stopped = new GrkError('GRK_INTERRUPTED', 'stopped');
    await expect(legs.finish(Promise.reject(stopped))).rejects.toBe(stopped);
  });
  it('are not called strangers for one known id, or for finding nothing', async () => {
    const known = legsOf({ a: searchOf(() => [{ id: 'x' }, { id: 'p1' }]) }, [stage('a')]);
    await expect(known.legs.get('a')?.(TOPIC, 3, undefined)).rejects.toThrow('1 of 2 hits');
    await expect(known.finish(Promise.resolve(run('a')))).resolves.toBeDefined();
    await expect(
      legsOf({ a: searchOf(() => []) }, [stage('a')]).finish(Promise.resolve(run('a'))),
    ).resolves.toBeDefined();
  });
});
