import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RerankAttribution } from '../src/contracts/attribution.ts';
import { grk, smallGolden, workFolder } from './binary.ts';
import { json, type Loopback } from './doubles/loopback.ts';
import { jinaDouble, teiDouble } from './doubles/rerank-services.ts';

const folder = workFolder('rerank http');
let jina: Loopback;
let tei: Loopback;
beforeAll(async () => {
  smallGolden(join(folder, 'gold'));
  [jina, tei] = await Promise.all([jinaDouble(), teiDouble()]);
});
afterAll(() => {
  jina.close();
  tei.close();
});

const evaluate = (reranker: string, ...args: string[]) =>
  grk(folder, ['eval', '--golden', 'gold', '--embedder', 'static:shipped', '--reranker', reranker, ...args]);
const jinaId = (more = '') => `jina:m?url=${jina.url}/v1/rerank${more}`;

/** Row 52: one logit through softmax. */
function answerOnes(): void {
  for (let i = 0; i < 1_000; i++) {
    jina.next.push(({ body }, response) => {
      const { documents }: { documents: string[] } = JSON.parse(body);
      json(response, 200, { results: documents.map((_, index) => ({ index, relevance_score: 1 })) });
    });
  }
}

describe('grk eval with a reranker behind an address', () => {
  it('measures it like any other, and says that nothing promises the same answer again', async () => {
    const { code, out, err } = await evaluate(`tei:?url=${tei.url}`, '--json');
    expect([code, err]).toEqual([0, '']);
    const [rerank]: RerankAttribution[] = JSON.parse(out).attribution;
    expect(rerank?.reason).toBeUndefined();
    expect(rerank?.isStructural).toBe(false);
    expect(tei.asked.length).toBeGreaterThan(5);
  });
  it.each(['', 'combined'])('calls one a no-op whose every score is 1.0, %s', async (combined) => {
    answerOnes();
    const { code, out } = await evaluate(combined === '' ? jinaId() : `combined(${jinaId()})`, '--json');
    jina.next.length = 0;
    expect(code).toBe(0);
    const [rerank]: RerankAttribution[] = JSON.parse(out).attribution;
    const codes = rerank?.notes.map((note) => note.code);
    expect(codes).toContain('no-op-reranker');
    if (combined === '') expect(codes).toContain('constant-scores');
    for (const part of Object.values(rerank?.measures ?? {})) expect(part).toMatchObject({ reorder: 0, pool: 0 });
  });
  it('shows that on the terminal', async () => {
    answerOnes();
    const { out } = await evaluate(jinaId());
    jina.next.length = 0;
    const text = out.replaceAll(/\s+/g, ' ');
    expect(text).toMatch(/changed the order of its candidates on none of \d+ topics: it is a no-op/);
    expect(text).toMatch(/gave all its candidates one score on (\d+) of \1 topics/);
  });
  it('ends where the service refuses every topic, with its words', async () => {
    for (let i = 0; i < 1_000; i++) {
      jina.next.push((_, response) => json(response, 402, { detail: 'Insufficient account balance' }));
    }
    const { code, err } = await evaluate(jinaId());
    jina.next.length = 0;
    expect([code, err]).toEqual([1, expect.stringContaining('answered 402: Insufficient account balance')]);
  });
  it('is refused at once where no server runs, before anything is indexed', async () => {
    const gone = await teiDouble();
    gone.close();
    const { code, err } = await evaluate(`tei:?url=${gone.url}&retries=0`);
    expect([code, err]).toEqual([1, expect.stringContaining(`${gone.url}/info cannot be reached (ECONNREFUSED)`)]);
    expect(err).toContain('Start the endpoint');
  });
});
