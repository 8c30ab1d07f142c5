import { join } from 'node:path';
import { beforeAll, expect, it, vi } from 'vitest';
import { smallGolden, workFolder } from '../../../test/binary.ts';
import { ingest } from '../collections/ingest.ts';
import { search } from '../collections/search.ts';
import { doctor } from '../doctor.ts';
import { evaluate } from '../library/evaluate.ts';
import { createSession } from '../session/session.ts';

vi.mock('@huggingface/transformers', () => {
  throw new Error('Cannot find package');
});

const root = workFolder('no transformers');
const shipped = { reranker: 'combined(cross-tiny)' };
const session = () => createSession({ cwd: root, config: shipped });
const MISSING = 'cross-tiny needs @huggingface/transformers, which is not installed';
const REMEDY = expect.stringContaining('npm install @huggingface/transformers@');

beforeAll(() => smallGolden(join(root, 'gold')));

it('leaves the default rerank stage out of an eval, by name with the command that installs it, and runs the rest', async () => {
  const report = await evaluate({ cwd: root, golden: 'gold', config: shipped });
  expect(report.stages.map(({ name }) => name)).toEqual(['bm25', 'dense', 'fusion']);
  expect(report.warnings).toContainEqual({
    code: 'stage-left-out',
    stage: 'default/rerank',
    message: `default/rerank is left out: ${MISSING}`,
    remedy: REMEDY,
  });
});
it('refuses it where it is asked for by name', async () => {
  await expect(evaluate({ cwd: root, golden: 'gold', ...shipped })).rejects.toMatchObject({
    code: 'GRK_STAGE_UNAVAILABLE',
    message: `stage default/rerank cannot run: ${MISSING}`,
    remedy: REMEDY,
  });
});
it('refuses a search that asks for it', async () => {
  await ingest(session(), { paths: ['gold/corpus'], dense: false, rebuild: false });
  const request = { query: 'restore', mode: 'bm25', topK: 3, filters: [] } as const;
  expect((await search(session(), request)).hits.length).toBeGreaterThan(0);
  await expect(search(session(), { ...request, rerank: true })).rejects.toMatchObject({
    code: 'GRK_DEPENDENCY_MISSING',
    message: MISSING,
    remedy: REMEDY,
  });
});
it('is what grk doctor says of the reranker and of the stage', async () => {
  const lines = (await doctor(session())).filter(({ name }) => name === 'rerank' || name === shipped.reranker);
  expect(lines).toEqual([
    { topic: 'models', name: shipped.reranker, status: 'missing', detail: MISSING, remedy: REMEDY },
    { topic: 'stages', name: 'rerank', status: 'missing', detail: MISSING, remedy: REMEDY },
  ]);
});
