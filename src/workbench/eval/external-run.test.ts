import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { CONTRACT_ANSWERS, externalSearchContract } from '../../providers/external/external-search.contract.ts';
import { openRunSearch } from './external-run.ts';

const folder = mkdtempSync(join(tmpdir(), 'grk run ü-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function open(content: string | Buffer, name = 'a.run') {
  const file = join(folder, name);
  writeFileSync(file, content);
  return openRunSearch(file, name, undefined);
}
const lines = Object.entries(CONTRACT_ANSWERS).flatMap(([topicId, hits]) =>
  hits.map(({ doc, score }, rank) => `${topicId} Q0 ${doc} ${rank + 1} ${score} tag`),
);
// The order of lines and the rank column count for nothing.
const RUN = `${lines.toReversed().join('\n')}\n`;
externalSearchContract('a run file', () => open(RUN));
externalSearchContract('a packed run file', () => open(gzipSync(RUN), 'b.run.gz'));

describe('openRunSearch', () => {
  it('orders equal scores by document id bytewise descending, as trec_eval does, and cuts after that', async () => {
    const search = await open('t Q0 b 1 1.0 x\nt Q0 \u{1F9AD} 2 1 x\nt Q0 \uFF61 3 1 x\nt Q0 z 9 2 x\n', 'ties.run');
    const topic = { topicId: 't', query: '' };
    expect((await search.search(topic, 10)).map((hit) => hit)).toEqual([
      { docno: 'z', score: 2 },
      { docno: '\u{1F9AD}', score: 1 },
      { docno: '\uFF61', score: 1 },
      { docno: 'b', score: 1 },
    ]);
    expect(await search.search(topic, 2)).toHaveLength(2);
    expect([search.order, search.identity.determinism, search.topicIds]).toEqual(['list', 'bitwise', ['t']]);
  });
  it('hashes the text of the run, packed or not', async () => {
    const [plain, packed, other] = await Promise.all([
      open(RUN, 'c.run'),
      open(gzipSync(RUN), 'c.run.gz'),
      open(`${RUN}t9 Q0 a 1 1 x\n`, 'd.run'),
    ]);
    expect(packed.identity.settings.sourceSha256).toBe(plain.identity.settings.sourceSha256);
    expect(other.identity.settings.sourceSha256).not.toBe(plain.identity.settings.sourceSha256);
  });
  it.each([
    ['a score that is no number', 't Q0 a 1 notanumber x\n', 'GRK_RUN_INVALID', 'bad.run:1: the score "notanumber"'],
    ['NaN', 't Q0 a 1 2 x\nt Q0 b 1 nan x\n', 'GRK_RUN_INVALID', 'bad.run:2: the score "nan"'],
    ['a document twice', 't Q0 a 1 2 x\nt Q0 a 2 1 x\n', 'GRK_RUN_INVALID', 'bad.run:2'],
    ['nothing', '\n', 'GRK_NOTHING_MEASURED', 'bad.run holds no retrieved document'],
  ])('refuses a run with %s', async (_, content, code, message) => {
    await expect(open(content, 'bad.run')).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
  });
  it('refuses a run that is missing, naming its nearest neighbour', async () => {
    await open(RUN, 'dense.run');
    await expect(openRunSearch(join(folder, 'dens.run'), 'dens.run', undefined)).rejects.toMatchObject({
      code: 'GRK_FILE_MISSING',
      message: expect.stringContaining('Did you mean "dense.run"?'),
    });
  });
});
