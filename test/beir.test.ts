import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Report, ReportSchema } from '../src/contracts/report.ts';
import { grk, workFolder, writeFiles } from './binary.ts';

const jsonl = (rows: readonly object[]) => `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`;
const document = (_id: string, text: string) => ({ _id, title: '', text });

/** Two corpus parts, two topics; topic d1 is also the id of a document, and its query is that document's text. */
const FILES = {
  'set/corpus-00.jsonl': jsonl([
    document('d1', 'walrus tusks are ivory'),
    document('d2', 'a walrus has tusks on the ice'),
  ]),
  'set/corpus-01.jsonl': jsonl([
    document('d3', 'ivory trade was banned'),
    document('d4', 'harbour seals sleep ashore'),
  ]),
  'set/queries.jsonl': jsonl([
    { _id: 'd1', text: 'walrus tusks are ivory' },
    { _id: 'q2', text: 'harbour seals' },
  ]),
  'set/qrels/test.tsv': 'query-id\tcorpus-id\tscore\nd1\td2\t1\nq2\td4\t1\n',
};

const folder = workFolder('beir');
beforeAll(() => writeFiles(folder, FILES));

async function evaluate(name: string, ...args: string[]): Promise<Report> {
  const { code, err } = await grk(folder, ['eval', '--golden', 'set', '--no-dense', '--out', name, ...args]);
  expect([code, err]).toEqual([0, '']);
  return ReportSchema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
}

function bm25(report: Report) {
  const stage = report.stages.find(({ kind }) => kind === 'bm25');
  return Object.fromEntries(
    (stage?.topics ?? []).map(({ topicId, ranking, scores }) => [
      topicId,
      { docs: ranking.map(({ doc }) => doc), reciprocalRank: scores['RR@10'] },
    ]),
  );
}

describe('grk eval of a BEIR folder in which a topic has the id of a document', () => {
  it('ranks that document unless told otherwise, and says that none was left out (beir#187, mteb PR#833)', async () => {
    const report = await evaluate('kept.json', '--measures', 'RR@10');
    expect(bm25(report)).toEqual({
      d1: { docs: ['d1', 'd2', 'd3'], reciprocalRank: 0.5 },
      q2: { docs: ['d4'], reciprocalRank: 1 },
    });
    expect(report.golden).toMatchObject({ documents: 4, topics: 2, answerable: 2, excludedSelf: 0 });
    expect(report.runConfig).toMatchObject({ golden: { unit: 'document' }, selection: { excludeSelf: false } });
    expect(report.indexes[0]?.relevant).toEqual([]);
  });

  it('leaves it out of its own topic only with --exclude-self, and counts it', async () => {
    const report = await evaluate('left-out.json', '--measures', 'RR@10', '--exclude-self');
    expect(bm25(report)).toEqual({
      d1: { docs: ['d2', 'd3'], reciprocalRank: 1 },
      q2: { docs: ['d4'], reciprocalRank: 1 },
    });
    expect(report.golden.excludedSelf).toBe(1);
    expect(report.runConfig.selection.excludeSelf).toBe(true);
  });

  it('writes the depth that was asked for into the run configuration, so that other depths are other runs', async () => {
    const [whole, ten] = [await evaluate('whole.json'), await evaluate('ten.json', '--top-k', '50')];
    expect([whole.runConfig.topK, ten.runConfig.topK]).toEqual([100, 50]);
    expect(ten.runConfigSha256).not.toBe(whole.runConfigSha256);
  });
});
