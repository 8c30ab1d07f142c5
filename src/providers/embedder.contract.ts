import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { EmbedderIdentitySchema } from '../contracts/embedder.ts';
import type { Embedder } from '../contracts/ports.ts';

const TEXTS = [
  'The lease expires after thirty days.',
  'E_LEASE_EXPIRED (0x1F)',
  'Ünïcödé naïve café — 日本語 テスト',
  'The lease expires after thirty days.',
  'a'.repeat(5000),
  'emoji 👩‍👩‍👧‍👦 and half a pair \ud83d',
];

/** What every embedder does. `open` gives a new one each time. */
export function embedderContract(name: string, open: () => Promise<Embedder>): void {
  describe(`${name} keeps the embedder contract`, () => {
    let embedder: Embedder;
    beforeAll(async () => {
      embedder = await open();
    });
    const row = (vectors: Float32Array, number: number) => {
      const { dimensions } = embedder.identity;
      return [...vectors.subarray(number * dimensions, (number + 1) * dimensions)];
    };

    it('stops when the user does, before and between texts, and works again afterwards', async () => {
      await expect(embedder.embed(TEXTS, 'passage', AbortSignal.abort())).rejects.toMatchObject({
        code: 'GRK_INTERRUPTED',
      });
      const controller = new AbortController();
      const long = embedder.embed(
        Array.from({ length: 20_000 }, () => 'some words to embed'),
        'passage',
        controller.signal,
      );
      setTimeout(() => controller.abort(), 0);
      await expect(long).rejects.toMatchObject({ code: 'GRK_INTERRUPTED' });
      const { vectors } = await embedder.embed(['x'], 'query', new AbortController().signal);
      expect(vectors).toHaveLength(embedder.identity.dimensions);
    });

    it('has a complete identity, equal each time it is opened', async () => {
      expect(EmbedderIdentitySchema.parse(embedder.identity)).toEqual(embedder.identity);
      expect((await open()).identity).toEqual(embedder.identity);
    });

    it('gives one finite vector per text, of length 1 or zero', async () => {
      const { dimensions } = embedder.identity;
      const { vectors } = await embedder.embed(TEXTS, 'passage');
      expect(vectors).toHaveLength(TEXTS.length * dimensions);
      expect(vectors.every(Number.isFinite)).toBe(true);
      TEXTS.forEach((_, number) => {
        const length = Math.hypot(...row(vectors, number));
        if (length !== 0) expect(length).toBeCloseTo(1, 6);
      });
    });

    it('gives nothing for no texts', async () => {
      const { vectors, truncated } = await embedder.embed([], 'query');
      expect([vectors.length, truncated?.length ?? 0]).toEqual([0, 0]);
    });

    it('gives a zero vector for empty and blank texts', async () => {
      const { vectors } = await embedder.embed(['', ' ', '\n\t\u00a0\u3000'], 'passage');
      expect(vectors.every((value) => value === 0)).toBe(true);
    });

    it('keeps the order of the texts: equal texts have equal vectors, others differ', async () => {
      const { vectors } = await embedder.embed(TEXTS, 'passage');
      expect(row(vectors, 3)).toEqual(row(vectors, 0));
      expect(row(vectors, 1)).not.toEqual(row(vectors, 0));
      const { vectors: turned } = await embedder.embed(TEXTS.toReversed(), 'passage');
      TEXTS.forEach((_, number) => {
        expect(row(turned, TEXTS.length - 1 - number)).toEqual(row(vectors, number));
      });
    });

    it('gives the same bits again, from a new instance, alone or among other texts', async () => {
      const other = await open();
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.string({ unit: 'binary', maxLength: 30 }), { minLength: 1, maxLength: 5 }),
          fc.constantFrom('query' as const, 'passage' as const),
          async (texts, role) => {
            const { vectors: together } = await embedder.embed(texts, role);
            expect((await embedder.embed(texts, role)).vectors).toEqual(together);
            for (const [number, text] of texts.entries()) {
              expect([...(await other.embed([text], role)).vectors]).toEqual(row(together, number));
            }
          },
        ),
      );
    });
  });
}
