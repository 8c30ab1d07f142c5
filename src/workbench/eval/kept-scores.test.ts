import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { smallGolden } from '../../../test/binary.ts';
import type { Loopback } from '../../../test/doubles/loopback.ts';
import { TEI_INFO, teiDouble } from '../../../test/doubles/rerank-services.ts';
import type { Report } from '../../contracts/report.ts';
import { indexStatus } from '../collections/index-status.ts';
import { createSession } from '../session/session.ts';
import type { EvalRequest } from './prepare.ts';
import { evalRun } from './run.ts';

let root: string;
let server: Loopback;
let notices: string[];
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'grk kept ü-'));
  smallGolden(join(root, 'gold'));
  server = await teiDouble();
});
afterAll(() => {
  server.close();
  rmSync(root, { recursive: true, force: true });
});
beforeEach(() => {
  notices = [];
  rmSync(join(root, '.grk/rerank-scores.sqlite'), { force: true });
});

const session = (settings: Record<string, string> = {}) =>
  createSession({ cwd: root, settings: { golden: 'gold', ...settings }, notice: (text) => notices.push(text) });
const suiteOf = (...weights: number[]) => ({
  baseline: `w${weights[0]}/bm25`,
  guards: [{ axis: 'latency' as const, margin: 0.2 }],
  variants: weights.map((weight) => ({
    name: `w${weight}`,
    stages: [
      { kind: 'bm25' as const },
      { kind: 'rerank' as const, input: 'bm25', reranker: `combined(tei:?url=${server.url}, ${weight})` },
    ],
  })),
});
/** Runs an eval, and counts the requests for scores that it made. */
async function run({ weights = [1], settings = {}, ...request }: Given = {}) {
  server.asked.length = 0;
  const outcome = await evalRun(session(settings), { suite: suiteOf(...weights), ...request });
  return { ...outcome, calls: server.asked.filter(({ path }) => path === '/rerank').length };
}
interface Given extends Omit<EvalRequest, 'suite'> {
  readonly weights?: number[];
  readonly settings?: Record<string, string>;
}
const untimed = ({ timing: _timing, ...rest }: Report) => JSON.stringify(rest);
const timingOf = (report: Report, id: string) => report.timing.stages.find((stage) => stage.id === id);
const latencyReason = ({ deltas }: Awaited<ReturnType<typeof run>>) =>
  deltas.find(({ axis }) => axis === 'latency')?.reason;

it('gives the same report twice but for its timing; the second run asks for no score', async () => {
  const first = await run();
  const second = await run();
  expect(first.calls).toBeGreaterThan(0);
  expect(second.calls).toBe(0);
  expect(untimed(second.report)).toBe(untimed(first.report));
  // The first run kept what it timed, and read none of it: its controls did.
  const timed = timingOf(first.report, 'w1/rerank');
  expect(timed?.cachedTopicIds).toBeUndefined();
  expect(timed?.n).toBe(first.report.topics.length);
  const marked = timingOf(second.report, 'w1/rerank');
  const ranked = second.report.stages[0]?.topics.filter(({ ranking }) => ranking.length > 0);
  expect(marked?.cachedTopicIds).toEqual(ranked?.map(({ topicId }) => topicId));
  // Where bm25 finds nothing there is nothing to score, and what that takes is timed.
  expect(marked?.n).toBe(second.report.topics.length - (ranked?.length ?? 0));
  expect(timingOf(second.report, 'w1/bm25')).toMatchObject({ n: second.report.topics.length });
  expect(timingOf(second.report, 'w1/bm25')?.cachedTopicIds).toBeUndefined();
  expect(latencyReason(first)).toBe('not comparable: no repeats, which --repeats N makes');
  expect(latencyReason(second)).toMatch(
    /^not comparable: scores of w1\/rerank came from the cache for \d+ of \d+ topics, and no repeats/,
  );
  expect(notices).toEqual([]);
});

it('asks once for variants that combine the same scores with other weights, and marks the later ones', async () => {
  const one = await run();
  rmSync(join(root, '.grk/rerank-scores.sqlite'));
  const { report, calls } = await run({ weights: [1, 2] });
  expect(calls).toBe(one.calls);
  expect(timingOf(report, 'w1/rerank')?.cachedTopicIds).toBeUndefined();
  expect(timingOf(report, 'w2/rerank')?.cachedTopicIds?.length).toBeGreaterThan(0);
});

it('times repeats without the cache', async () => {
  await run();
  const { report, calls, deltas } = await run({ repeats: 2 });
  const { cachedTopicIds = [], repeatsMs = [] } = timingOf(report, 'w1/rerank') ?? {};
  expect(calls).toBeGreaterThanOrEqual(2 * cachedTopicIds.length);
  expect(cachedTopicIds.length).toBeGreaterThan(0);
  expect(repeatsMs.flat()).toHaveLength(2 * report.topics.length);
  expect(repeatsMs.flat().every((ms) => ms !== null)).toBe(true);
  expect(deltas.find(({ axis }) => axis === 'latency')?.latency?.repeats).toBe(2);
});

it('keeps nothing of a service that names no revision of its model', async () => {
  const unnamed = await teiDouble({ ...TEI_INFO, model_sha: null });
  const before = server;
  server = unnamed;
  const [first, second] = [await run(), await run()];
  server = before;
  unnamed.close();
  expect(second.calls).toBe(first.calls);
  expect(second.calls).toBeGreaterThan(0);
});

it('shows what is kept, and lets it go above its bound when the run is over', async () => {
  await run();
  const kept = async () => (await indexStatus(session(), [])).caches.find(({ name }) => name.startsWith('rerank'));
  expect(await kept()).toMatchObject({ entries: expect.any(Number), maxBytes: 2 ** 28 });
  expect((await kept())?.entries).toBeGreaterThan(0);
  await run({ settings: { 'caches.maxRerankBytes': '0' } });
  expect((await kept())?.entries).toBe(0);
});
