import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { GrkError } from '../../contracts/errors.ts';
import type { Embedder, EmbedRole } from '../../contracts/ports.ts';
import { eachText } from '../each-text.ts';
import { readNamedFile } from '../model-files.ts';
import { unitVector } from '../unit-vector.ts';
import { readNpy } from './npy.ts';
import { jsonlRows, npyRows, type VectorRow } from './vector-rows.ts';
import { vectorsFault } from './vectors-fault.ts';

/** Version id of how a text finds its vector, and of what becomes of that: it is made to have length 1. */
export const VECTORS_ALGORITHM = 'vectors/1';

const ROLES: readonly EmbedRole[] = ['query', 'passage'];

/**
 * Vectors that were made elsewhere, found by role and exact text. A `.jsonl` holds texts and vectors; an `.npy` holds the
 * vectors of the texts in the `.jsonl` of the same name. A text that has none is an error, a blank one a zero vector.
 * @throws GrkError GRK_FILE_MISSING, GRK_FILE_UNREADABLE, GRK_MODEL_INVALID with file and line
 */
export function openVectors(file: string): Embedder {
  const { rows, dtype, sha256 } = readFiles(file);
  const { vectors, numberOf, dimensions, zeros } = tableOf(file, rows);
  const missing = (text: string, role: EmbedRole) =>
    new GrkError('GRK_EMBEDDER_OUTPUT', `${file} has no vector for the ${role} ${JSON.stringify(text.slice(0, 80))}`, {
      remedy: 'grk golden texts writes every text that an eval of the golden set embeds: make vectors of all of them.',
      facts: { role, text },
    });
  return {
    identity: {
      provider: 'vectors',
      model: basename(file),
      algorithm: VECTORS_ALGORITHM,
      weightsSha256: sha256,
      dimensions,
      dtype,
      pooling: 'none',
      normalised: true,
      queryPrefix: '',
      passagePrefix: '',
      maxTokens: null,
      determinism: 'bitwise',
    },
    isStructural: false,
    notices: zeros === 0 ? [] : [`${zeros} vectors of ${basename(file)} are zero: no dense search finds these texts`],
    embed: async (texts, role, signal) => {
      const result = new Float32Array(texts.length * dimensions);
      await eachText(texts, signal, (text, i) => {
        if (text.trim() === '') return;
        const number = numberOf[role].get(text);
        if (number === undefined) throw missing(text, role);
        result.set(vectors[number] ?? [], i * dimensions);
      });
      return { vectors: result, truncated: null };
    },
  };
}

function readFiles(file: string): { rows: Iterable<VectorRow>; dtype: string; sha256: string } {
  const bytes = readNamedFile(file, 'Name a .jsonl, or an .npy with a .jsonl of its texts beside it: vectors:PATH.');
  const hash = createHash('sha256').update(bytes);
  if (file.endsWith('.jsonl')) return { rows: jsonlRows(file, bytes), dtype: 'float64', sha256: hash.digest('hex') };
  if (!file.endsWith('.npy')) throw vectorsFault(file, 'neither a .jsonl nor an .npy');
  const matrix = readNpy(file, bytes);
  const textsFile = file.replace(/npy$/, 'jsonl');
  const texts = readNamedFile(textsFile, `It holds the texts of ${basename(file)}, in its order, as {"role", "text"}.`);
  const sha256 = hash.update(createHash('sha256').update(texts).digest()).digest('hex');
  return { rows: npyRows(file, matrix, textsFile, texts), dtype: matrix.dtype, sha256 };
}

function tableOf(file: string, rows: Iterable<VectorRow>) {
  const vectors: Float32Array[] = [];
  const numberOf = { query: new Map<string, number>(), passage: new Map<string, number>() };
  let dimensions: number | undefined;
  let zeros = 0;
  for (const { where, text, role, vector } of rows) {
    dimensions ??= vector.length;
    if (vector.length !== dimensions) {
      throw vectorsFault(where, `a vector of ${vector.length} dimensions, where the first has ${dimensions}`);
    }
    const unit = unitVector(vector);
    if (unit === undefined) throw vectorsFault(where, 'its vector holds NaN or an infinite number');
    if (text.trim() === '') continue;
    if (unit.every((value) => value === 0)) zeros++;
    for (const each of role === undefined ? ROLES : [role]) {
      if (numberOf[each].has(text)) {
        throw vectorsFault(where, `the ${each} ${JSON.stringify(text.slice(0, 80))} has a vector already`);
      }
      numberOf[each].set(text, vectors.length);
    }
    vectors.push(unit);
  }
  if (dimensions === undefined) throw vectorsFault(file, 'it holds no vectors');
  return { vectors, numberOf, dimensions, zeros };
}
