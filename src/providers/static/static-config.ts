import { modelFault } from './model-fault.ts';

/** Poolings of the teacher that model2vec writes down; tokens of a text are averaged whatever it says. */
const TEACHER_POOLINGS = ['mean', 'last', 'first', 'pooler'];

/**
 * Checks what a configuration says of the matrix, and takes from it what changes a vector.
 * @returns the longest input in tokens; null: no limit, also where nothing is said
 * @throws GrkError GRK_MODEL_INVALID naming file and field
 */
export function readConfig(
  config: Readonly<Record<string, unknown>>,
  matrix: { readonly dtype: string; readonly rowCount: number; readonly dimensions: number },
  file: string,
): { readonly maxTokens: number | null } {
  const require = (field: string, isRight: (value: unknown) => boolean, expected: string) => {
    const value = config[field];
    if (value === undefined || isRight(value)) return;
    throw modelFault(file, `"${field}" is ${JSON.stringify(value)}, expected ${expected}`);
  };
  require('embedding_dtype', (value) => value === matrix.dtype, `"${matrix.dtype}"`);
  // model2vec leaves the width of before where it writes fewer dimensions.
  require('hidden_dim', (value) => isCount(value) && value >= matrix.dimensions, `at least ${matrix.dimensions}`);
  require('vocabulary_quantization', (value) => value === null || value === matrix.rowCount, `${matrix.rowCount}`);
  require('pooling', (value) => TEACHER_POOLINGS.includes(String(value)), `one of ${TEACHER_POOLINGS.join(', ')}`);
  require('normalize', (value) => typeof value === 'boolean', 'true or false');
  require('max_length', (value) => value === null || (isCount(value) && value > 0), 'a number of tokens or null');
  return { maxTokens: isCount(config.max_length) ? config.max_length : null };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
