import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type HubModel, partly, refused } from '../../../test/doubles/hub.ts';
import { json } from '../../../test/doubles/loopback.ts';
import {
  COMMIT,
  FILES,
  fetchIn,
  GRAPH,
  hubOf,
  lockIn,
  NAME,
  type Options,
  partialOf,
  project,
} from '../../../test/fetch-project.ts';

describe('a fetch that is refused', () => {
  const other = (path: string, change: (content: Buffer) => Buffer) => ({
    sent: { [path]: change(Buffer.from(FILES[path] ?? '')) },
  });
  const flipped = (content: Buffer) => {
    content[5] = (content[5] ?? 0) ^ 1;
    return content;
  };
  it.each<[string, Partial<HubModel>, Options, string, RegExp]>([
    [
      'weights of another hash',
      other(GRAPH, flipped),
      {},
      'GRK_MODEL_INVALID',
      /its SHA-256 is [0-9a-f]{64}, not [0-9a-f]{64}/,
    ],
    ['a text of another hash', other('tokenizer.json', flipped), {}, 'GRK_MODEL_INVALID', /its git hash is/],
    [
      'more bytes than are listed',
      other(GRAPH, (content) => Buffer.concat([content, content])),
      {},
      'GRK_MODEL_INVALID',
      /it has \d+ bytes, not \d+/,
    ],
    [
      'fewer bytes than are listed',
      other(GRAPH, (content) => content.subarray(9)),
      {},
      'GRK_MODEL_INVALID',
      /it has \d+ bytes, not \d+/,
    ],
    [
      'a model that is not there',
      {},
      { model: 'maker/other@main' },
      'GRK_SERVICE_FAILED',
      /answered 401: Repository not found/,
    ],
    [
      'a revision that is not there',
      {},
      { model: `${NAME}@v9` },
      'GRK_SERVICE_FAILED',
      /answered 404: Invalid rev id: v9/,
    ],
    ['a gated model', { isGated: true }, {}, 'GRK_SERVICE_FAILED', /answered 401: Access to model/],
    ['no revision', {}, { model: NAME }, 'GRK_USAGE', /says no revision/],
    ['no owner', {}, { model: 'model@main' }, 'GRK_USAGE', /names no model/],
    ['a path', {}, { model: 'a/../b@main' }, 'GRK_USAGE', /names no model/],
    ['a name that a folder could not tell from another', {}, { model: 'a--b/c@main' }, 'GRK_USAGE', /names no model/],
    ['a token of two lines', {}, { token: 'hf_a\nhf_b' }, 'GRK_CONFIG_INVALID', /HF_TOKEN holds characters/],
    ['a revision that leads elsewhere', {}, { model: `${NAME}@../main` }, 'GRK_USAGE', /is no revision/],
    [
      'several number formats',
      {},
      { dtype: undefined },
      'GRK_USAGE',
      /several number formats: fp32 \(5000 bytes\), q8/,
    ],
    ['a number format that is not there', {}, { dtype: 'fp16' }, 'GRK_USAGE', /no weights in the format fp16/],
    [
      'a number format that nobody knows',
      {},
      { dtype: 'fp17' },
      'GRK_USAGE',
      /did you mean "fp16"\?|"fp17" is no number format/,
    ],
    [
      'no weights',
      { files: { 'config.json': Buffer.from('{}') } },
      {},
      'GRK_MODEL_INVALID',
      /no weights that are read here/,
    ],
    ['no configuration', { files: {} }, {}, 'GRK_MODEL_INVALID', /has no config.json/],
    [
      'a host without https',
      {},
      { env: { HF_ENDPOINT: 'http://hub.example.org' } },
      'GRK_CONFIG_INVALID',
      /is not https/,
    ],
    [
      'a password in the address',
      {},
      { env: { HF_ENDPOINT: 'https://a:b@hub.example.org' } },
      'GRK_CONFIG_INVALID',
      /no plain address/,
    ],
  ])('%s', async (_, model, options, code, message) => {
    const cwd = project();
    const failure = await fetchIn(cwd, await hubOf(model), options).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code, message: expect.stringMatching(message), remedy: expect.any(String) });
    expect(existsSync(join(cwd, 'grk.models.lock.json'))).toBe(false);
    const left = existsSync(join(cwd, '.grk/models')) ? readdirSync(join(cwd, '.grk/models')) : [];
    expect(left.filter((name) => !name.startsWith('.') && name !== 'writer.lock')).toEqual([]);
  });
  it.each([
    ['plain http elsewhere', 'http://192.0.2.1/file'],
    ['another scheme', 'ftp://127.0.0.1/file'],
    ['itself for ever', '/config.json'],
  ])('redirects to %s', async (_, location) => {
    const hub = await hubOf();
    hub.hub.next.push(...Array.from({ length: 7 }, () => refused(302, { location })));
    await expect(fetchIn(project(), hub)).rejects.toThrow(
      /redirects (to an address that is not https|more than 5 times)/,
    );
  });
  it('a listing that goes on at another host', async () => {
    const hub = await hubOf();
    hub.hub.next.push((_asked, response) =>
      response.writeHead(200, { link: '<https://192.0.2.1/x>; rel="next"' }).end('[]'),
    );
    await expect(fetchIn(project(), hub, { model: `${NAME}@${COMMIT}` })).rejects.toThrow('on another host');
  });
  it.each([
    ['more bytes', Buffer.alloc(99_000), 'GRK_MODEL_INVALID', /it has more than the \d+ bytes/],
    ['fewer bytes', Buffer.alloc(9), 'GRK_SERVICE_FAILED', /ended after 9 of \d+ bytes \(3 attempts\)/],
  ])('%s than are listed, of a length that nobody says', async (_, content, code, message) => {
    const hub = await hubOf();
    const unsaid = (_asked: unknown, response: ServerResponse) => {
      response.write(content);
      response.end();
    };
    hub.answers.set(GRAPH, [unsaid, refused(416), unsaid, unsaid, unsaid]);
    const refusal = { code, message: expect.stringMatching(message) };
    await expect(fetchIn(project(), hub)).rejects.toMatchObject(refusal);
  });
  it('a rest of other content, each time', async () => {
    const cwd = project();
    const hub = await hubOf();
    const graph = FILES[GRAPH] ?? Buffer.alloc(0);
    const part = join(partialOf(cwd), `${GRAPH}.part`);
    const hasCome = () => statSync(part, { throwIfNoEntry: false })?.size === 10;
    const begun = partly(graph, 10, '"e"', hasCome, (response) => response.destroy());
    const range = `bytes 10-${graph.length - 1}/${graph.length}`;
    const wrong = (_asked: unknown, response: ServerResponse) =>
      response.writeHead(206, { 'content-range': range }).end(Buffer.alloc(graph.length - 10));
    hub.answers.set(GRAPH, [begun, wrong, begun, wrong, begun, wrong]);
    await expect(fetchIn(cwd, hub)).rejects.toMatchObject({ code: 'GRK_MODEL_INVALID' });
    expect(hub.asked(GRAPH)).toHaveLength(4);
  });
  it.each([
    ['the same name twice', 'README.md', 'lists README.md twice'],
    ['two names that are one on some disks', 'ReadMe.md', 'lists README.md and ReadMe.md'],
  ])('a listing with %s', async (_, path, message) => {
    const hub = await hubOf();
    hub.hub.next.push((_asked, response) => {
      const entries = [...Object.keys(FILES), path].map((path) => ({ type: 'file', path, size: 1, oid: '' }));
      json(response, 200, entries);
    });
    const refusal = { code: 'GRK_MODEL_INVALID', message: expect.stringContaining(message) };
    await expect(fetchIn(project(), hub, { model: `${NAME}@${COMMIT}` })).rejects.toMatchObject(refusal);
  });
  it('a folder that holds something else', async () => {
    const cwd = project();
    mkdirSync(join(cwd, 'mine'));
    await expect(fetchIn(cwd, await hubOf(), { to: 'mine' })).rejects.toThrow(
      /is not this model: README.md: it is not there/,
    );
  });
});

describe('the lock file', () => {
  it('refuses another commit of a model, and other content of the same commit', async () => {
    const cwd = project();
    await fetchIn(cwd, await hubOf());
    const moved = await hubOf({ commit: 'f'.repeat(40), revisions: { main: 'f'.repeat(40) } });
    const locked = { code: 'GRK_MODEL_LOCKED', remedy: expect.stringContaining(`Fetch ${NAME}@${COMMIT}`) };
    await expect(fetchIn(cwd, moved, { to: 'again' })).rejects.toMatchObject(locked);
    for (const path of ['config.json', GRAPH]) {
      // A blank more: JSON means the same.
      const hub = await hubOf({
        files: { ...FILES, [path]: Buffer.concat([FILES[path] ?? Buffer.alloc(0), Buffer.from(' ')]) },
      });
      await expect(fetchIn(cwd, hub, { to: 'again' })).rejects.toMatchObject({ code: 'GRK_MODEL_LOCKED' });
      // The listing says it: nothing of the graph is asked for.
      expect(hub.asked(GRAPH)).toEqual([]);
    }
    expect(existsSync(join(cwd, 'again'))).toBe(false);
  });
  it('refuses a small file of equal size and another hash, which a hub lists without one', async () => {
    const cwd = project();
    await fetchIn(cwd, await hubOf());
    const readme = Buffer.from(String(FILES['README.md']).replace('apache-2.0', 'apache-2.1'));
    const hub = await hubOf({ files: { ...FILES, 'README.md': readme } });
    await expect(fetchIn(cwd, hub, { to: 'again' })).rejects.toMatchObject({ code: 'GRK_MODEL_LOCKED' });
    expect(existsSync(join(cwd, 'again'))).toBe(false);
  });
  it('gains the files of another number format', async () => {
    const cwd = project();
    const hub = await hubOf();
    await fetchIn(cwd, hub);
    await fetchIn(cwd, hub, { dtype: 'fp32', to: 'fp32' });
    expect(Object.keys(lockIn(cwd).models[NAME].files)).toContain(GRAPH);
    expect(Object.keys(lockIn(cwd).models[NAME].files)).toContain('onnx/model.onnx');
  });
  it('is refused where it is damaged', async () => {
    const cwd = project();
    writeFileSync(join(cwd, 'grk.models.lock.json'), '{"version":1,"model":{}}');
    await expect(fetchIn(cwd, await hubOf())).rejects.toMatchObject({ code: 'GRK_CONFIG_INVALID' });
  });
});
