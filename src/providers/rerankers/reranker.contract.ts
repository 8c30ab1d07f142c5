import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Reranker, RerankPassage } from '../../contracts/ports.ts';
import { RerankerIdentitySchema } from '../../contracts/reranker.ts';

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

export interface ContractOptions {
  /** Its score of a passage follows from the other passages too. */
  readonly isRelative?: boolean;
}

/** What every reranker does. `open` gives a new one each time. */
export function rerankerContract(name: string, open: () => Promise<Reranker>, options: ContractOptions = {}): void {
  describe(`${name} keeps the reranker contract`, () => {
    it('stops when the user does, and works again afterwards', async () => {
      const reranker = await open();
      await expect(reranker.score(TOPIC, PASSAGES, AbortSignal.abort())).rejects.toMatchObject({
        code: 'GRK_INTERRUPTED',
      });
      const { scores } = await reranker.score(TOPIC, PASSAGES, new AbortController().signal);
      expect(scores).toHaveLength(PASSAGES.length);
    });

    it('has a complete identity, equal each time it is opened', async () => {
      const { identity } = await open();
      expect(RerankerIdentitySchema.parse(identity)).toEqual(identity);
      expect((await open()).identity).toEqual(identity);
    });

    it('gives one finite score per passage, for blank and broken texts too', async () => {
      const { scores } = await (await open()).score(TOPIC, PASSAGES);
      expect(scores).toHaveLength(PASSAGES.length);
      expect(scores.every(Number.isFinite)).toBe(true);
    });

    it('gives nothing for no passages, and one finite score for one', async () => {
      const reranker = await open();
      expect((await reranker.score(TOPIC, [])).scores).toHaveLength(0);
      for (const passage of PASSAGES) {
        const [score, ...more] = (await reranker.score(TOPIC, [passage])).scores;
        expect([Number.isFinite(score), more]).toEqual([true, []]);
      }
    });

    it('gives the same bits again, from a new instance too, and in the order of the passages', async () => {
      const [one, other] = [await open(), await open()];
      const whole = [...(await one.score(TOPIC, PASSAGES)).scores];
      await fc.assert(
        fc.asyncProperty(fc.shuffledSubarray([...PASSAGES.keys()]), async (order) => {
          const passages = order.flatMap((i) => PASSAGES[i] ?? []);
          const scores = [...(await one.score(TOPIC, passages)).scores];
          expect([...(await other.score(TOPIC, passages)).scores]).toEqual(scores);
          if (options.isRelative !== true) expect(scores).toEqual(order.map((i) => whole[i]));
        }),
      );
    });
  });
}
