import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ReportSchema } from '../src/contracts/report.ts';
import { openEmbedder } from '../src/providers/registry.ts';
import { grk, ROOT, smallGolden, workFolder } from './binary.ts';

const folder = workFolder('vectors ü');
const golden = ['--golden', 'gold'];
beforeAll(() => smallGolden(join(folder, 'gold')));

interface Row {
  readonly role: 'query' | 'passage';
  readonly text: string;
}
const rowsOf = (text: string): Row[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** As a user does it elsewhere: the vectors of another embedder, in the order of the texts. */
async function vectorsOf(rows: readonly Row[]): Promise<object[]> {
  const embedder = await openEmbedder('static:shipped', '/');
  const made: object[] = [];
  for (const { role, text } of rows)
    made.push({ role, text, vector: [...(await embedder.embed([text], role)).vectors] });
  return made;
}
const writeRows = (name: string, rows: readonly object[]) =>
  writeFileSync(join(folder, name), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));

describe('vectors made elsewhere', () => {
  it('of the texts that grk golden texts writes give the numbers of the embedder that made them', async () => {
    const { out, code } = await grk(folder, ['golden', 'texts', ...golden]);
    expect(code).toBe(0);
    const rows = rowsOf(out);
    expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(rows.length);
    expect(new Set(rows.map(({ role }) => role))).toEqual(new Set(['query', 'passage']));
    expect((await grk(folder, ['golden', 'texts', ...golden, '--out', 'texts.jsonl'])).code).toBe(0);
    expect(readFileSync(join(folder, 'texts.jsonl'), 'utf8')).toBe(out);
    writeRows('made.jsonl', await vectorsOf(rows));
    const means = [];
    for (const [i, id] of ['static:shipped', 'vectors:made.jsonl'].entries()) {
      const run = await grk(folder, ['eval', ...golden, '--embedder', id, '--out', `r${i}.json`, '--quiet']);
      expect([run.code, run.err]).toEqual([0, '']);
      const report = ReportSchema.parse(JSON.parse(readFileSync(join(folder, `r${i}.json`), 'utf8')));
      means.push(
        report.stages.map((stage) => [
          stage.id,
          stage.means,
          stage.topics.map(({ ranking }) => ranking.map((hit) => hit.id)),
        ]),
      );
    }
    expect(means[1]).toEqual(means[0]);
  });
  it('are refused where a text has none, by its words and with what to do, and nothing is reported', async () => {
    const { out } = await grk(folder, ['golden', 'texts', ...golden]);
    const rows = rowsOf(out);
    writeRows('few.jsonl', await vectorsOf(rows.filter(({ role }, i) => role === 'query' || i < rows.length - 1)));
    const run = await grk(folder, ['eval', ...golden, '--embedder', 'vectors:few.jsonl', '--out', 'few.json']);
    expect(run.code).toBe(1);
    expect(run.err).toContain(
      `few.jsonl has no vector for the passage ${JSON.stringify(rows.at(-1)?.text.slice(0, 80))}`,
    );
    expect(run.err).toContain('grk golden texts writes every text');
    expect(() => readFileSync(join(folder, 'few.json'))).toThrow('ENOENT');
  });
  it('follow the chunker that is asked for', async () => {
    const texts = async (...args: string[]) => {
      const run = await grk(folder, ['golden', 'texts', '--golden', join(ROOT, 'golden', 'handbook'), ...args]);
      expect([run.code, run.err]).toEqual([0, '']);
      return rowsOf(run.out);
    };
    expect((await texts('--set', 'chunker.maxChars=300')).length).toBeGreaterThan((await texts()).length);
  });
  it('need a golden set whose texts are asked for', async () => {
    expect(await grk(folder, ['golden', 'texts'])).toMatchObject({ code: 2, out: '' });
  });
});
