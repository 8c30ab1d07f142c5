import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EmbedderIdentitySchema } from '../contracts/embedder.ts';
import type { Embedder, EmbedRole } from '../contracts/ports.ts';
import { expectFlags, expectSame, tolerancesOf } from './sameness.contract.ts';

const SENTENCE = 'The lease expires after thirty days.';
const TEXTS = [
  SENTENCE,
  'E_LEASE_EXPIRED (0x1F)',
  'Ünïcödé naïve café — 日本語 テスト',
  SENTENCE,
  'a'.repeat(5000),
  'emoji 👩‍👩‍👧‍👦 and half a pair \ud83d',
];
const ROLES: readonly EmbedRole[] = ['query', 'passage'];
const BATCH_SIZES = [1, 2, 7, 64];
const BATCHED_TEXTS = 150;
const UNLIMITED_WORDS = 100;
const ABORTED_TEXT = 'some words to embed';

/** The defaults suit an embedder of thousands of texts per second. */
export interface EmbedderContractOptions {
  /** Texts of the call that is aborted while it runs: so many that it takes longer than a turn of the event loop. */
  readonly abortedTexts?: number;
  /** Texts whose vectors are compared in batches of several sizes. */
  readonly batchedTexts?: number;
  readonly randomCalls?: number;
  /** Texts of the random calls; default: any. An embedder that knows a fixed set of texts must know `contractTexts`. */
  readonly randomTexts?: readonly string[];
  /** Largest difference of a number, where `identity.determinism` allows one at all. */
  readonly tolerance?: number;
  /** Of each test; default: that of the test runner. */
  readonly timeoutMs?: number;
  /** It cuts nothing: a text that is too long is refused, by GRK_SERVICE_FAILED. */
  readonly isRefusingLong?: boolean;
  /** What the embedder cuts a text to that is too long, where that can be said. */
  readonly cutForm?: (text: string, role: EmbedRole) => string | Promise<string>;
}

/** What every embedder does. `open` gives a new one each time. */
export function embedderContract(
  name: string,
  open: () => Promise<Embedder>,
  options: EmbedderContractOptions = {},
): void {
  describe(`${name} keeps the embedder contract`, () => {
    for (const [what, check] of Object.entries(embedderChecks(open, options))) it(what, check, options.timeoutMs);
  });
}

/** The contract as checks by name, each of which rejects where it is broken. */
export function embedderChecks(
  open: () => Promise<Embedder>,
  {
    abortedTexts = 20_000,
    batchedTexts = BATCHED_TEXTS,
    randomCalls = 100,
    randomTexts,
    tolerance = 0,
    isRefusingLong = false,
    cutForm,
  }: EmbedderContractOptions,
): Readonly<Record<string, () => Promise<void>>> {
  let opened: Promise<Embedder> | undefined;
  const subject = (): Promise<Embedder> => {
    opened ??= open();
    return opened;
  };
  const toleranceOf = ({ identity }: Embedder) => tolerancesOf(identity.determinism, tolerance);

  return {
    'stops when the user does, before and between texts, and works again afterwards': async () => {
      const embedder = await subject();
      const stopped = expect.objectContaining({ code: 'GRK_INTERRUPTED' });
      await expect(embedder.embed(TEXTS, 'passage', AbortSignal.abort())).rejects.toEqual(stopped);
      const controller = new AbortController();
      const texts = Array.from({ length: abortedTexts }, () => ABORTED_TEXT);
      const long = embedder.embed(texts, 'passage', controller.signal);
      setTimeout(() => controller.abort(), 0);
      await expect(long).rejects.toEqual(stopped);
      const { vectors } = await embedder.embed(['x'], 'query', new AbortController().signal);
      expect(vectors).toHaveLength(embedder.identity.dimensions);
    },

    'has a complete identity, equal each time it is opened': async () => {
      const { identity } = await subject();
      expect(EmbedderIdentitySchema.parse(identity)).toEqual(identity);
      expect((await open()).identity).toEqual(identity);
    },

    'gives one finite vector per text; where they are normalised, of length 1 or zero': async () => {
      const embedder = await subject();
      const { dimensions, normalised } = embedder.identity;
      for (const role of ROLES) {
        const { vectors } = await embedder.embed(TEXTS, role);
        expect(vectors).toHaveLength(TEXTS.length * dimensions);
        expect(vectors.every(Number.isFinite)).toBe(true);
        const lengths = rowsOf(vectors, dimensions).map((row) => Math.hypot(...row));
        if (normalised) for (const length of lengths) expect(length === 0 ? 1 : length).toBeCloseTo(1, 6);
        expect(lengths[0]).toBeGreaterThan(0);
      }
    },

    'gives nothing for no texts': async () => {
      const { vectors, truncated } = await (await subject()).embed([], 'query');
      expect([vectors.length, truncated?.length ?? 0]).toEqual([0, 0]);
    },

    'gives a zero vector for empty and blank texts, and cuts nothing of them': async () => {
      const blank = ['', ' ', '\n\t\u00a0\u3000'];
      for (const role of ROLES) {
        const { vectors, truncated } = await (await subject()).embed(blank, role);
        expect(vectors.every((value) => value === 0)).toBe(true);
        expect(truncated ?? new Uint8Array(blank.length)).toEqual(new Uint8Array(blank.length));
      }
    },

    'keeps the order of the texts: equal texts have equal vectors, others differ': async () => {
      const embedder = await subject();
      const { dimensions } = embedder.identity;
      const { elsewhere } = toleranceOf(embedder);
      const rows = rowsOf((await embedder.embed(TEXTS, 'passage')).vectors, dimensions);
      expectSame(rowAt(rows, 3), rowAt(rows, 0), elsewhere);
      expect(() => expectSame(rowAt(rows, 1), rowAt(rows, 0), elsewhere)).toThrow();
      const turned = rowsOf((await embedder.embed(TEXTS.toReversed(), 'passage')).vectors, dimensions);
      for (const i of TEXTS.keys()) expectSame(rowAt(turned, TEXTS.length - 1 - i), rowAt(rows, i), elsewhere);
    },

    'gives the same again, from a new instance too, and never touches what it gave before': async () => {
      const [embedder, other] = [await subject(), await open()];
      const { again } = toleranceOf(embedder);
      const { vectors } = await embedder.embed(TEXTS, 'passage');
      const kept = vectors.slice();
      await embedder.embed(TEXTS.toReversed(), 'query');
      expectSame(vectors, kept, 0);
      expectSame((await embedder.embed(TEXTS, 'passage')).vectors, kept, again);
      expectSame((await other.embed(TEXTS, 'passage')).vectors, kept, again);
    },

    'keeps calls apart that run at the same time': async () => {
      const embedder = await subject();
      const { again } = toleranceOf(embedder);
      const calls = [TEXTS, TEXTS.toReversed(), [SENTENCE]];
      const together = await Promise.all(calls.map((texts) => embedder.embed(texts, 'query')));
      for (const [i, texts] of calls.entries()) {
        const alone = await embedder.embed(texts, 'query');
        expectSame(together[i]?.vectors ?? new Float32Array(0), alone.vectors, again);
        expect(together[i]?.truncated).toEqual(alone.truncated);
      }
    },

    'gives any text what it gives it alone': async () => {
      const [embedder, other] = [await subject(), await open()];
      const { elsewhere } = toleranceOf(embedder);
      const text =
        randomTexts === undefined ? fc.string({ unit: 'binary', maxLength: 30 }) : fc.constantFrom(...randomTexts);
      const someTexts = fc.array(text, { minLength: 1, maxLength: 5 });
      await fc.assert(
        fc.asyncProperty(someTexts, fc.constantFrom(...ROLES), async (texts, role) => {
          const { vectors, truncated } = await embedder.embed(texts, role);
          for (const [i, row] of rowsOf(vectors, embedder.identity.dimensions).entries()) {
            const alone = await other.embed([texts[i] ?? ''], role);
            expectSame(row, alone.vectors, elsewhere);
            expect(truncated?.[i]).toBe(alone.truncated?.[0]);
          }
        }),
        { numRuns: randomCalls },
      );
    },

    'gives the same in batches of every size': async () => {
      const embedder = await subject();
      const { elsewhere } = toleranceOf(embedder);
      const texts = numberedTexts(batchedTexts);
      const whole = await embedder.embed(texts, 'passage');
      for (const size of BATCH_SIZES.filter((each) => each < texts.length)) {
        const vectors = new Float32Array(whole.vectors.length);
        for (let start = 0; start < texts.length; start += size) {
          const part = await embedder.embed(texts.slice(start, start + size), 'passage');
          vectors.set(part.vectors, start * embedder.identity.dimensions);
        }
        expectSame(vectors, whole.vectors, elsewhere);
      }
    },

    'puts the prefix of the role before a text: equal prefixes give equal vectors, others other ones': async () => {
      const embedder = await subject();
      const { elsewhere } = toleranceOf(embedder);
      const { queryPrefix, passagePrefix } = embedder.identity;
      const vectorOf = async (text: string, role: EmbedRole) => (await embedder.embed([text], role)).vectors;
      const query = await vectorOf(SENTENCE, 'query');
      const passage = await vectorOf(SENTENCE, 'passage');
      if (queryPrefix !== passagePrefix) expect(() => expectSame(query, passage, elsewhere)).toThrow();
      if (passagePrefix === '') expectSame(query, await vectorOf(queryPrefix + SENTENCE, 'passage'), elsewhere);
      else if (queryPrefix === '') expectSame(passage, await vectorOf(passagePrefix + SENTENCE, 'query'), elsewhere);
      else if (queryPrefix === passagePrefix) expectSame(query, passage, elsewhere);
    },

    'says of each text whether it was cut, or of none': async () => {
      const embedder = await subject();
      for (const role of ROLES) {
        const long = tooLong(embedder);
        if (isRefusingLong) {
          const refused = expect.objectContaining({ code: 'GRK_SERVICE_FAILED' });
          await expect(embedder.embed([...TEXTS, long], role)).rejects.toEqual(refused);
        }
        const { truncated } = await embedder.embed([...TEXTS, isRefusingLong ? 'in full' : long, 'short'], role);
        expectFlags(truncated, TEXTS.length + 2);
        if (truncated === null) continue;
        const isLimited = embedder.identity.maxTokens !== null && !isRefusingLong;
        expect([...truncated.slice(-2)]).toEqual([isLimited ? 1 : 0, 0]);
        if (!isLimited) expect(truncated.includes(1)).toBe(false);
      }
    },

    'gives a text that is too long the vector of what it cuts it to': async () => {
      const embedder = await subject();
      if (cutForm === undefined || embedder.identity.maxTokens === null) return;
      for (const role of ROLES) {
        const long = tooLong(embedder);
        const whole = await embedder.embed([long], role);
        const cut = await embedder.embed([await cutForm(long, role)], role);
        expectSame(whole.vectors, cut.vectors, toleranceOf(embedder).elsewhere);
        expect([whole.truncated, cut.truncated]).toEqual([Uint8Array.of(1), Uint8Array.of(0)]);
      }
    },
  };
}

/** Every text that an embedder without prefixes and limits is given, but the blank and the random ones. */
export function contractTexts(): string[] {
  return [
    ...new Set([...TEXTS, ABORTED_TEXT, 'x', 'short', tooMany(UNLIMITED_WORDS + 10), ...numberedTexts(BATCHED_TEXTS)]),
  ];
}

function numberedTexts(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${'lease '.repeat(i % 17)}number ${i}`);
}

/** More words than the model reads tokens, no two neighbours equal. */
function tooLong({ identity }: Embedder): string {
  return tooMany((identity.maxTokens ?? UNLIMITED_WORDS) + 10);
}

function tooMany(words: number): string {
  return Array.from({ length: words }, (_, i) => ['lease', 'expires'][i % 2]).join(' ');
}

function rowsOf(vectors: Float32Array, dimensions: number): Float32Array[] {
  return Array.from({ length: vectors.length / dimensions }, (_, i) =>
    vectors.subarray(i * dimensions, (i + 1) * dimensions),
  );
}

function rowAt(rows: readonly Float32Array[], number: number): Float32Array {
  const row = rows[number];
  if (row === undefined) throw new RangeError(`there is no row ${number}`);
  return row;
}
