import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where the files that decide a vector stand in a folder, by path below it. */
export interface StaticLayout {
  readonly weights: string;
  readonly tokenizer: string;
  readonly config: string;
}

/** What model2vec and sentence-transformers write, in the order in which model2vec looks for them. */
const LAYOUTS: readonly [StaticLayout, ...StaticLayout[]] = [
  { weights: 'model.safetensors', tokenizer: 'tokenizer.json', config: 'config.json' },
  { weights: 'model.safetensors', tokenizer: 'tokenizer.json', config: 'config_sentence_transformers.json' },
  {
    weights: '0_StaticEmbedding/model.safetensors',
    tokenizer: '0_StaticEmbedding/tokenizer.json',
    config: 'config_sentence_transformers.json',
  },
];

/** The first layout that is there in full; that of model2vec where none is, so that messages name its files. */
export function findLayout(folder: string): StaticLayout {
  const isWhole = (layout: StaticLayout) => Object.values(layout).every((name) => existsSync(join(folder, name)));
  return LAYOUTS.find(isWhole) ?? LAYOUTS[0];
}
