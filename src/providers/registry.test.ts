import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ollamaDouble } from '../../test/doubles/ollama.ts';
import { openaiDouble } from '../../test/doubles/openai.ts';
import { writeTinyTransformer } from '../../test/tiny-onnx.ts';
import { EMBEDDER_PROVIDERS, openEmbedder, SHIPPED_MODEL_FOLDER } from './registry.ts';

let base = '';
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'grk providers ü '));
  await symlink(SHIPPED_MODEL_FOLDER, join(base, 'my model'));
});
afterAll(() => rm(base, { recursive: true }));

describe('openEmbedder', () => {
  it.each([
    ['hsah', ' Did you mean "hash"?'],
    ['static', ' Did you mean "static:shipped"?'],
    ['static:', ' Did you mean "static:shipped"?'],
    ['word2vec:model', ''],
    ['', ''],
  ])('does not know "%s", and lists what it knows', async (id, hint) => {
    await expect(openEmbedder(id, base)).rejects.toMatchObject({
      code: 'GRK_EMBEDDER_UNKNOWN',
      message: `there is no embedder "${id}".${hint}`,
      remedy: `Known embedders: ${EMBEDDER_PROVIDERS.map(({ form }) => form).join(', ')}.`,
    });
  });

  it('names the folder that does not exist, and the id that may have been meant', async () => {
    await expect(openEmbedder('static:shiped', base)).rejects.toMatchObject({
      code: 'GRK_FILE_MISSING',
      message: `embedder "static:shiped": there is no folder ${join(base, 'shiped')}. Did you mean "static:shipped"?`,
    });
  });

  it('refuses an option that a provider does not have', async () => {
    await expect(openEmbedder('hash?dtype=q8', base)).rejects.toThrow('takes no option dtype');
    await expect(openEmbedder('static:my model?pooling=cls', base)).rejects.toThrow('takes no option pooling');
  });

  it('opens the shipped model, and the same one from a path that is relative, absolute or has spaces', async () => {
    const shipped = await openEmbedder('static:shipped', '/');
    expect(shipped.identity).toMatchObject({ provider: 'static', model: 'static-minilm-256-int8', dimensions: 256 });
    for (const id of ['static:my model', 'static:./my model/', `static:${join(base, 'my model')}`]) {
      const { identity } = await openEmbedder(id, base);
      expect(identity).toEqual({ ...shipped.identity, model: 'my model' });
    }
  });

  it('opens what the table lists, as the table says', async () => {
    const tiny = writeTinyTransformer(join(base, 'all-MiniLM-L6-v2'));
    const vectors = join(base, 'my vectors.jsonl');
    await writeFile(vectors, '{"text":"a","vector":[1,2]}');
    const [ollama, openai] = await Promise.all([ollamaDouble(), openaiDouble()]);
    const models: Record<string, string> = {
      'ollama:MODEL': `ollama:nomic-embed-text?url=${ollama.url}`,
      'openai:MODEL': `openai:text-embedding-3-small?url=${openai.url}/v1`,
    };
    for (const { form, determinism, isStructural } of EMBEDDER_PROVIDERS) {
      const path = form.startsWith('transformers') ? tiny : form.startsWith('vectors') ? vectors : SHIPPED_MODEL_FOLDER;
      const embedder = await openEmbedder(models[form] ?? form.replace('PATH', path), base);
      expect([embedder.identity.determinism, embedder.isStructural]).toEqual([determinism, isStructural]);
    }
    for (const double of [ollama, openai]) double.close();
  });
});
