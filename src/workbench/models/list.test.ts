import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { COMMIT, fetchIn, hubOf, NAME, project } from '../../../test/fetch-project.ts';
import { writeTinyTransformer } from '../../../test/tiny-onnx.ts';
import { createSession } from '../session/session.ts';
import { listModels } from './list.ts';

const folder = mkdtempSync(join(tmpdir(), 'grk models ü '));
afterAll(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, '.grk'));
describe('models list', () => {
  it('names what ships, what is configured and what was fetched, each folder once, with what it lacks', async () => {
    const cwd = project();
    const { id, folder: fetched } = await fetchIn(cwd, await hubOf());
    mkdirSync(join(cwd, '.grk/models/broken'));
    writeFileSync(join(cwd, '.grk/models/broken/config.json'), '{"model_type":"model2vec"}');
    const settings = { embedder: id, reranker: 'combined(cross-tiny, 0.5)' };
    const { models, uses } = await listModels(createSession({ cwd, settings }));
    expect(models.map(({ id, kind, origins, state }) => [id, kind, origins.join(), state.status])).toEqual([
      [id, 'embedder', 'configured,fetched', 'ready'],
      ['cross-tiny', 'reranker', 'configured,shipped', 'ready'],
      ['static:shipped', 'embedder', 'shipped', 'ready'],
      ['static:.grk/models/broken', 'embedder', 'fetched', 'faulty'],
    ]);
    expect(models[0]).toMatchObject({
      folder: fetched,
      source: expect.stringContaining(`${NAME}@${COMMIT} from http://127.0.0.1`),
      licence: 'apache-2.0',
      notices: ['README.md'],
      weightsSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(models[3]?.state).toMatchObject({ reason: expect.stringContaining('the file does not exist') });
    expect(uses.map(({ role, id, state }) => [role, id, state?.status])).toEqual([
      ['embedder', id, 'ready'],
      ['reranker', 'combined(cross-tiny, 0.5)', 'ready'],
    ]);
  });
  it('sums the files of a folder, and says of a faulty model what is wrong', async () => {
    const path = writeTinyTransformer(join(folder, 'mine'));
    writeFileSync(join(path, 'NOTICE'), 'x'.repeat(1000));
    const files = ['config.json', 'tokenizer.json', 'tokenizer_config.json', 'onnx/model.onnx', 'NOTICE'];
    const bytes = files.reduce((sum, name) => sum + statSync(join(path, name)).size, 0);
    const listing = await listModels(
      createSession({ cwd: folder, settings: { embedder: 'transformers:mine', reranker: 'none' } }),
    );
    expect(listing.models[0]).toMatchObject({ id: 'transformers:mine', bytes, licence: null, weightsSha256: null });
    expect(listing.uses).toMatchObject([
      {
        role: 'embedder',
        state: { status: 'faulty', reason: expect.stringContaining('pools'), remedy: expect.any(String) },
      },
      { role: 'reranker', id: null, state: null },
    ]);
  });
  it('asks no service', async () => {
    const settings = { embedder: 'hash', reranker: 'tei:?url=http://127.0.0.1:9' };
    const { models, uses } = await listModels(createSession({ cwd: folder, settings }));
    expect(models[1]).toMatchObject({ id: 'tei:?url=http://127.0.0.1:9', bytes: null, state: { status: 'unasked' } });
    expect(uses.map(({ state }) => state?.status)).toEqual(['ready', 'unasked']);
    const service = { ...settings, embedder: 'ollama:nomic-embed-text?url=http://127.0.0.1:9' };
    const listing = await listModels(createSession({ cwd: folder, settings: service }));
    expect(listing.models[0]).toMatchObject({ id: service.embedder, state: { status: 'unasked' } });
  });
});
