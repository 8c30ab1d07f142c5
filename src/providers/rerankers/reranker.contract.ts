import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Reranker, RerankPassage, RerankScores } from '../../contracts/ports.ts';
import { RerankerIdentitySchema } from '../../contracts/reranker.ts';
import { expectFlags, expectSame, tolerancesOf } from '../sameness.contract.ts';

/** Topics and passages that a reranker under test must be able to score. */
export const TOPIC = { topicId: 't1', query: 'when does the lease expire' };
const TEXTS = [
  'The lease expires after thirty days.',
  '',
  ' \n\t\u00a0',
  '日本語 テスト',
  'a'.repeat(20_000),
  '\ud83d',
];
export const PASSAGES: readonly RerankPassage[] = TEXTS.map((text, i) => ({
  id: `p${i}`,
  doc: `d${i % 2}.md`,
  text,
  inputScore: 1 / (i + 1),
}));

export interface RerankerContractOptions {
  /** Its score of a passage follows from the place or the other passages too. */
  readonly isRelative?: boolean;
  /** Its scores follow topic and text. */
  readonly isByText?: boolean;
  /** Passages of the call that is aborted while it runs; default: a call is over before anybody could abort it. */
  readonly abortedPassages?: number;
  /** Passage texts, one that the model reads whole and one that it cannot, with what that is shortened to. */
  readonly truncation?: { readonly whole: string; readonly tooLong: string; readonly cutForm: string };
  readonly randomCalls?: number;
  /** Largest difference of a score, where `identity.determinism` allows one at all. */
  readonly tolerance?: number;
  /** Of each test; default: that of the test runner. */
  readonly timeoutMs?: number;
}

/** What every reranker does. `open` gives a new one each time. */
export function rerankerContract(
  name: string,
  open: () => Promise<Reranker>,
  options: RerankerContractOptions = {},
): void {
  describe(`${name} keeps the reranker contract`, () => {
    for (const [what, check] of Object.entries(rerankerChecks(open, options))) it(what, check, options.timeoutMs);
  });
}

/** The contract as checks by name, each of which rejects where it is broken. */
export function rerankerChecks(
  open: () => Promise<Reranker>,
  options: RerankerContractOptions,
): Readonly<Record<string, () => Promise<void>>> {
  let opened: Promise<Reranker> | undefined;
  const subject = (): Promise<Reranker> => {
    opened ??= open();
    return opened;
  };
  const toleranceOf = ({ identity }: Reranker) => tolerancesOf(identity.determinism, options.tolerance ?? 0);
  /** Of these texts, in the place of the first passage. */
  const scoresOf = async (texts: readonly string[], query = TOPIC.query): Promise<RerankScores> =>
    (await subject()).score(
      { ...TOPIC, query },
      texts.map((text) => ({ id: 'p0', doc: 'd0.md', text, inputScore: 1 })),
    );
  const interrupted = expect.objectContaining({ code: 'GRK_INTERRUPTED' });

  return {
    'stops when the user does, and works again afterwards': async () => {
      const reranker = await subject();
      await expect(reranker.score(TOPIC, PASSAGES, AbortSignal.abort())).rejects.toEqual(interrupted);
      if (options.abortedPassages !== undefined) {
        const controller = new AbortController();
        const many = Array.from({ length: options.abortedPassages }, () => PASSAGES[0] as RerankPassage);
        const long = reranker.score(TOPIC, many, controller.signal);
        setTimeout(() => controller.abort(), 0);
        await expect(long).rejects.toEqual(interrupted);
      }
      const { scores } = await reranker.score(TOPIC, PASSAGES, new AbortController().signal);
      expect(scores).toHaveLength(PASSAGES.length);
    },

    'has a complete identity, equal each time it is opened': async () => {
      const { identity } = await subject();
      expect(RerankerIdentitySchema.parse(identity)).toEqual(identity);
      expect((await open()).identity).toEqual(identity);
    },

    'gives one finite score per passage, for blank and broken texts too': async () => {
      const { scores } = await (await subject()).score(TOPIC, PASSAGES);
      expect(scores).toHaveLength(PASSAGES.length);
      expect(scores.every(Number.isFinite)).toBe(true);
    },

    'says of each passage whether it was shortened, or of none': async () => {
      const reranker = await subject();
      for (const passages of [PASSAGES, PASSAGES.slice(0, 1), []]) {
        expectFlags((await reranker.score(TOPIC, passages)).truncated, passages.length);
      }
    },

    'gives nothing for no passages, and one finite score for one': async () => {
      const reranker = await subject();
      expect((await reranker.score(TOPIC, [])).scores).toHaveLength(0);
      for (const passage of PASSAGES) {
        const [score, ...more] = (await reranker.score(TOPIC, [passage])).scores;
        expect([Number.isFinite(score), more]).toEqual([true, []]);
      }
    },

    'gives the same again, from a new instance too, and never touches what it gave before': async () => {
      const [reranker, other] = [await subject(), await open()];
      const { again } = toleranceOf(reranker);
      const { scores } = await reranker.score(TOPIC, PASSAGES);
      const kept = scores.slice();
      await reranker.score(TOPIC, PASSAGES.toReversed());
      expectSame(scores, kept, 0);
      expectSame((await reranker.score(TOPIC, PASSAGES)).scores, kept, again);
      expectSame((await other.score(TOPIC, PASSAGES)).scores, kept, again);
    },

    'keeps calls apart that run at the same time': async () => {
      const reranker = await subject();
      const { again } = toleranceOf(reranker);
      const calls = [PASSAGES, PASSAGES.toReversed(), PASSAGES.slice(0, 1)];
      const together = await Promise.all(calls.map((passages) => reranker.score(TOPIC, passages)));
      for (const [i, passages] of calls.entries()) {
        const { scores } = await reranker.score(TOPIC, passages);
        expectSame(together[i]?.scores ?? new Float64Array(0), scores, again);
      }
    },

    'scores a passage alike in any order and among any others': async () => {
      const [reranker, other] = [await subject(), await open()];
      const { again, elsewhere } = toleranceOf(reranker);
      const whole = await reranker.score(TOPIC, PASSAGES);
      await fc.assert(
        fc.asyncProperty(fc.shuffledSubarray([...PASSAGES.keys()]), async (order) => {
          const passages = order.flatMap((i) => PASSAGES[i] ?? []);
          const { scores, truncated } = await reranker.score(TOPIC, passages);
          expectSame((await other.score(TOPIC, passages)).scores, scores, again);
          if (options.isRelative === true) return;
          expectSame(
            scores,
            Float64Array.from(order, (i) => whole.scores[i] ?? Number.NaN),
            elsewhere,
          );
          const flags = whole.truncated;
          expect(truncated).toEqual(flags === null ? null : Uint8Array.from(order, (i) => flags[i] ?? 9));
        }),
        { numRuns: options.randomCalls ?? 100 },
      );
    },

    'reads topic and passage': async () => {
      if (options.isByText !== true) return;
      const { elsewhere } = toleranceOf(await subject());
      const [text = '', empty = ''] = TEXTS;
      const scores = (await scoresOf([text, text, empty])).scores;
      expectSame(scores.subarray(1, 2), scores.subarray(0, 1), elsewhere);
      expect(() => expectSame(scores.subarray(2), scores.subarray(0, 1), elsewhere)).toThrow();
      const { scores: ofAnother } = await scoresOf([text], 'how is bread baked');
      expect(() => expectSame(ofAnother, scores.subarray(0, 1), elsewhere)).toThrow();
    },

    'shortens the passage and never the topic, says so, and scores what is left': async () => {
      if (options.truncation === undefined) return;
      const { elsewhere } = toleranceOf(await subject());
      const { whole, tooLong, cutForm } = options.truncation;
      const { scores, truncated } = await scoresOf([whole, tooLong, cutForm]);
      expect(truncated).toEqual(Uint8Array.of(0, 1, 0));
      expectSame(scores.subarray(1, 2), scores.subarray(2), elsewhere);
      const { scores: ofAnother } = await scoresOf([tooLong], 'how is bread baked');
      expect(() => expectSame(ofAnother, scores.subarray(1, 2), elsewhere)).toThrow();
    },
  };
}
