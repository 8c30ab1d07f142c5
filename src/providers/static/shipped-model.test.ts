import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { embedderContract } from '../embedder.contract.ts';
import { SHIPPED_MODEL_FOLDER } from '../registry.ts';
import { openStaticEmbedder, STATIC_ALGORITHM } from './static-embedder.ts';

const SHARED = process.env.GRK_SHARED ?? resolve(fileURLToPath(import.meta.url), '../../../../../shared');
const REFERENCE = join(SHARED, 'models');
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

embedderContract('openStaticEmbedder', () => openStaticEmbedder(SHIPPED_MODEL_FOLDER));

describe('the shipped model', () => {
  it('consists of the files that its SOURCE.md lists, byte for byte', async () => {
    const source = await readFile(join(SHIPPED_MODEL_FOLDER, 'SOURCE.md'), 'utf8');
    const listed = [...source.matchAll(/^\| (\S+) \| (\d+) \| ([0-9a-f]{64}) \|$/gm)].map((match) => match.slice(1));
    expect(listed).toHaveLength(5);
    for (const [name = '', size, hash] of listed) {
      const bytes = await readFile(join(SHIPPED_MODEL_FOLDER, name));
      expect([name, String(bytes.length), sha256(bytes)]).toEqual([name, size, hash]);
    }
    const names = [...listed.map(([name]) => name), 'SOURCE.md', 'NOTICE'].sort();
    expect((await readdir(SHIPPED_MODEL_FOLDER)).sort()).toEqual(names);
  });

  // From the Python package model2vec 0.10.0, scaled to length 1: the first four numbers of each vector.
  it.each([
    ['How do I renew a lease before it expires?', [0.0976512, 0.0014354, -0.149221, 0.1462743]],
    ['GRK_STORE_BUSY: retry --wait 30s, then exit(4)', [0.1613421, 0.0239569, -0.1424269, 0.0670242]],
    ['Crème brûlée à la façon de Zürich — 40 €', [0.0640853, -0.3026186, 0.1354562, 0.2223385]],
  ])('embeds "%s" as model2vec does', async (text, expected) => {
    const embedder = await openStaticEmbedder(SHIPPED_MODEL_FOLDER);
    const { vectors: vector } = await embedder.embed([text], 'query');
    expected.forEach((value, i) => {
      expect(vector[i]).toBeCloseTo(value, 5);
    });
  });

  it('keeps its bits under its algorithm id', async () => {
    const embedder = await openStaticEmbedder(SHIPPED_MODEL_FOLDER);
    const texts = ['How do I renew a lease?', 'E_LEASE_EXPIRED (0x1F)', 'naïve café — 日本語', 'the the the'];
    const { vectors } = await embedder.embed(texts, 'passage');
    expect({ [STATIC_ALGORITHM]: sha256(new Uint8Array(vectors.buffer)) }).toEqual({
      'static-mean/1': '92b6822c2b5b5a5971d0831ae1eb6c7b0f997e70daa3bfbe2b1771f988c5e855',
    });
  });
});

const isPresent = existsSync(join(REFERENCE, 'static-reference.json'));
describe.skipIf(!isPresent)(`static embeddings${isPresent ? '' : ' (skipped: shared data not present)'}`, () => {
  it.each(['static-minilm-256-int8', 'static-minilm-128-int8'])(
    'equal the reference vectors of %s to 1e-5',
    async (name) => {
      const reference = JSON.parse(readFileSync(join(REFERENCE, 'static-reference.json'), 'utf8'));
      const embedder = await openStaticEmbedder(join(REFERENCE, name));
      const { vectors } = await embedder.embed(reference.texts, 'passage');
      const expected: number[] = reference.vectors[name].flat();
      expect(vectors).toHaveLength(expected.length);
      const gaps = expected.map((value, i) => Math.abs(value - (vectors[i] ?? Number.NaN)));
      expect(Math.max(...gaps)).toBeLessThan(1e-5);
    },
  );
});
