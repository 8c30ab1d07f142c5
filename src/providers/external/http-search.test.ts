import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { CONTRACT_ANSWERS, externalSearchContract } from './external-search.contract.ts';
import { MAX_ANSWER_BYTES } from './http-attempt.ts';
import { openHttpSearch } from './http-search.ts';

const servers: (() => void)[] = [];
afterAll(() => {
  for (const close of servers) close();
});

type Handler = (request: { readonly body: string; readonly raw: IncomingMessage }, response: ServerResponse) => void;

/** A server on a free port. @returns its address and the bodies that it was sent */
async function serve(handler: Handler): Promise<{ address: string; bodies: string[]; close: () => void }> {
  const bodies: string[] = [];
  const server = createServer((raw, response) => {
    let body = '';
    raw.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    raw.on('end', () => {
      bodies.push(body);
      handler({ body, raw }, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  servers.push(close);
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/search`, bodies, close };
}

const TOPIC = { topicId: 't1', query: 'Größe "x"\nund 🦭' };
const settings = { timeoutMs: 2_000, retries: 2, concurrency: 3 };
const open = (http: string, over: Partial<typeof settings> = {}) => openHttpSearch({ http, ...settings, ...over });
const answer = (response: ServerResponse, value: unknown) => response.end(JSON.stringify(value));
/** Each handler answers one request, the last one all that follow. */
const inTurn = (...handlers: ((response: ServerResponse) => void)[]) => {
  let turn = 0;
  return serve((_, response) => handlers[Math.min(turn++, handlers.length - 1)]?.(response));
};
const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(code, headers).end('<html>secret</html>');
const ok = (response: ServerResponse) => answer(response, { hits: [{ doc: 'a', score: 1 }] });
const faultOf = (address: string, over: Partial<typeof settings> = {}) =>
  open(address, over)
    .search(TOPIC, 5)
    .then(
      () => 'no fault',
      (error: { code: string; message: string }) =>
        `${error.code} ${error.message.replace(/127\.0\.0\.1:\d+/g, 'HOST')}`,
    );

const contractServer = serve(({ body }, response) =>
  answer(response, { hits: CONTRACT_ANSWERS[JSON.parse(body).topicId] ?? [] }),
);
externalSearchContract('an HTTP endpoint', async () => open((await contractServer).address));

describe('openHttpSearch', () => {
  it('posts topic id, query and depth as JSON, and asks for JSON', async () => {
    let headers: IncomingMessage['headers'] = {};
    const { address, bodies } = await serve(({ raw }, response) => {
      headers = raw.headers;
      expect(raw.method).toBe('POST');
      ok(response);
    });
    expect(await open(address).search(TOPIC, 7)).toEqual([{ doc: 'a', score: 1 }]);
    expect(bodies.map((body) => JSON.parse(body))).toEqual([{ topicId: 't1', query: 'Größe "x"\nund 🦭', k: 7 }]);
    expect(headers).toMatchObject({ 'content-type': 'application/json', accept: 'application/json' });
  });
  it('sends the query of an address and shows it nowhere', async () => {
    let url: string | undefined;
    const { address } = await serve(({ raw }, response) => {
      url = raw.url;
      status(404)(response);
    });
    expect(await faultOf(`${address}?key=hidden`)).toBe('GRK_EXTERNAL_FAILED http://HOST/search answered 404');
    expect(url).toBe('/search?key=hidden');
    expect(JSON.stringify(open(`${address}?key=hidden`).identity)).not.toContain('hidden');
  });

  it('tries again after 500 and after a broken connection', async () => {
    const { address, bodies } = await inTurn(status(500), (response) => response.destroy(), ok);
    expect(await open(address).search(TOPIC, 5)).toHaveLength(1);
    expect(bodies).toHaveLength(3);
    expect(new Set(bodies).size).toBe(1);
  });
  it('waits between attempts, longer each time', async () => {
    const at: number[] = [];
    const note = (then: (response: ServerResponse) => void) => (response: ServerResponse) => {
      at.push(performance.now());
      then(response);
    };
    const { address } = await inTurn(note(status(503)), note(status(503)), note(ok));
    await open(address).search(TOPIC, 5);
    const [first = 0, second = 0, third = 0] = at;
    expect(second - first).toBeGreaterThan(240);
    expect(third - second).toBeGreaterThan(490);
  });
  it.each([
    ['seconds', () => '1', 990],
    ['a date', () => new Date(Date.now() + 2_000).toUTCString(), 900],
  ])('waits as long as Retry-After says in %s', async (_, value, atLeastMs) => {
    const { address } = await inTurn((response) => status(429, { 'retry-after': value() })(response), ok);
    const startMs = performance.now();
    await open(address).search(TOPIC, 5);
    expect(performance.now() - startMs).toBeGreaterThan(atLeastMs);
  });
  it('does not wait an hour', async () => {
    const { address, bodies } = await inTurn(status(429, { 'retry-after': '3600' }));
    expect(await faultOf(address)).toContain('answered 429 and asks to wait 3600 s');
    expect(bodies).toHaveLength(1);
  });
  it('says how often it tried', async () => {
    const { address, bodies } = await inTurn(status(502));
    expect(await faultOf(address, { retries: 1 })).toBe(
      'GRK_EXTERNAL_FAILED http://HOST/search answered 502 (2 attempts)',
    );
    expect(bodies).toHaveLength(2);
    expect(await faultOf(address, { retries: 0 })).toBe('GRK_EXTERNAL_FAILED http://HOST/search answered 502');
  });

  it.each<[string, (response: ServerResponse) => void, string]>([
    ['400', status(400), 'answered 400'],
    [
      'a redirect',
      status(307, { location: 'http://elsewhere.invalid/?token=hidden' }),
      'redirects (307), which is not',
    ],
    ['204', status(204), 'answered 204'],
    [
      'what is not JSON',
      (response) => response.setHeader('content-type', 'text/html').end('<b>hi</b>'),
      'not JSON (content-type text/html)',
    ],
    ['nothing', (response) => response.end(), 'not JSON (content-type not given)'],
    ['what is not UTF-8', (response) => response.end(Buffer.from([0x22, 0xff, 0x22])), 'not JSON'],
    ['a list', (response) => answer(response, []), 'Invalid input'],
    ['another key', (response) => answer(response, { hits: [], took: 3 }), 'unknown key "took"'],
    ['no hits', (response) => answer(response, {}), 'hits: is missing'],
    ['an endless score', (response) => response.end('{"hits":[{"doc":"a","score":1e999}]}'), 'hits[0]: score'],
    ['more than it may', (response) => response.end('x'.repeat(MAX_ANSWER_BYTES + 1)), 'more than 16 MiB'],
  ])('does not ask again after %s, which no attempt mends', async (_, handler, message) => {
    const { address, bodies } = await inTurn(handler);
    const fault = await faultOf(address);
    expect(fault).toMatch(/^GRK_EXTERNAL_FAILED http:\/\/HOST\/search/);
    expect(fault).toContain(message);
    expect(fault).not.toMatch(/hidden|secret/);
    expect(bodies).toHaveLength(1);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['never answers', () => {}],
    ['stops in the middle of its answer', (response) => void response.write('{"hits":')],
  ])('ends an attempt when the server %s', async (_, handler) => {
    const { address, bodies } = await inTurn(handler);
    expect(await faultOf(address, { timeoutMs: 40, retries: 1 })).toContain('gave no answer within 40 ms (2 attempts)');
    expect(bodies).toHaveLength(2);
  });
  it('stops at once when the user does, in an attempt and between two', async () => {
    const hanging = await inTurn(() => {});
    const failing = await inTurn(status(429, { 'retry-after': '30' }));
    for (const { address } of [hanging, failing]) {
      const stop = new AbortController();
      const pending = open(address).search(TOPIC, 5, stop.signal);
      setTimeout(() => stop.abort(), 60);
      await expect(pending).rejects.toMatchObject({ code: 'GRK_INTERRUPTED' });
    }
  });

  it('gives up on an endpoint that cannot be reached for three topics, and says why each time', async () => {
    const { address, close } = await serve((_, response) => ok(response));
    close();
    const search = open(address, { retries: 1 });
    const startMs = performance.now();
    for (let topic = 0; topic < 100; topic++) {
      await expect(search.search(TOPIC, 5)).rejects.toThrow('cannot be reached (ECONNREFUSED)');
    }
    expect(performance.now() - startMs).toBeLessThan(3_000);
  });
  it.each<[string, (response: ServerResponse) => void, string]>([
    ['with hits', ok, 'ok'],
    ['with an error', status(500), 'failed'],
  ])('goes on asking an endpoint that has answered before, %s', async (_, first, firstResult) => {
    const broken = (response: ServerResponse) => response.destroy();
    const { address, bodies } = await inTurn(first, broken, broken, broken, broken, ok);
    const search = open(address, { retries: 0 });
    const results = [];
    for (let topic = 0; topic < 6; topic++) {
      results.push(
        await search.search(TOPIC, 5).then(
          () => 'ok',
          () => 'failed',
        ),
      );
    }
    expect(results).toEqual([firstResult, 'failed', 'failed', 'failed', 'failed', 'ok']);
    expect(bodies).toHaveLength(6);
  });
});
