import { describe, expect, it } from 'vitest';
import type { EmbedderIdentity } from '../contracts/embedder.ts';
import type { Embedded, Embedder, EmbedRole } from '../contracts/ports.ts';
import { type EmbedderContractOptions, embedderChecks, embedderContract } from './embedder.contract.ts';
import { hashEmbedder } from './hash-embedder.ts';

const MAX_WORDS = 8;
const QUERY_PREFIX = 'query: ';
const prefixOf = (role: EmbedRole) => (role === 'query' ? QUERY_PREFIX : '');
const firstWords = (text: string, count: number) => text.split(' ').slice(0, count).join(' ');
const cutForm = (text: string, role: EmbedRole) => firstWords(text, MAX_WORDS - (role === 'query' ? 1 : 0));

interface Deviation {
  readonly identity?: Partial<EmbedderIdentity>;
  readonly textOf?: (text: string, role: EmbedRole) => string;
  readonly isCut?: (text: string) => boolean;
  /** What is given instead; asked for each call. */
  readonly embedded?: (result: Embedded, texts: readonly string[]) => Embedded;
  readonly isDeaf?: boolean;
}

/** An embedder with a prefix for queries and a longest input in words, keeping the contract but for one deviation. */
async function wordEmbedder(deviation: Deviation = {}): Promise<Embedder> {
  const inner = hashEmbedder();
  const { textOf = (text, role) => firstWords(prefixOf(role) + text, MAX_WORDS) } = deviation;
  const { isCut = (text) => text.split(' ').length > MAX_WORDS } = deviation;
  const limits = { queryPrefix: QUERY_PREFIX, maxTokens: MAX_WORDS };
  return {
    ...inner,
    identity: { ...inner.identity, ...limits, ...deviation.identity },
    embed: async (texts, role, signal) => {
      const read = texts.map((text) => (text.trim() === '' ? '' : textOf(text, role)));
      const { vectors } = await inner.embed(read, role, deviation.isDeaf === true ? undefined : signal);
      const truncated = Uint8Array.from(texts, (text) => Number(text.trim() !== '' && isCut(prefixOf(role) + text)));
      return deviation.embedded?.({ vectors, truncated }, texts) ?? { vectors, truncated };
    },
  };
}

const FASTER: EmbedderContractOptions = { abortedTexts: 5_000, batchedTexts: 70, randomCalls: 20 };
const FEW: EmbedderContractOptions = { ...FASTER, cutForm };

embedderContract('an embedder with prefixes and a longest input', wordEmbedder, FEW);
embedderContract(
  'an embedder that cannot tell what it cut',
  () => wordEmbedder({ embedded: ({ vectors }) => ({ vectors, truncated: null }) }),
  FASTER,
);

const noise = ({ vectors, truncated }: Embedded): Embedded => {
  const shake = () => (Math.random() - 0.5) * 1e-7;
  return { vectors: vectors.map((value) => (value === 0 ? 0 : value + shake())), truncated };
};
embedderContract(
  'an embedder that rounds in another way each time, and says so,',
  () => wordEmbedder({ embedded: noise, identity: { determinism: 'none' } }),
  { ...FEW, tolerance: 1e-6 },
);

async function broken(deviation: Deviation, options = FEW): Promise<string[]> {
  const found: string[] = [];
  for (const [what, check] of Object.entries(embedderChecks(() => wordEmbedder(deviation), options))) {
    await check().catch(() => found.push(what));
  }
  return found;
}

const withVectors = (change: (vectors: Float32Array, texts: readonly string[]) => Float32Array): Deviation => ({
  embedded: ({ vectors, truncated }, texts) => ({ vectors: change(vectors, texts), truncated }),
});
const withFlags = (change: (flags: Uint8Array) => Uint8Array | null): Deviation => ({
  embedded: ({ vectors, truncated }) => ({ vectors, truncated: truncated === null ? null : change(truncated) }),
});
const shared = new Float32Array(100_000);

describe('the embedder contract', () => {
  it.each<[string, Deviation, string]>([
    ['goes on after an abort', { isDeaf: true }, 'stops when the user does'],
    ['forgets a prefix', { textOf: (text) => firstWords(text, MAX_WORDS) }, 'puts the prefix'],
    ['prefixes a text twice', { textOf: (t, role) => prefixOf(role) + firstWords(prefixOf(role) + t, 7) }, 'puts the'],
    ['has roles that its identity does not tell of', { identity: { queryPrefix: '' } }, 'puts the prefix'],
    ['flags nothing', { isCut: () => false }, 'says of each text'],
    ['flags everything', { isCut: () => true }, 'says of each text'],
    ['has no limit, and cuts', { identity: { maxTokens: null } }, 'says of each text'],
    ['flags with other numbers', withFlags((flags) => flags.map((flag) => flag * 255)), 'says of each text'],
    ['loses a flag', withFlags((flags) => flags.slice(1)), 'says of each text'],
    [
      'cuts at the other end',
      { textOf: (t, role) => (prefixOf(role) + t).split(' ').slice(-8).join(' ') },
      'gives a text',
    ],
    ['cuts nothing, and says that it did', { textOf: (text, role) => prefixOf(role) + text }, 'gives a text'],
    ['loses a text', withVectors((vectors) => vectors.slice(32)), 'gives one finite vector'],
    ['gives NaN', withVectors((vectors) => vectors.with(5, Number.NaN)), 'gives one finite vector'],
    ['gives vectors of another length', withVectors((v) => v.map((value) => value * 1.001)), 'gives one finite vector'],
    ['gives zero for all', withVectors((vectors) => vectors.map(() => 0)), 'gives one finite vector'],
    [
      'gives blanks a vector',
      withVectors((v) => v.map((x) => (x === 0 ? 1 / Math.sqrt(32) : x))),
      'gives a zero vector',
    ],
    ['turns the texts around', withVectors((v, texts) => (texts.length < 6 ? v : turned(v))), 'keeps the order'],
    ['says the same of all texts', { textOf: () => 'x' }, 'keeps the order'],
    ['rounds in another way each time', { embedded: noise }, 'gives the same again'],
    ['gives one buffer to all', withVectors((v) => ontoShared(v)), 'gives the same again'],
    [
      'depends on the batch',
      withVectors((v, { length }) => v.map((x) => x * (1 + 1e-7 * length))),
      'gives the same in',
    ],
    ['depends on the neighbours', withVectors((v) => v.map((x) => x * (1 + 1e-7 * v.length))), 'gives any text'],
  ])('is not kept by one that %s', async (_, deviation, what) => {
    expect(await broken(deviation)).toContainEqual(expect.stringContaining(what));
  });
  it('allows no tolerance to one that claims to be bitwise, and between equal calls none on one machine', async () => {
    const options = { ...FEW, tolerance: 1e-6 };
    expect(await broken({ embedded: noise }, options)).not.toEqual([]);
    const onMachine = await broken({ embedded: noise, identity: { determinism: 'machine' } }, options);
    expect(onMachine).toContainEqual(expect.stringContaining('gives the same again'));
    expect(onMachine).not.toContainEqual(expect.stringContaining('gives the same in batches'));
  });
});

function turned(vectors: Float32Array): Float32Array {
  const rows = Array.from({ length: vectors.length / 32 }, (_, i) => [...vectors.subarray(32 * i, 32 * (i + 1))]);
  return Float32Array.from(rows.toReversed().flat());
}

function ontoShared(vectors: Float32Array): Float32Array {
  shared.set(vectors);
  return shared.subarray(0, vectors.length);
}
