import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What opens a model folder, by its `config.json`. */
export interface ModelKind {
  readonly provider: 'static' | 'transformers' | 'cross-encoder';
  readonly kind: 'embedder' | 'reranker';
}

/** model2vec says its name, and a head for pairs makes a cross-encoder; any other is taken for an embedder. */
export function modelKind(config: Readonly<Record<string, unknown>>): ModelKind {
  const architectures = Array.isArray(config.architectures) ? config.architectures.map(String) : [];
  if (config.model_type === 'model2vec' || architectures.includes('StaticModel')) {
    return { provider: 'static', kind: 'embedder' };
  }
  return architectures.some((name) => name.endsWith('ForSequenceClassification'))
    ? { provider: 'cross-encoder', kind: 'reranker' }
    : { provider: 'transformers', kind: 'embedder' };
}

/** undefined: its `config.json` is missing or no JSON object. */
export function kindOfFolder(folder: string): ModelKind | undefined {
  const file = join(folder, 'config.json');
  if (!existsSync(file)) return undefined;
  const config = objectIn(readFileSync(file));
  return config === undefined ? undefined : modelKind(config);
}

/** undefined: no JSON object. */
export function objectIn(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
