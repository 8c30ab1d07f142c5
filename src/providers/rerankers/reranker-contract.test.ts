import { describe, expect, it } from 'vitest';
import { throwIfAborted } from '../../contracts/errors.ts';
import type { Reranker, RerankScores } from '../../contracts/ports.ts';
import type { RerankerIdentity } from '../../contracts/reranker.ts';
import { eachText } from '../each-text.ts';
import { type RerankerContractOptions, rerankerChecks, rerankerContract } from './reranker.contract.ts';

const MAX_WORDS = 8;
const longest = Array.from({ length: 20 }, (_, i) => `lease${i}`).join(' ');
const OPTIONS: RerankerContractOptions = {
  isByText: true,
  abortedPassages: 5_000,
  truncation: { whole: 'the lease', tooLong: longest, cutForm: longest.split(' ').slice(0, MAX_WORDS).join(' ') },
  randomCalls: 30,
};

interface Deviation {
  readonly identity?: Partial<RerankerIdentity>;
  readonly scoreOf?: (query: string, text: string) => number;
  /** What is given instead; asked for each call. */
  readonly given?: (result: RerankScores) => RerankScores;
  readonly isDeaf?: boolean;
}

/** Counts how many letters of the topic the first words of a passage hold, and how long they are. */
function letterScore(query: string, text: string): number {
  const read = text.split(' ').slice(0, MAX_WORDS).join(' ');
  return [...query].filter((letter) => read.includes(letter)).length / query.length - read.length * 1e-9;
}

async function letterReranker(deviation: Deviation = {}): Promise<Reranker> {
  const { scoreOf = letterScore } = deviation;
  return {
    identity: {
      ...{ provider: 'letters', model: 'letters', algorithm: 'letters/1', weightsSha256: '', settings: {} },
      determinism: 'bitwise',
      ...deviation.identity,
    },
    isStructural: true,
    score: async ({ query }, passages, signal) => {
      if (deviation.isDeaf !== true) throwIfAborted(signal);
      const texts = passages.map(({ text }) => text);
      const scores = new Float64Array(texts.length);
      await eachText(texts, deviation.isDeaf === true ? undefined : signal, (text, i) => {
        scores[i] = scoreOf(query, text);
      });
      const truncated = Uint8Array.from(texts, (text) => Number(text.split(' ').length > MAX_WORDS));
      return deviation.given?.({ scores, truncated }) ?? { scores, truncated };
    },
  };
}

rerankerContract('a reranker that reads', letterReranker, OPTIONS);

const noise = ({ scores, truncated }: RerankScores): RerankScores => ({
  scores: scores.map((value) => value + (Math.random() - 0.5) * 1e-10),
  truncated,
});
rerankerContract(
  'a reranker that rounds in another way each time, and says so,',
  () => letterReranker({ given: noise, identity: { determinism: 'none' } }),
  { ...OPTIONS, tolerance: 1e-9 },
);

async function broken(deviation: Deviation): Promise<string[]> {
  const found: string[] = [];
  for (const [what, check] of Object.entries(rerankerChecks(() => letterReranker(deviation), OPTIONS))) {
    await check().catch(() => found.push(what));
  }
  return found;
}

const withScores = (change: (scores: Float64Array) => Float64Array): Deviation => ({
  given: ({ scores, truncated }) => ({ scores: change(scores), truncated }),
});
const withFlags = (change: (flags: Uint8Array) => Uint8Array | null): Deviation => ({
  given: ({ scores, truncated }) => ({ scores, truncated: truncated === null ? null : change(truncated) }),
});
const shared = new Float64Array(10_000);

describe('the reranker contract', () => {
  it.each<[string, Deviation, string]>([
    ['goes on after an abort', { isDeaf: true }, 'stops when the user does'],
    ['does not read the passage', { scoreOf: (query) => query.length }, 'reads topic and passage'],
    ['does not read the topic', { scoreOf: (_, text) => text.length }, 'reads topic and passage'],
    [
      'does not read the topic of a long one',
      { scoreOf: (q, t) => letterScore(t.length > 60 ? 'x' : q, t) },
      'shortens',
    ],
    ['reads all, and says that it did not', { scoreOf: (q, text) => letterScore(q, text) + text.length }, 'shortens'],
    ['flags nothing', withFlags((flags) => flags.fill(0)), 'shortens'],
    ['cannot tell where it is to be told', withFlags(() => null), 'shortens'],
    ['loses a flag', withFlags((flags) => flags.slice(1)), 'says of each passage'],
    ['flags with other numbers', withFlags((flags) => flags.fill(2)), 'says of each passage'],
    ['loses a passage', withScores((scores) => scores.slice(1)), 'gives one finite score'],
    ['gives NaN', withScores((scores) => scores.fill(Number.NaN)), 'gives one finite score'],
    ['turns the passages around', withScores((scores) => scores.toReversed()), 'scores a passage alike'],
    ['depends on the others', withScores((scores) => scores.map((s) => s + scores.length)), 'scores a passage alike'],
    ['rounds in another way each time', { given: noise }, 'gives the same again'],
    ['gives one buffer to all', withScores((scores) => ontoShared(scores)), 'gives the same again'],
  ])('is not kept by one that %s', async (_, deviation, what) => {
    expect(await broken(deviation)).toContainEqual(expect.stringContaining(what));
  });
});

function ontoShared(scores: Float64Array): Float64Array {
  shared.set(scores);
  return shared.subarray(0, scores.length);
}
