import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHIPPED_MODEL_FOLDER } from '../src/providers/registry.ts';

/**
 * Writes `reference.json` beside the shipped embedder from the vectors that the Python package model2vec gave for its
 * weights, in $GRK_SHARED/models/static-reference.json. Then put its size and SHA-256 into SOURCE.md.
 */
const MODEL = 'static-minilm-256-int8';
/** Of the vectors: they are written with seven decimals, and summed in another order. */
const TOLERANCE = 1e-5;

const shared = process.env.GRK_SHARED;
if (shared === undefined) throw new Error('GRK_SHARED must name the folder that holds models/static-reference.json');
const { texts, vectors } = JSON.parse(readFileSync(join(shared, 'models', 'static-reference.json'), 'utf8')) as {
  texts: string[];
  vectors: Record<string, number[][]>;
};
const rows = (vectors[MODEL] ?? []).map((row) => `  ${JSON.stringify(row)}`);
if (rows.length !== texts.length) throw new Error(`${rows.length} vectors of ${MODEL} for ${texts.length} texts`);
const lines = [
  '{',
  `"role": "passage",`,
  `"tolerance": ${TOLERANCE},`,
  `"texts": ${JSON.stringify(texts)},`,
  '"vectors": [',
  rows.join(',\n'),
  ']',
  '}',
];
writeFileSync(join(SHIPPED_MODEL_FOLDER, 'reference.json'), `${lines.join('\n')}\n`);
