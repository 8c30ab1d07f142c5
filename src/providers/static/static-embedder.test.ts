import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  CONFIG,
  EMBEDDINGS,
  HEADER,
  model,
  ROWS,
  removeModels,
  safetensors,
  TOKENIZER,
  WEIGHTS,
} from '../../../test/tiny-static.ts';
import { openStaticEmbedder } from './static-embedder.ts';

const embedOne = async (folder: string, text: string) =>
  (await openStaticEmbedder(folder)).embed([text], 'passage').then(({ vectors }) => [...vectors]);

removeModels();

describe('openStaticEmbedder', () => {
  // red = 1 × (3, 0), blue = 2 × (0, 2), ##s = 1 × (-3, 0), nothing = (0, 0)
  it.each([
    ['Red, blue.', [0.6, 0.8]],
    ['blue [UNK] unknown red', [0.6, 0.8]],
    ['RED red red red red red blue blue blue blue blue blue', [0.6, 0.8]],
    ['reds', [0, 0]],
    ['reds reds blues', [-0.6, 0.8]],
    ['bluesx', [0, 0]],
    ['nothing', [0, 0]],
    ['', [0, 0]],
  ])('embeds "%s" as computed by hand', async (text, expected) => {
    expect(await embedOne(await model(), text)).toEqual(expected.map(Math.fround));
  });

  it('takes weights of 1 where there are none', async () => {
    const header = { embeddings: { ...EMBEDDINGS, data_offsets: [0, 10] } };
    const folder = await model({ 'model.safetensors': safetensors(header, ROWS) });
    expect(await embedOne(folder, 'red red blue blue blue blue')).toEqual([0.6, 0.8].map(Math.fround));
  });

  it('reads weights that start at an odd byte', async () => {
    const header = {
      embeddings: { ...EMBEDDINGS, data_offsets: [0, 10] },
      weights: { ...HEADER.weights, data_offsets: [10, 30] },
    };
    for (const note of ['', 'x', 'xx', 'xxx']) {
      const file = safetensors({ ...header, __metadata__: { note } }, ROWS, WEIGHTS);
      expect(await embedOne(await model({ 'model.safetensors': file }), 'red blue')).toEqual(
        [0.6, 0.8].map(Math.fround),
      );
    }
  });

  it('leaves a tokenizer of another kind to the library', async () => {
    const tokenizer = { ...TOKENIZER, normalizer: { type: 'Lowercase' }, pre_tokenizer: { type: 'WhitespaceSplit' } };
    const folder = await model({ 'tokenizer.json': tokenizer });
    expect(await embedOne(folder, 'RED blue')).toEqual([0.6, 0.8].map(Math.fround));
    expect(await embedOne(folder, 'red,blue')).toEqual([0, 0]);
  });

  it('leaves added tokens that are looked for after lower-casing to the library', async () => {
    const added = [...TOKENIZER.added_tokens, { id: 2, content: 'a-b', special: false, normalized: true }];
    const folder = await model({ 'tokenizer.json': { ...TOKENIZER, added_tokens: added } });
    expect(await embedOne(folder, 'A-B')).toEqual([0, 1]);
  });

  it('is named by its folder and identified by the content of its three files', async () => {
    const folder = await model();
    const { identity } = await openStaticEmbedder(`${folder}/`);
    expect(identity).toMatchObject({ provider: 'static', dimensions: 2, determinism: 'bitwise', maxTokens: null });
    expect(identity.model).toBe(basename(folder));
    const hash = createHash('sha256');
    for (const name of ['model.safetensors', 'tokenizer.json', 'config.json']) {
      const bytes = await readFile(join(folder, name));
      hash.update(`${name} ${bytes.length}\n`).update(bytes);
    }
    expect(identity.weightsSha256).toBe(hash.digest('hex'));
    const sha256 = async (files: Parameters<typeof model>[0]) =>
      (await openStaticEmbedder(await model(files))).identity.weightsSha256;
    expect(await sha256({ 'tokenizer_config.json': '{}' })).toBe(identity.weightsSha256);
    const changed = [
      await sha256({ 'config.json': { ...CONFIG, seed: 1 } }),
      await sha256({ 'tokenizer.json': { ...TOKENIZER, version: '1.0' } }),
      await sha256({ 'model.safetensors': safetensors(HEADER, WEIGHTS, Buffer.from(ROWS).fill(1, 9)) }),
    ];
    expect(new Set([identity.weightsSha256, ...changed]).size).toBe(4);
  });
});
