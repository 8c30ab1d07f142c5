/** Writes the scores that notebook 2 reads: what cross-tiny says of the candidates of fusion. tsx notebooks/cross-tiny-scores.ts */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { evaluate } from '../src/index.ts';

const HERE = dirname(fileURLToPath(import.meta.url));
const DEPTH = 20;

const { stages } = await evaluate({
  golden: join(HERE, '..', 'golden', 'handbook'),
  cwd: mkdtempSync(join(tmpdir(), 'grk-scores-')),
  categories: ['paraphrase'],
  suite: {
    variants: [
      {
        name: 'own',
        stages: [
          { kind: 'bm25' },
          { kind: 'dense' },
          { kind: 'fusion', legs: ['bm25', 'dense'] },
          { kind: 'rerank', input: 'fusion', reranker: 'cross-tiny', depth: DEPTH },
        ],
      },
    ],
  },
});
const rows = stages
  .filter(({ kind }) => kind === 'rerank')
  .flatMap(({ topics }) => topics)
  .flatMap(({ topicId, ranking }) => ranking.slice(0, DEPTH).map(({ id, score }) => ({ topicId, id, score })));
writeFileSync(join(HERE, 'cross-tiny-scores.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
