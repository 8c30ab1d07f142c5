import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { partly, refused, whole } from '../../../test/doubles/hub.ts';
import type { Answering } from '../../../test/doubles/loopback.ts';
import {
  COMMIT,
  FILES,
  fetchIn,
  filesBelow,
  GRAPH,
  hubOf,
  lockIn,
  NAME,
  partialOf,
  project,
  sha256,
  WEIGHTS,
} from '../../../test/fetch-project.ts';

describe('a fetch', () => {
  it('resolves the revision, takes what the layout needs, checks and locks each file, and names the id', async () => {
    const cwd = project();
    const hub = await hubOf();
    const outcome = await fetchIn(cwd, hub);
    const folder = join(cwd, '.grk/models', `Maker--all-MiniLM-L6-v2@${COMMIT.slice(0, 12)}`);
    const taken = ['README.md', 'config.json', GRAPH, 'tokenizer.json', 'tokenizer_config.json'];
    expect(outcome).toMatchObject({
      commit: COMMIT,
      kind: 'embedder',
      folder,
      isNew: true,
      id: `transformers:.grk/models/Maker--all-MiniLM-L6-v2@${COMMIT.slice(0, 12)}`,
      bytes: taken.reduce((sum, path) => sum + (FILES[path]?.length ?? 0), 0),
      notices: [],
    });
    expect(filesBelow(folder)).toEqual([...taken, 'grk-origin.json'].sort());
    for (const path of taken) expect(readFileSync(join(folder, path))).toEqual(FILES[path]);
    expect(lockIn(cwd)).toEqual({
      version: 1,
      models: {
        [NAME]: {
          commit: COMMIT,
          files: Object.fromEntries(
            taken.map((path) => {
              const bytes = FILES[path] ?? Buffer.alloc(0);
              return [path, { size: bytes.length, sha256: sha256(bytes) }];
            }),
          ),
        },
      },
    });
    expect(existsSync(partialOf(cwd))).toBe(false);
    const before = hub.asked(GRAPH).length;
    expect(await fetchIn(cwd, hub, { model: `${NAME}@${COMMIT}` })).toEqual({
      ...outcome,
      revision: COMMIT,
      isNew: false,
    });
    expect(hub.asked(GRAPH)).toHaveLength(before);
  });
  it('judges a model by its config.json: a cross-encoder, model2vec', async () => {
    const head = { ...FILES, 'config.json': Buffer.from('{"architectures":["BertForSequenceClassification"]}') };
    const cross = await fetchIn(project(), await hubOf({ files: head }), { to: 'mine' });
    expect([cross.kind, cross.id]).toEqual(['reranker', 'cross-encoder:mine']);
    const model2vec = { ...FILES, 'config.json': Buffer.from('{"model_type":"model2vec"}') };
    const fetched = await fetchIn(project(), await hubOf({ files: model2vec }), { to: 'mine', dtype: undefined });
    expect([fetched.id, filesBelow(fetched.folder)]).toEqual([
      'static:mine',
      ['README.md', 'config.json', 'grk-origin.json', 'model.safetensors', 'tokenizer.json', 'tokenizer_config.json'],
    ]);
  });
  it('says where the way of use of a model is not known', async () => {
    const hub = await hubOf({}, 'maker/mine');
    const { notices } = await fetchIn(project(), hub, { model: 'maker/mine@main' });
    expect(notices).toEqual([expect.stringContaining('add ?pooling= with one of mean, cls, last')]);
  });
  it('asks the host of the configuration before that of the environment', async () => {
    const cwd = project();
    const { hub } = await hubOf();
    writeFileSync(join(cwd, 'grk.config.json'), JSON.stringify({ hub: hub.url }));
    const env = { HF_ENDPOINT: 'https://hub.example.invalid' };
    expect(await fetchIn(cwd, { hub }, { env })).toMatchObject({ host: hub.url, isNew: true });
  });
  it('sends the token to the host alone, and shows it nowhere', async () => {
    const hub = await hubOf({ isGated: true });
    await fetchIn(project(), hub, { token: 'hf_secret\n' });
    expect(new Set(hub.hub.asked.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer hf_secret']));
    expect(hub.storage.asked.map(({ headers }) => headers.authorization)).toEqual([undefined]);
    hub.hub.next.push((_asked, response) => response.writeHead(403, { 'x-error-message': 'no hf_secret' }).end());
    await expect(fetchIn(project(), hub, { token: 'hf_secret' })).rejects.toThrow(/answered 403: no …$/);
  });
});

describe('a fetch that is disturbed', () => {
  const graph = FILES[GRAPH] ?? Buffer.alloc(0);
  const etag = `"${sha256(graph)}"`;
  const partIn = (cwd: string) => join(partialOf(cwd), `${GRAPH}.part`);
  const sizeOfPart = (cwd: string) => statSync(partIn(cwd), { throwIfNoEntry: false })?.size;
  /** So much of the graph; `end` gets the connection when it is written. */
  const some = (cwd: string, bytes: number, end: (response: ServerResponse) => void) =>
    partly(graph, bytes, etag, () => sizeOfPart(cwd) === bytes, end);

  it('goes on where a connection was cut', async () => {
    const cwd = project();
    const hub = await hubOf();
    const cut = (response: ServerResponse) => response.destroy();
    hub.answers.set(GRAPH, [some(cwd, 10, cut), some(cwd, 7, cut)]);
    const { folder } = await fetchIn(cwd, hub);
    expect(readFileSync(join(folder, GRAPH))).toEqual(graph);
    // The second answer was not the rest but the whole, from which 7 bytes came.
    expect(hub.asked(GRAPH).map(({ headers }) => [headers.range, headers['if-range']])).toEqual([
      [undefined, undefined],
      ['bytes=10-', etag],
      ['bytes=7-', etag],
    ]);
  });
  it('keeps what came when nothing more does, and a later one goes on from there', async () => {
    const cwd = project();
    const hub = await hubOf();
    hub.answers.set(GRAPH, [some(cwd, 20, () => {})]);
    const access = { stallMs: 500, retries: 0, retryDelayMs: 1 };
    await expect(fetchIn(cwd, hub, { access })).rejects.toThrow(/sent nothing for 0.5 s \(1 attempts\)/);
    expect(sizeOfPart(cwd)).toBe(20);
    expect(existsSync(join(cwd, 'grk.models.lock.json'))).toBe(false);
    const { folder } = await fetchIn(cwd, hub);
    expect(hub.asked(GRAPH).at(-1)?.headers).toMatchObject({ range: 'bytes=20-', 'if-range': etag });
    // What was whole is not fetched again: once to judge the layout, once for the folder.
    expect(hub.asked('config.json')).toHaveLength(3);
    expect(readFileSync(join(folder, GRAPH))).toEqual(graph);
    expect(existsSync(partialOf(cwd))).toBe(false);
  });
  it('stops for the user with what came kept', async () => {
    const cwd = project();
    const hub = await hubOf();
    const stop = new AbortController();
    hub.answers.set(GRAPH, [some(cwd, 30, () => stop.abort())]);
    await expect(fetchIn(cwd, hub, { signal: stop.signal })).rejects.toMatchObject({ code: 'GRK_INTERRUPTED' });
    expect(sizeOfPart(cwd)).toBe(30);
    await fetchIn(cwd, hub);
    expect(hub.asked(GRAPH).at(-1)?.headers.range).toBe('bytes=30-');
  });
  it.each<[string, number, () => Answering[]]>([
    ['a host that ignores ranges', 10, () => [whole(graph)]],
    ['a host that knows no such range', 10, () => [refused(416)]],
    ['a part that is longer than the file', 100_000, () => []],
    ['a part of another content', 10, () => []],
    ['a whole part of another content', graph.length, () => []],
  ])('begins anew with %s', async (_, had, answers) => {
    const cwd = project();
    const hub = await hubOf();
    mkdirSync(join(partialOf(cwd), 'onnx'), { recursive: true });
    writeFileSync(partIn(cwd), Buffer.alloc(had, 'x'));
    hub.answers.set(GRAPH, answers());
    const { folder } = await fetchIn(cwd, hub);
    expect(readFileSync(join(folder, GRAPH))).toEqual(graph);
  });
  it('waits as it is asked to, and not longer than a minute', async () => {
    const hub = await hubOf();
    hub.hub.next.push(refused(429, { 'retry-after': '0' }), refused(503));
    expect(await fetchIn(project(), hub)).toMatchObject({ isNew: true });
    hub.hub.next.push(refused(429, { 'retry-after': '3600' }));
    await expect(fetchIn(project(), hub)).rejects.toMatchObject({
      code: 'GRK_SERVICE_FAILED',
      remedy: expect.stringContaining('asks to wait 3600 s'),
    });
  });
  it('leaves out what an earlier fetch of another number format left', async () => {
    const cwd = project();
    const hub = await hubOf();
    hub.answers.set('onnx/model.onnx', [refused(403)]);
    await expect(fetchIn(cwd, hub, { dtype: 'fp32' })).rejects.toThrow('answered 403');
    writeFileSync(join(partialOf(cwd), 'onnx', 'model.onnx'), WEIGHTS);
    const { folder } = await fetchIn(cwd, hub);
    expect(readdirSync(join(folder, 'onnx'))).toEqual(['model_quantized.onnx']);
  });
});
