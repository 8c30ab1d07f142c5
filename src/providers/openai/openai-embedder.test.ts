import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answering, json, type Loopback } from '../../../test/doubles/loopback.ts';
import { OPENAI_DIMENSIONS, openaiDouble } from '../../../test/doubles/openai.ts';
import { vectorOf } from '../../../test/doubles/vectors-of.ts';
import { embedderContract } from '../embedder.contract.ts';
import { openEmbedder } from '../registry.ts';

const KEY = 'sk-key-of-the-tests';
const VARIABLE = 'GRK_TEST_OPENAI_KEY';
const MODEL = 'text-embedding-3-small';
let double: Loopback;
beforeAll(async () => {
  double = await openaiDouble(KEY);
});
beforeEach(() => {
  process.env[VARIABLE] = KEY;
});
afterEach(() => {
  double.next.length = 0;
});
afterAll(() => {
  delete process.env[VARIABLE];
  double.close();
});

const idOf = (more = '', model = MODEL) => `openai:${model}?url=${double.url}/v1/&keyVariable=${VARIABLE}${more}`;
const open = (more = '', model = MODEL) => openEmbedder(idOf(more, model), '/');
type Opened = Awaited<ReturnType<typeof open>>;
const TEXTS = ['a b', 'b', 'c'];
const embed = (embedder: Opened, texts = TEXTS) => embedder.embed(texts, 'passage');
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no fault',
    ({ code, message, remedy }) => `${code} ${message} | ${remedy}`.replaceAll(/127\.0\.0\.1:\d+/g, 'HOST'),
  );
const answers =
  (status: number, value: unknown, headers?: object): Answering =>
  (_, response) =>
    json(response, status, value, headers);
const bodies = () => double.asked.map(({ body }) => JSON.parse(body));

embedderContract('openai', () => open(), { abortedTexts: 1_000, batchedTexts: 65, randomCalls: 10 });

describe('an id of openai is refused', () => {
  it.each([
    ['openai:m?url=ftp://h', 'url: '],
    ['openai:m?pooling=cls', 'unknown key "pooling"'],
    ['openai:m?batch=129', 'batch: '],
    ['openai:m?encoding=int8', 'encoding: '],
    ['openai:m?dimensions=0', 'dimensions: '],
    ['openai:m?retries=99', 'retries: '],
    ['openai:m?keyVariable=sk-123', 'expected the name of an environment variable'],
  ])('%s', async (id, message) => {
    expect(await faultOf(openEmbedder(id, '/'))).toMatch(/^GRK_CONFIG_INVALID embedder "openai:m"/);
    expect(await faultOf(openEmbedder(id, '/'))).toContain(message);
  });
  it.each(['http://user:secret@h/', 'http://h/?key=secret'])('with a place for keys, unseen: %s', async (url) => {
    for (const more of ['', '&batch=none']) {
      const fault = await faultOf(openEmbedder(`openai:m?${new URLSearchParams({ url })}${more}`, '/'));
      expect(fault).toMatch(/^GRK_CONFIG_INVALID/);
      expect(fault).not.toContain('secret');
    }
  });
  it('without the key of the makers', async () => {
    const before = process.env.OPENAI_API_KEY;
    delete process.env.OPENAI_API_KEY;
    expect(await faultOf(openEmbedder('openai:text-embedding-3-small', '/'))).toBe(
      'GRK_CONFIG_INVALID embedder "openai:text-embedding-3-small" needs a key, and OPENAI_API_KEY is not set | Set OPENAI_API_KEY.',
    );
    if (before !== undefined) process.env.OPENAI_API_KEY = before;
  });
});

describe('what is sent', () => {
  it('is the model, the texts of a role, and the key in a header', async () => {
    const embedder = await open('&queryPrefix=q%3A%20&dimensions=12');
    const { vectors } = await embedder.embed(['x', '', 'y'], 'query');
    expect(bodies().at(-1)).toEqual({
      model: MODEL,
      input: ['q: x', 'q: y'],
      encoding_format: 'float',
      dimensions: 12,
    });
    expect(double.asked.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(vectors).toHaveLength(36);
    const wanted = vectorOf(MODEL, 'q: y', 12);
    for (const [i, value] of wanted.entries()) expect(vectors[24 + i]).toBeCloseTo(value, 6);
  });
  it('is in requests of bounded number and size, and in smaller ones where the service takes fewer', async () => {
    const embedder = await open('&batch=5');
    let from = double.asked.length;
    await embed(
      embedder,
      Array.from({ length: 12 }, (_, i) => `${i}`),
    );
    expect(
      bodies()
        .slice(from)
        .map(({ input }) => input.length),
    ).toEqual([5, 5, 2]);
    from = double.asked.length;
    await embed(
      await open(),
      Array.from({ length: 4 }, (_, i) => `${i}`.repeat(100_000)),
    );
    expect(
      bodies()
        .slice(from + 1)
        .map(({ input }) => input.length),
    ).toEqual([2, 2]);
    const texts = Array.from({ length: 40 }, (_, i) => `${i}`);
    from = double.asked.length;
    const { vectors } = await embed(await open(), texts);
    expect(
      bodies()
        .slice(from + 1)
        .map(({ input }) => input.length),
    ).toEqual([40, 20, 10, 10, 20, 10, 10]);
    expect(vectors[39 * OPENAI_DIMENSIONS]).toBeCloseTo(vectorOf(MODEL, '39', OPENAI_DIMENSIONS)[0] ?? 0, 6);
  });
  it('is the encoding that is asked for, which changes no number', async () => {
    const embedders = await Promise.all(['float', 'base64'].map((encoding) => open(`&encoding=${encoding}`)));
    const [float, base64] = await Promise.all(embedders.map((embedder) => embed(embedder)));
    expect(base64?.vectors).toEqual(float?.vectors);
    expect(bodies().at(-1)?.encoding_format).toBe('base64');
  });
  it('is no key where an address is given and no variable', async () => {
    const before = process.env.OPENAI_API_KEY;
    process.env.OPENAI_API_KEY = 'not-for-you';
    expect(await faultOf(openEmbedder(`openai:m?url=${double.url}/v1`, '/'))).toContain('answered 401');
    if (before === undefined) delete process.env.OPENAI_API_KEY;
    else process.env.OPENAI_API_KEY = before;
    expect(double.asked.at(-1)?.headers.authorization).toBeUndefined();
  });
});

describe('an identity of openai', () => {
  it('tells two models and two addresses apart, whatever their width (row 68), and holds no key', async () => {
    const { identity } = await open();
    expect(identity).toMatchObject({
      provider: 'openai',
      weightsSha256: '',
      service: { url: `${double.url}/v1`, model: MODEL, answering: MODEL },
      dimensions: OPENAI_DIMENSIONS,
      determinism: 'none',
    });
    const { model: _a, ...first } = identity;
    const { model: _b, ...second } = (await open('', 'text-embedding-3-large')).identity;
    expect(second).not.toEqual(first);
    expect(JSON.stringify(identity)).not.toContain(KEY);
  });
  it('has the prefixes of a known model (row 64)', async () => {
    double.next.push(answers(200, { data: [{ index: 0, embedding: [1, 2] }] }));
    const { identity, notices } = await open('&passagePrefix=', 'nomic-embed-text-v1.5');
    expect(identity).toMatchObject({ queryPrefix: 'search_query: ', passagePrefix: '', dimensions: 2 });
    expect(identity.service?.answering).toBeNull();
    expect(notices?.join()).toContain('passagePrefix');
  });
});

describe('vectors are given', () => {
  it('with length 1, whatever the service gives (row 67)', async () => {
    double.next.push(...[1, 2].map(() => answers(200, { data: [{ index: 0, embedding: [3, 4] }] })));
    const { vectors } = await embed(await open(), ['x']);
    expect([...vectors]).toEqual([Math.fround(0.6), Math.fround(0.8)]);
    double.next.push(...[1, 2].map(() => answers(200, { data: [{ index: 0, embedding: [3e-200, 4e-200] }] })));
    expect([...(await embed(await open(), ['x'])).vectors]).toEqual([Math.fround(0.6), Math.fround(0.8)]);
  });
  it('without a word on what was cut: a service does not tell', async () => {
    expect((await embed(await open())).truncated).toBeNull();
    expect((await embed(await open(), [' '])).truncated).toBeNull();
  });
});

describe('an answer that cannot be right is an error', () => {
  const row = (index: unknown, embedding: unknown = vectorOf(MODEL, 'x', OPENAI_DIMENSIONS)) => ({ index, embedding });
  const nulls = vectorOf(MODEL, 'x', OPENAI_DIMENSIONS).with(4, null as never);
  it.each<[string, unknown, string]>([
    ['no data (row 75)', { detail: 'no such model' }, 'data: is missing'],
    ['too few', { data: [row(0), row(2)] }, 'gave 2 vectors for 3 texts: none for text 1'],
    ['none (row 74)', { data: [] }, 'gave 0 vectors for 3 texts'],
    ['one twice', { data: [row(0), row(0), row(2)] }, 'gave two vectors for text 0'],
    ['one too many', { data: [0, 1, 2, 3].map((i) => row(i)) }, 'gave a vector for text 3 of 3 (counted from 0)'],
    ['no index', { data: [{ embedding: [1] }] }, 'data[0].index: is missing'],
    [
      'empty vectors (row 74)',
      { data: [row(0), row(1, []), row(2)] },
      'gave an empty vector, not of 48, for the text "b"',
    ],
    ['another width (row 69)', { data: [row(0), row(1), row(2, [1, 2])] }, 'a vector of 2 dimensions, not of 48'],
    ['null, as NaN is in JSON (row 73)', { data: [row(0), row(1, nulls), row(2)] }, 'no number for the text "b"'],
    ['bytes that are no float32', { data: [row(0, 'AAA='), row(1), row(2)] }, 'no float32 in base64'],
    ['NaN in base64', { data: [row(0), row(1), row(2, 'AADAfw==')] }, 'a vector of 1 dimensions'],
    [
      'another model',
      { model: 'other', data: [row(0), row(1), row(2)] },
      'answered with the model "other", and before',
    ],
  ])('%s', async (_, value, message) => {
    const embedder = await open();
    double.next.push(answers(200, typeof value === 'object' ? { model: MODEL, ...value } : value));
    const fault = await faultOf(embed(embedder));
    expect(fault).toMatch(/^GRK_EMBEDDER_OUTPUT http:\/\/HOST\/v1\/embeddings/);
    expect(fault).toContain(message);
  });
  it('NaN and infinite numbers in base64, and numbers that overflow', async () => {
    double.next.push((_, response) => response.end('{"data":[{"index":0,"embedding":[1e999,1]}]}'));
    expect(await faultOf(open())).toContain('GRK_EMBEDDER_OUTPUT');
    double.next.push(answers(200, { data: [{ index: 0, embedding: 'AADAfw==' }] }));
    expect(await faultOf(open('&encoding=base64'))).toContain('gave NaN, an infinite number or what is no number');
  });
  it('a width that was not asked for', async () => {
    double.next.push(answers(200, { data: [{ index: 0, embedding: [1, 2, 3] }] }));
    expect(await faultOf(open('&dimensions=2'))).toContain('gave 3 dimensions, not 2');
  });
});

describe('a service that refuses is quoted', () => {
  it('and asked no second time (row 75)', async () => {
    const before = double.asked.length;
    double.next.push(answers(400, { detail: 'unknown parameter' }));
    expect(await faultOf(open())).toContain(
      'GRK_SERVICE_FAILED http://HOST/v1/embeddings answered 400: unknown parameter',
    );
    expect(await faultOf(open('', 'gpt-9'))).toContain('answered 404: The model `gpt-9` does not exist');
    expect(double.asked).toHaveLength(before + 2);
  });
  it('but never with the key, though it repeats it', async () => {
    process.env[VARIABLE] = 'sk-wrong-key';
    const error = await open().catch((fault: Error) => fault);
    expect(error).toMatchObject({ message: expect.stringContaining('Incorrect API key provided: ….') });
    expect(JSON.stringify(error) + String(error) + String((error as Error).cause)).not.toContain('sk-wrong-key');
  });
  it('with the text that it refuses', async () => {
    const embedder = await open();
    const fault = await faultOf(embed(embedder, ['a', 'b', 'word '.repeat(600), 'c']));
    expect(fault).toMatch(/answered 400: This model's maximum context length .* for the text "word word/);
    expect(fault).toContain('Cut shorter passages');
  });
});

describe('a service in trouble', () => {
  const limited = (after: string) => answers(429, { error: { message: 'Rate limit' } }, { 'retry-after': after });
  it('is asked again after the time that it names, in seconds or as a date', async () => {
    const embedder = await open();
    double.next.push(limited('1'));
    const start = performance.now();
    await embed(embedder);
    expect(performance.now() - start).toBeGreaterThan(990);
    double.next.push(limited(new Date(Date.now() - 5_000).toUTCString()), answers(503, {}, { 'retry-after': '0' }));
    await embed(embedder);
  });
  it('is given up after so many retries, or where it asks for too long a time', async () => {
    const embedder = await open('&retries=1');
    double.next.push(limited('0'), limited('0'));
    expect(await faultOf(embed(embedder))).toContain('answered 429: Rate limit (2 attempts)');
    double.next.push(limited('3600'));
    expect(await faultOf(embed(embedder))).toContain('asks to wait 3600 s');
  });
  it('that is silent, cut, no JSON, or elsewhere', async () => {
    double.next.push(() => {});
    expect(await faultOf(open('&retries=0&timeoutMs=60'))).toContain('gave no answer within 60 ms');
    const embedder = await open('&retries=0');
    double.next.push((_, response) => {
      response.writeHead(200).write('{"data":[{');
      setTimeout(() => response.destroy(), 5);
    });
    expect(await faultOf(embed(embedder))).toContain('GRK_SERVICE_FAILED');
    double.next.push((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'));
    expect(await faultOf(embed(embedder))).toContain('answered what is not JSON (content-type text/html)');
    double.next.push((_, response) => response.writeHead(307, { location: 'http://elsewhere/' }).end());
    expect(await faultOf(embed(embedder))).toContain('redirects (307), which is not followed');
  });
  it('stops when the user does, while it is waited for', async () => {
    const embedder = await open();
    double.next.push(limited('30'));
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 20);
    expect(await faultOf(embedder.embed(['x'], 'query', controller.signal))).toMatch(/^GRK_INTERRUPTED/);
  });
});
