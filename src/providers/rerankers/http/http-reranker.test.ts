import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Answering, json, type Loopback } from '../../../../test/doubles/loopback.ts';
import { cohereDouble, jinaDouble, scoreOf, TEI_INFO, teiDouble } from '../../../../test/doubles/rerank-services.ts';
import { openReranker } from '../registry.ts';
import { PASSAGES, rerankerContract, TOPIC } from '../reranker.contract.ts';

const KEY = 'key-of-the-tests';
const VARIABLE = 'GRK_TEST_RERANK_KEY';
const doubles: Loopback[] = [];
let [cohere, jina, tei]: readonly Loopback[] = [];
beforeAll(async () => {
  process.env[VARIABLE] = KEY;
  [cohere, jina, tei] = await Promise.all([cohereDouble(KEY), jinaDouble(KEY), teiDouble()]);
  doubles.push(cohere, jina, tei);
});
afterEach(() => {
  process.env[VARIABLE] = KEY;
  for (const double of doubles) double.next.length = 0;
});
afterAll(() => {
  delete process.env[VARIABLE];
  for (const double of doubles) double.close();
});

const cohereId = (more = '') => `cohere:rerank-v3.5?url=${cohere?.url}/v2/rerank&keyVariable=${VARIABLE}${more}`;
const jinaId = (more = '') =>
  `jina:jina-reranker-v2-base-multilingual?url=${jina?.url}/v1/rerank&keyVariable=${VARIABLE}${more}`;
const teiId = (more = '') => `tei:?url=${tei?.url}/${more}`;
const open = async (id: string) => (await openReranker(id, '/'))(() => null);
const TEXTS = ['first', 'second', 'third'];
const passages = (texts: readonly string[] = TEXTS) =>
  texts.map((text, i) => ({ id: `p${i}`, doc: 'd', text, inputScore: 1 }));
const score = async (id: string, texts?: readonly string[], signal?: AbortSignal) => [
  ...(await (await open(id)).score(TOPIC, passages(texts), signal)).scores,
];
/** Ports change from run to run. */
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no fault',
    ({ code, message, remedy }) => `${code} ${message} | ${remedy}`.replaceAll(/127\.0\.0\.1:\d+/g, 'HOST'),
  );
const answers =
  (status: number, value: unknown, headers?: object): Answering =>
  (_, response) =>
    json(response, status, value, headers);

describe('an id of a reranker behind an address is refused', () => {
  it.each([
    ['tei:', 'reranker "tei:" has no address'],
    ['tei:?url=localhost:8080', 'url: '],
    ['tei:?url=file:///etc/passwd', 'url: '],
    ['tei:?url=http://h&rawScores=true', 'unknown key "rawScores"'],
    ['jina:m?timeoutMs=0', 'timeoutMs: '],
    ['jina:m?retries=99', 'retries: '],
    ['jina:m?keyVariable=sk-123', 'keyVariable: expected the name of an environment variable'],
  ])('%s', async (id, message) => {
    await expect(openReranker(id, '/')).rejects.toMatchObject({
      code: 'GRK_CONFIG_INVALID',
      message: expect.stringContaining(message),
    });
  });
  it.each(['http://user:secret@h/', 'http://h/?key=secret', 'http://h/#secret'])(
    'with a place where keys are kept, without showing it: %s',
    async (url) => {
      const fault = await faultOf(openReranker(`jina:m?${new URLSearchParams({ url })}`, '/'));
      expect(fault).toContain('holds a user name, a password, a query or a fragment');
      expect(fault).not.toContain('secret');
    },
  );
  it('without the key of the makers, and with one that cannot be one', async () => {
    const before = process.env.CO_API_KEY;
    delete process.env.CO_API_KEY;
    expect(await faultOf(openReranker('cohere:rerank-v3.5', '/'))).toContain('CO_API_KEY is not set');
    if (before !== undefined) process.env.CO_API_KEY = before;
    process.env[VARIABLE] = 'two\nlines of secret';
    const fault = await faultOf(openReranker(cohereId(), '/'));
    expect(fault).toContain(`what ${VARIABLE} holds is no key`);
    expect(fault).not.toContain('secret');
  });
});

describe('an answer that cannot be right is an error', () => {
  const result = (index: unknown, relevance_score: unknown) => ({ index, relevance_score });
  it.each<[string, unknown, string]>([
    ['no results', { data: [] }, 'results: is missing'],
    ['too few', { results: [result(0, 1), result(2, 1)] }, 'gave 2 scores for 3 texts: none for text 1'],
    ['none', { results: [] }, 'gave 0 scores for 3 texts: none for text 0'],
    ['one twice', { results: [result(0, 1), result(0, 2), result(2, 1)] }, 'scored text 0 twice'],
    ['one too many', { results: [0, 1, 2, 3].map((i) => result(i, 1)) }, 'scored text 3 of 3 (counted from 0)'],
    ['a negative index', { results: [result(-1, 1)] }, 'scored text -1 of 3'],
    ['no score', { results: [{ index: 0 }] }, 'results[0].relevance_score: is missing'],
    ['a score that is null, as NaN is in JSON', { results: [result(0, null)] }, 'results[0].relevance_score: '],
    ['a score as text', { results: [result(0, '0.5')] }, 'results[0].relevance_score: '],
  ])('%s', async (_, value, message) => {
    for (const [double, id] of [[cohere, cohereId()] as const, [jina, jinaId()] as const]) {
      double?.next.push(answers(200, value));
      expect(await faultOf(score(id))).toMatch(/^GRK_RERANKER_OUTPUT http:\/\/HOST\/v\d\/rerank/);
      double?.next.push(answers(200, value));
      expect(await faultOf(score(id))).toContain(message);
    }
  });
  it('a score that overflows, of TEI too', async () => {
    const reranker = await open(teiId());
    tei?.next.push((_, response) => response.end('[{"index":0,"score":1e999}]'));
    expect(await faultOf(reranker.score(TOPIC, passages(['a'])))).toContain('[0].score: ');
  });
  it('another model than the one that was asked', async () => {
    jina?.next.push(answers(200, { model: 'other', results: [] }));
    expect(await faultOf(score(jinaId()))).toContain('answered with the model "other", not "jina-reranker-v2');
  });
  it('what is not JSON', async () => {
    jina?.next.push((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'));
    expect(await faultOf(score(jinaId()))).toContain('answered what is not JSON (content-type text/html)');
  });
});

describe('a service that refuses is quoted', () => {
  it('and asked no second time', async () => {
    const before = cohere?.asked.length ?? 0;
    const id = cohereId().replace('rerank-v3.5', 'rerank-v9');
    expect(await faultOf(score(id))).toMatch(
      /^GRK_SERVICE_FAILED http:\/\/HOST\/v2\/rerank answered 404: model 'rerank-v9' not found \|/,
    );
    expect(cohere?.asked).toHaveLength(before + 1);
  });
  it('but never with the key, though it repeats it', async () => {
    process.env[VARIABLE] = 'wrong-key-123';
    const fault = await faultOf(score(jinaId()));
    expect(fault).toContain('answered 401: [AuthenticationError] Invalid API key: … | Check the key');
    const reranker = await open(jinaId());
    expect(fault + JSON.stringify(reranker.identity)).not.toContain('wrong-key-123');
  });
  it('without its words where they are no JSON, or too many', async () => {
    jina?.next.push((_, response) => response.writeHead(418).end('<html>secret</html>'));
    expect(await faultOf(score(jinaId()))).toContain('answered 418 |');
    jina?.next.push(answers(400, { detail: 'x'.repeat(100_000) }));
    expect(await faultOf(score(jinaId()))).toContain('answered 400 |');
    jina?.next.push(answers(400, { detail: `long\n ${'x'.repeat(1000)}` }));
    expect((await faultOf(score(jinaId()))).length).toBeLessThan(500);
  });
});

describe('a service in trouble', () => {
  const busy = answers(503, { message: 'overloaded' });
  it('is asked again, after the time that it names', async () => {
    cohere?.next.push(answers(429, { message: 'rate limit' }, { 'retry-after': '1' }), busy);
    const start = performance.now();
    expect(await score(cohereId())).toHaveLength(3);
    expect(performance.now() - start).toBeGreaterThan(990 + 490);
  });
  it('is given up after so many retries, or where it asks for too long a time', async () => {
    cohere?.next.push(busy, busy);
    expect(await faultOf(score(cohereId('&retries=1')))).toContain('answered 503: overloaded (2 attempts) |');
    cohere?.next.push(answers(429, { message: 'rate limit' }, { 'retry-after': '3600' }));
    expect(await faultOf(score(cohereId()))).toContain('answered 429 and asks to wait 3600 s: rate limit |');
  });
  it('that is silent or cut ends an attempt', async () => {
    cohere?.next.push(() => {});
    expect(await faultOf(score(cohereId('&retries=0&timeoutMs=50')))).toContain('gave no answer within 50 ms');
    cohere?.next.push((_, response) => {
      response.writeHead(200).write('{"results"');
      setTimeout(() => response.destroy(), 10);
    });
    expect(await faultOf(score(cohereId('&retries=0')))).toMatch(/GRK_SERVICE_FAILED .* cannot be reached/);
  });
  it('stops when the user does, while it works and while it is waited for', async () => {
    for (const answering of [() => {}, answers(429, {}, { 'retry-after': '30' })] satisfies Answering[]) {
      cohere?.next.push(answering);
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 50);
      expect(await faultOf(score(cohereId(), TEXTS, controller.signal))).toMatch(/^GRK_INTERRUPTED/);
    }
  });
  it('that does not run is named when TEI is opened', async () => {
    const gone = await teiDouble();
    gone.close();
    const fault = await faultOf(openReranker(`tei:?url=${gone.url}&retries=0`, '/'));
    expect(fault).toContain(
      'GRK_SERVICE_FAILED http://HOST/info cannot be reached (ECONNREFUSED) | Start the endpoint',
    );
  });
  it('that serves an embedder is no reranker', async () => {
    const embedder = await teiDouble({ ...TEI_INFO, model_type: { embedding: { pooling: 'cls' } } });
    doubles.push(embedder);
    expect(await faultOf(openReranker(`tei:?url=${embedder.url}`, '/'))).toContain(
      'GRK_MODEL_INVALID http://HOST/info serves BAAI/bge-reranker-base as embedding, not as a reranker',
    );
  });
});

rerankerContract('cohere', () => open(cohereId()), { isByText: true, randomCalls: 20 });
rerankerContract('jina', () => open(jinaId()), { isByText: true, randomCalls: 20 });
rerankerContract('tei', () => open(teiId()), { isByText: true, randomCalls: 20 });

describe('what is sent and given', () => {
  it('is every text with the key in a header, and every score asked for', async () => {
    expect(await score(jinaId(), ['b', 'a'])).toEqual([scoreOf(TOPIC.query, 'b'), scoreOf(TOPIC.query, 'a')]);
    const { headers, body } = jina?.asked.at(-1) ?? { headers: {}, body: '' };
    expect(headers.authorization).toBe(`Bearer ${KEY}`);
    expect(JSON.parse(body)).toEqual({
      model: 'jina-reranker-v2-base-multilingual',
      query: TOPIC.query,
      documents: ['b', 'a'],
      top_n: 2,
      return_documents: false,
    });
  });
  it('goes to TEI in batches that it takes, with raw scores asked for and long texts cut', async () => {
    const texts = Array.from({ length: 9 }, (_, i) => `${i}`.repeat(1_000));
    const before = tei?.asked.length ?? 0;
    expect(await score(teiId(), texts)).toEqual(texts.map((text) => scoreOf(TOPIC.query, text)));
    const sent = (tei?.asked ?? []).slice(before + 1).map(({ body }) => JSON.parse(body).texts.length);
    expect(sent).toEqual([4, 4, 1]);
  });
  it('is no key where an address is given and no variable, though the environment has one for the makers', async () => {
    const before = process.env.CO_API_KEY;
    process.env.CO_API_KEY = 'not-for-you';
    const fault = await faultOf(score(`cohere:rerank-v3.5?url=${cohere?.url}/v2/rerank`));
    if (before === undefined) delete process.env.CO_API_KEY;
    else process.env.CO_API_KEY = before;
    expect(fault).toContain('answered 401');
    expect(cohere?.asked.at(-1)?.headers.authorization).toBeUndefined();
  });
  it('is told by the identity: model, address, and what TEI says of itself', async () => {
    expect((await open(teiId())).identity).toEqual({
      provider: 'tei',
      model: 'BAAI/bge-reranker-base',
      algorithm: 'http-tei/1',
      weightsSha256: '',
      settings: {
        model: 'BAAI/bge-reranker-base',
        url: tei?.url,
        revision: TEI_INFO.model_sha,
        dtype: 'float16',
        maxTokens: 512,
        version: '1.8.0',
      },
      determinism: 'none',
    });
    expect((await open(cohereId())).identity.settings).toEqual({
      model: 'rerank-v3.5',
      url: `${cohere?.url}/v2/rerank`,
    });
  });
});

describe('scores are given as they came', () => {
  const results = (...scores: number[]) =>
    answers(200, { results: scores.map((relevance_score, index) => ({ index, relevance_score })) });
  it.each([
    ['of 0 to 1, as they are (hindsight PR 1512)', [0.0029, 0.0003, 0]],
    ['below 0 and above 1 (sentence-transformers 1004)', [-8.15, 7.45, 1.0000001]],
    ['close to each other, in double precision', [0.9999999999999998, 0.9999999999999999, 1]],
  ])('%s', async (_, scores) => {
    cohere?.next.push(results(...scores));
    expect(await score(cohereId())).toEqual(scores);
  });
  it('of a single candidate too: nothing is scaled by the others (mem0 PR 5715)', async () => {
    cohere?.next.push(results(0.37));
    expect(await score(cohereId(), ['one'])).toEqual([0.37]);
  });
  it('of no passages, without asking', async () => {
    const before = cohere?.asked.length;
    expect(await score(cohereId(), [])).toEqual([]);
    expect(cohere?.asked.length).toBe(before);
  });
  it('and half a surrogate pair is sent as the sign of replacement', async () => {
    expect(await score(jinaId(), [PASSAGES[5]?.text ?? ''])).toEqual([scoreOf(TOPIC.query, '\ufffd')]);
  });
});
