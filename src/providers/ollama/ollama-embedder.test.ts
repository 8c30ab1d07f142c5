import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answering, json } from '../../../test/doubles/loopback.ts';
import { LLAMA, NOMIC, type OllamaDouble, ollamaDouble } from '../../../test/doubles/ollama.ts';
import { vectorOf } from '../../../test/doubles/vectors-of.ts';
import { embedderContract } from '../embedder.contract.ts';
import { openEmbedder } from '../registry.ts';

let double: OllamaDouble;
beforeAll(async () => {
  double = await ollamaDouble();
});
afterEach(() => {
  double.next.length = 0;
  double.embed = undefined;
  double.isCutting = false;
  double.models.splice(0, double.models.length, NOMIC, LLAMA);
});
afterAll(() => double.close());

const open = (more = '', name = 'nomic-embed-text') => openEmbedder(`ollama:${name}?url=${double.url}${more}`, '/');
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no fault',
    ({ code, message, remedy }) => `${code} ${message} | ${remedy}`.replaceAll(/127\.0\.0\.1:\d+/g, 'HOST'),
  );
const rows = (embedder: { embed: Awaited<ReturnType<typeof open>>['embed'] }, texts: string[]) =>
  embedder.embed(texts, 'passage');
const sent = () => double.asked.filter(({ path }) => path === '/api/embed').map(({ body }) => JSON.parse(body));
const answers =
  (value: unknown, status = 200): Answering =>
  (_, response) =>
    json(response, status, value);

embedderContract('ollama', () => open(), {
  abortedTexts: 3_000,
  batchedTexts: 70,
  randomCalls: 20,
  isRefusingLong: true,
});

describe('what Ollama is asked', () => {
  it('is texts with the prefix of their role (row 66), in order, never to cut them, with the context that it tells', async () => {
    const embedder = await open();
    const { vectors } = await embedder.embed(['x', ' ', 'y'], 'query');
    const input = ['search_query: x', 'search_query: y'];
    expect(sent().at(-1)).toEqual({ model: 'nomic-embed-text', input, truncate: false, options: { num_ctx: 64 } });
    for (const [i, text] of ['search_query: x', undefined, 'search_query: y'].entries()) {
      const row = [...vectors.subarray(32 * i, 32 * i + 32)];
      expect(Math.hypot(...row)).toBeCloseTo(text === undefined ? 0 : 1, 6);
      if (text !== undefined) expect(row[7]).toBeCloseTo(vectorOf(NOMIC.name, text, 32)[7] ?? 0, 6);
    }
  });
  it('is 32 texts at a time, and those that could fill the context alone (row 72)', async () => {
    const embedder = await open('&passagePrefix=');
    const from = sent().length;
    await rows(embedder, [...Array.from({ length: 40 }, (_, i) => `${i}`), 'word '.repeat(12).trim(), 'last']);
    expect(
      sent()
        .slice(from)
        .map(({ input }) => input.length),
    ).toEqual([32, 1, 9]);
  });
  it('is a shorter context where that is wanted, and none that the model does not have', async () => {
    const embedder = await open('&maxTokens=16&queryPrefix=&passagePrefix=q%3A%20');
    expect(embedder.identity).toMatchObject({ maxTokens: 16, queryPrefix: '', passagePrefix: 'q: ' });
    expect(sent().at(-1)?.options).toEqual({ num_ctx: 16 });
    expect(await faultOf(open('&maxTokens=65'))).toContain('reads 64 tokens at most, not 65');
  });
});

describe('where Ollama is asked', () => {
  const port = () => new URL(double.url).port;
  it.each<[string, (port: string) => string]>([
    ['host and port', (p) => `127.0.0.1:${p}`],
    ['a port alone', (p) => `:${p}`],
    ['an address', (p) => `http://127.0.0.1:${p}`],
    ['an address with a slash and blanks', (p) => ` http://127.0.0.1:${p}/ `],
    ['a name', (p) => `localhost:${p}`],
    ['where the server listens at everything', (p) => `0.0.0.0:${p}`],
  ])('OLLAMA_HOST gives %s', async (_, host) => {
    const before = process.env.OLLAMA_HOST;
    process.env.OLLAMA_HOST = host(port());
    try {
      const { identity } = await openEmbedder('ollama:nomic-embed-text', '/');
      expect(identity).toEqual((await open()).identity);
    } finally {
      if (before === undefined) delete process.env.OLLAMA_HOST;
      else process.env.OLLAMA_HOST = before;
    }
  });
  it.each(['http://user:secret@127.0.0.1', 'ftp://secret', 'http://secret host', '::secret'])(
    'no address is refused without showing it: %s',
    async (url) => {
      const fault = await faultOf(openEmbedder(`ollama:m?${new URLSearchParams({ url })}`, '/'));
      expect(fault).toMatch(/^GRK_CONFIG_INVALID embedder "ollama:m": OLLAMA_HOST or url names no address/);
      expect(fault).not.toContain('secret');
    },
  );
});

describe('an identity of Ollama', () => {
  it('holds the digest of the model and what is told of it, but not where it stands', async () => {
    expect((await open()).identity).toEqual({
      provider: 'ollama',
      model: 'nomic-embed-text',
      algorithm: 'ollama/1',
      weightsSha256: NOMIC.digest,
      dimensions: 32,
      dtype: 'F16',
      pooling: 'mean',
      normalised: true,
      queryPrefix: 'search_query: ',
      passagePrefix: 'search_document: ',
      maxTokens: 64,
      determinism: 'none',
    });
  });
  it('tells the number format and the longest input (rows 70, 76)', async () => {
    const [whole, cut] = await Promise.all([open(), open('&maxTokens=32')]);
    expect([whole.identity.maxTokens, cut.identity.maxTokens]).toEqual([64, 32]);
    expect(whole.identity.dtype).toBe('F16');
  });
  it('is another one where another model of that width and name is pulled (row 68)', async () => {
    const before = await open();
    double.models[0] = { ...NOMIC, digest: 'f'.repeat(64) };
    const after = await open();
    expect(after.identity.dimensions).toBe(before.identity.dimensions);
    expect(after.identity).not.toEqual(before.identity);
  });
  it('comes with a notice where a known model is used without its prefixes (rows 64, 65)', async () => {
    expect((await open()).notices).toEqual([]);
    expect((await open('&queryPrefix=')).notices?.join()).toContain('its makers give "search_query: "');
  });
});

describe('Ollama in trouble', () => {
  it('whose client is not installed', async () => {
    vi.resetModules();
    vi.doMock('ollama/browser', () => {
      throw new Error('Cannot find package');
    });
    const registry = await import('../registry.ts');
    const fault = await faultOf(registry.openEmbedder('ollama:m', '/'));
    vi.doUnmock('ollama/browser');
    expect(fault).toBe(
      'GRK_DEPENDENCY_MISSING embedder "ollama:m" needs the package ollama, which is not installed | Install it with `npm install ollama@0.6.4`.',
    );
  });
  it('that does not run', async () => {
    const gone = await ollamaDouble();
    gone.close();
    const fault = await faultOf(openEmbedder(`ollama:nomic-embed-text?url=${gone.url}`, '/'));
    expect(fault).toMatch(/^GRK_SERVICE_FAILED http:\/\/HOST\/api\/tags cannot be reached \(ECONNREFUSED\) \|/);
    expect(fault).toContain('`ollama serve`');
  });
  it.each([
    ['mxbai-embed-large', 'has no model "mxbai-embed-large". | Fetch it with `ollama pull mxbai-embed-large`.'],
    ['nomic-embed-txt', 'Did you mean "nomic-embed-text"?'],
    ['nomic-embed-text:v1.5', '`ollama pull nomic-embed-text:v1.5`'],
    ['llama3.2:3b', 'answered 501: this model does not support embeddings | Name a model that embeds'],
  ])('has not the model %s, or that does not embed', async (name, message) => {
    expect(await faultOf(open('', name))).toContain(message);
  });
  it('names the text that is too long, among others, and what to do', async () => {
    const embedder = await open();
    const fault = await faultOf(rows(embedder, ['a b', `too ${'long '.repeat(100)}`, 'c']));
    expect(fault).toMatch(/GRK_SERVICE_FAILED .* answered 400: the input length exceeds .* for the text ".*too long/);
    expect(fault).toContain('Cut shorter passages');
  });
  it('names the text that NaN comes of (row 73)', async () => {
    const embedder = await open();
    const fault = await faultOf(rows(embedder, ['a', 'b', 'an unstable one', 'c', 'd']));
    expect(fault).toContain('answered 500: failed to encode response: json: unsupported value: NaN, for the text');
    expect(fault).toContain('an unstable one');
    expect(fault).toContain('another quantisation');
  });
  const row = vectorOf(NOMIC.name, 'x', 32);
  it.each<[string, unknown, string]>([
    ['too few vectors', { embeddings: [row, row] }, 'gave 2 vectors for 3 texts'],
    ['none (row 74)', { embeddings: [] }, 'gave 0 vectors for 3 texts'],
    ['empty vectors (row 74)', { embeddings: [row, [], row] }, 'gave an empty vector, not of 32, for the text "b"'],
    ['another width (row 69)', { embeddings: [row, row, [1]] }, 'gave a vector of 1 dimensions, not of 32'],
    ['null, as NaN is in JSON (row 73)', { embeddings: [row, row.with(3, null as never), row] }, 'for the text "b"'],
    ['text in the place of numbers', { embeddings: [row, row, row.map(String)] }, 'for the text "c"'],
    ['no vectors at all', { embedding: row }, 'embeddings: is missing'],
  ])('answers %s', async (_, value, message) => {
    const embedder = await open('&passagePrefix=');
    double.embed = answers(value);
    const fault = await faultOf(rows(embedder, ['a b', 'b', 'c']));
    expect(fault).toMatch(/^GRK_EMBEDDER_OUTPUT http:\/\/HOST\/api\/embed/);
    expect(fault).toContain(message);
  });
  it('cuts though it was asked not to: that is counted (row 72)', async () => {
    double.isCutting = true;
    const embedder = await open('&passagePrefix=');
    const texts = ['short', 'word '.repeat(100), 'word '.repeat(60)];
    expect((await rows(embedder, texts)).truncated).toEqual(Uint8Array.of(0, 1, 0));
    double.embed = answers({ embeddings: [row] });
    expect((await rows(embedder, ['no count'])).truncated).toBeNull();
  });
  it('is busy, slow, cut, or no Ollama', async () => {
    const embedder = await open('&timeoutMs=500');
    double.embed = answers({ error: 'server busy, please try again.' }, 503);
    expect(await faultOf(rows(embedder, ['x']))).toContain('answered 503: server busy');
    double.embed = () => {};
    expect(await faultOf(rows(embedder, ['x']))).toContain('GRK_SERVICE_FAILED http://HOST/api/embed gave no answer');
    double.embed = (_, response) => {
      response.writeHead(200).write('{"embeddings":[[0.1,');
      setTimeout(() => response.destroy(), 5);
    };
    expect(await faultOf(rows(embedder, ['x']))).toContain('GRK_SERVICE_FAILED');
    double.next.push((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'));
    expect(await faultOf(open())).toContain('answered what is not JSON (content-type text/html)');
    double.next.push((_, response) => response.writeHead(302, { location: 'http://elsewhere/' }).end());
    expect(await faultOf(open())).toContain('redirects (302), which is not followed');
    const print = vi.spyOn(console, 'log');
    double.next.push((_, response) => response.writeHead(500).end('plain words'));
    expect(await faultOf(open())).toContain('/api/tags answered 500 |');
    expect(print).not.toHaveBeenCalled();
    print.mockRestore();
    double.next.push(answers({ status: 'ok' }));
    expect(await faultOf(open())).toContain('/api/tags: models: is missing');
  });
  it('stops when the user does', async () => {
    const embedder = await open();
    double.embed = () => {};
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 20);
    expect(await faultOf(embedder.embed(['x'], 'query', controller.signal))).toMatch(/^GRK_INTERRUPTED/);
    double.next.push(() => {});
    const signal = AbortSignal.timeout(20);
    const opening = openEmbedder(`ollama:nomic-embed-text?url=${double.url}`, '/', signal);
    expect(await faultOf(opening)).toMatch(/^GRK_INTERRUPTED/);
  });
});
