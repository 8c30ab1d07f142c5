import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ScoredList } from '../../contracts/ranking.ts';
import { openEmbedder } from '../../providers/registry.ts';
import { STATIC_ALGORITHM } from '../../providers/static/static-embedder.ts';
import { COSINE_ALGORITHM, cosineMatrix, fastestKernel } from './exact/cosine-matrix.ts';
import { scalarKernel } from './exact/scalar-kernel.ts';
import { memoryVectorStore } from './memory-store.ts';

/** Over passage numbers and the bits of scores, in order. */
function rankingsSha256(lists: readonly ScoredList[]): string {
  const hash = createHash('sha256');
  for (const { passages, scores } of lists) {
    passages.forEach((passage, rank) => {
      const line = Buffer.alloc(12);
      line.writeInt32LE(passage, 0);
      line.writeDoubleLE(scores[rank] ?? Number.NaN, 4);
      hash.update(line);
    });
    hash.update('\n');
  }
  return hash.digest('hex');
}

const PASSAGES = [
  'A kiln is fired slowly at first, so that water in the clay can leave without cracking it.',
  'Glaze that runs off the pot sticks to the shelf; kiln wash keeps the two apart.',
  'Stoneware matures at about 1250 °C, earthenware near 1100 °C.',
  'Error E_THERMOCOUPLE_OPEN (0x1F): the controller reads no temperature.',
  'Replace the thermocouple when its readings drift by more than 10 °C.',
  'Wedge the clay before throwing: trapped air bursts in the fire.',
  'kiln --ramp 60 --hold 20m --until 600',
  'Das Brennen von Töpferwaren heißt auf Französisch « cuisson ».',
  '陶器 is pottery, 磁器 is porcelain.',
  'The studio is closed on Mondays. Tools must be cleaned and put back.',
  'The studio is closed on Mondays. Tools must be cleaned and put back.',
  '…',
];
const QUERIES = [
  'why does clay crack in the kiln',
  'what does 0x1F mean',
  'firing temperature of stoneware',
  'when is the studio open',
  'porcelain',
  '---',
];

// Equal on Node 20, 22 and 24 and on every CPU. A change of one of these hashes needs a new algorithm id.
describe('rankings keep their bits under their algorithm ids', () => {
  it('for texts, through the shipped embedder', async () => {
    const embedder = await openEmbedder('static:shipped', '.');
    const { dimensions } = embedder.identity;
    const ids = PASSAGES.map((_, number) => `p${number}`);
    const store = memoryVectorStore(dimensions);
    await store.put({ ids, docs: ids, vectors: (await embedder.embed(PASSAGES, 'passage')).vectors });
    const { search, sha256 } = await store.searcher(ids);
    const { vectors: queries } = await embedder.embed(QUERIES, 'query');
    const rankings = QUERIES.map((_, i) => search(queries.subarray(i * dimensions, (i + 1) * dimensions), 100));
    expect(rankings.map(({ passages }) => passages[0])).toEqual([0, 3, 2, 9, 8, 11]);
    expect({ [STATIC_ALGORITHM]: sha256 }).toEqual({
      'static-mean/1': '4f50847156d8cc933298c4dfd03335d621f2606c9ed26c77c3f73f523b565092',
    });
    expect({ [COSINE_ALGORITHM]: rankingsSha256(rankings) }).toEqual({
      'exact-cosine/1': '96ebc1417f73e0d0da1fb1b62e6125e95a07a48c46d7da4c810812e83fa7facb',
    });
  });

  it.each([
    ['WebAssembly', fastestKernel],
    ['plain JavaScript', scalarKernel],
  ])('for numbers, in %s', (_, kernelOf) => {
    // Numerical Recipes' linear congruential generator: 2,000 vectors of 100 dimensions, some zero, some equal.
    let state = 1;
    const next = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 31 - 1;
    };
    const matrix = cosineMatrix(2000, 100, kernelOf);
    for (let number = 0; number < 2000; number++) {
      if (number % 7 === 3) matrix.row(number).set(matrix.row(number - 1));
      else if (number % 11 !== 5) matrix.row(number).set(Float32Array.from({ length: 100 }, next));
    }
    const search = matrix.finish();
    const rankings = Array.from({ length: 10 }, () => search(Float32Array.from({ length: 100 }, next), 200));
    expect({ [COSINE_ALGORITHM]: rankingsSha256(rankings) }).toEqual({
      'exact-cosine/1': 'f0cc905148b62babd933048855ac0a7fba4b3d203ac96514e39395aa22365e53',
    });
  });
});
