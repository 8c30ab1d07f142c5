import { formatSafetensors } from './safetensors.ts';

/** What a static embedder consists of, before it is written. */
export interface StaticModelContent {
  readonly dimensions: number;
  /** One row per token id, row-major. */
  readonly rows: Int8Array;
  /** What each row is multiplied with. */
  readonly weights: Float32Array;
  readonly tokenizer: Readonly<Record<string, unknown>>;
  /** As the tokenizer came; undefined where it has no settings. */
  readonly tokenizerConfig: Readonly<Record<string, unknown>> | undefined;
  /** Name of the model that the tokenizer is of. */
  readonly tokenizerName: string;
  readonly sifCoefficient: number;
}

/**
 * The files of a model2vec folder, by name. The tokenizer neither cuts nor pads: a static embedder reads texts to their
 * end.
 */
export function staticModelFiles(content: StaticModelContent): Map<string, Uint8Array> {
  const { dimensions, rows, weights, tokenizer, tokenizerConfig, tokenizerName, sifCoefficient } = content;
  const config = {
    model_type: 'model2vec',
    architectures: ['StaticModel'],
    tokenizer_name: tokenizerName,
    apply_pca: dimensions,
    apply_zipf: true,
    sif_coefficient: sifCoefficient,
    hidden_dim: dimensions,
    seq_length: 1_000_000,
    normalize: true,
    pooling: 'mean',
    embedding_dtype: 'int8',
  };
  const bytesOf = ({ buffer, byteOffset, byteLength }: Int8Array | Float32Array) =>
    new Uint8Array(buffer, byteOffset, byteLength);
  const tensors = new Map([
    ['embeddings', { dtype: 'I8', shape: [weights.length, dimensions], bytes: bytesOf(rows) }],
    ['weights', { dtype: 'F32', shape: [weights.length], bytes: bytesOf(weights) }],
  ]);
  const json = (value: object) => new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`);
  return new Map([
    ['config.json', json(config)],
    ['model.safetensors', formatSafetensors(tensors)],
    ['tokenizer.json', new TextEncoder().encode(JSON.stringify({ ...tokenizer, truncation: null, padding: null }))],
    ['tokenizer_config.json', json(tokenizerConfig ?? {})],
  ]);
}
