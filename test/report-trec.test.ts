import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../src/contracts/report.ts';
import { grk, ROOT, smallGolden, workFolder, writeFiles } from './binary.ts';

const folder = workFolder('trec');
const HANDBOOK = join(ROOT, 'golden', 'handbook');
const reportOf = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Report;
const trec = (...args: string[]) => grk(folder, ['report', 'trec', ...args]);

async function meansOf(qrels: string, run: string, ...args: string[]): Promise<Record<string, number>> {
  const { code, out, err } = await grk(folder, ['eval', 'score', qrels, run, '--json', ...args]);
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out).runs[0].measures;
}

beforeAll(async () => {
  const { code } = await grk(folder, ['eval', '--golden', HANDBOOK, '--out', 'r.json', '--quiet']);
  expect(code).toBe(0);
});

describe('grk report trec', () => {
  it.each(['default/bm25', 'default/dense', 'default/fusion'])(
    'gives back the means of %s, in 64 and in 32 bits',
    async (id) => {
      const run = await trec('r.json', '--stage', id, '--out', 'a.run');
      expect(run.code).toBe(0);
      expect(run.out).toMatch(/^wrote .*a\.run: \d+ rows, passage ids, 104 topics\n$/);
      expect(run.err).toContain('topics left out, since they are in no mean: 28');
      expect((await trec('r.json', '--what', 'qrels', '-o', 'a.qrels', '--quiet')).err).toBe('');
      const means = reportOf('r.json').stages.find((stage) => stage.id === id)?.means ?? {};
      const names = Object.keys(means);
      expect(names).toContain('nDCG@10');
      expect(await meansOf('a.qrels', 'a.run', ...names)).toEqual(means);
      expect(await meansOf('a.qrels', 'a.run', ...names, '--compat', 'trec_eval-9')).toEqual(means);
    },
  );

  it('needs its care with ties: scores as they are give other means', async () => {
    const stage = reportOf('r.json').stages.find(({ name }) => name === 'fusion');
    const { out } = await trec('r.json', '--what', 'qrels', '--quiet');
    const rows = stage?.topics.flatMap(({ topicId, ranking }) =>
      ranking.map(({ id, score }, i) => `${topicId} Q0 ${id} ${i + 1} ${score} raw\n`),
    );
    writeFiles(folder, { 'raw.run': rows?.join('') ?? '', 'raw.qrels': out });
    const { out: scored } = await grk(folder, ['eval', 'score', 'raw.qrels', 'raw.run', 'AP@100', '--json', '--quiet']);
    expect(JSON.parse(scored).runs[0].measures['AP@100']).not.toBe(stage?.means['AP@100']);
  });

  it('writes documents in document unit, ids with blanks as words, and joins them again', async () => {
    writeFiles(folder, {
      'set/corpus.jsonl': ['a b', 'a%20b', 'c\u3000d', '#e']
        .map((_id) => `${JSON.stringify({ _id, text: 'walrus tusks' })}\n`)
        .join(''),
      'set/queries.jsonl':
        '{"_id": "#q 1", "text": "walrus"}\n{"_id": "q2", "text": "tusks"}\n{"_id": "q3", "text": "tusks"}\n',
      'set/qrels/test.tsv':
        'query-id\tcorpus-id\tscore\n#q 1\ta b\t2\n#q 1\tc\u3000d\t1\nq2\t#e\t1\nq2\ta b\t-1\nq3\ta b\t0\n',
    });
    await grk(folder, ['eval', '--golden', 'set', '--no-dense', '--out', 'set.json', '--quiet']);
    const run = await trec('set.json', '--stage', 'bm25', '--out', 'set.run');
    expect(run.err).toContain('topics left out, since they are in no mean: 1');
    expect(run.err).toContain('ids with blanks, % or a leading # are written with percent escapes: 5');
    const qrels = await trec('set.json', '--what', 'qrels', '--out', 'set.qrels', '--json');
    expect(JSON.parse(qrels.out)).toMatchObject({
      what: 'qrels',
      unit: 'document',
      rows: 4,
      topics: 2,
      topicsLeftOut: 1,
    });
    expect(readFileSync(join(folder, 'set.qrels'), 'utf8')).toBe(
      '%23q%201 0 a%20b 2\n%23q%201 0 c%E3%80%80d 1\nq2 0 %23e 1\nq2 0 a%20b -1\n',
    );
    const means = reportOf('set.json').stages[0]?.means ?? {};
    expect(await meansOf('set.qrels', 'set.run', ...Object.keys(means))).toEqual(means);
  });

  it.each<[string[], number, string]>([
    [['r.json'], 2, 'the report has 3 stages, and a run is the ranking of one'],
    [['r.json', '--stage', 'default/bm52'], 2, 'there is no stage "default/bm52". Did you mean "default/bm25"?'],
    [['r.json', '--stage', 'bm52'], 2, 'there is no stage "bm52". Did you mean "bm25"?'],
    [['r.json', '--stage', 'default/bm25', '--stage', 'default/dense'], 2, 'a run is the ranking of one stage'],
    [['none.json'], 2, 'does not exist'],
    [['set.run', '--stage', 'x'], 2, 'is not JSON'],
    [['r.json', '--stage', 'default/bm25', '--out', '.'], 2, 'is a folder'],
    [['r.json', '--stage', 'bm25', '--out', 'x'.repeat(300)], 2, 'the name of the file is too long'],
    [['r.json', '--what', 'rum'], 2, '--what cannot be "rum"'],
  ])('refuses %j with exit code %d', async (args, code, message) => {
    const run = await trec(...args);
    expect([run.code, run.out]).toEqual([code, '']);
    expect(run.err).toContain(message);
  });

  it('has nothing to export where a stage found nothing', async () => {
    smallGolden(join(folder, 'mute'));
    writeFiles(folder, {
      'mute/judgments.jsonl': `${JSON.stringify({ topicId: 't', query: 'zzz', category: 'c', split: 'dev', answerable: true, gold: [{ doc: 'guides/keys.md', quote: 'Losing the root key', grade: 1 }] })}\n`,
    });
    await grk(folder, ['eval', '--golden', 'mute', '--no-dense', '--out', 'mute.json', '--quiet']);
    const { code, err } = await trec('mute.json');
    expect(code).toBe(4);
    expect(err).toContain('mute.json holds nothing to export');
  });
});
