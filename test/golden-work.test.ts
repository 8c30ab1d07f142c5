import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { GoldenStats } from '../src/contracts/golden-stats.ts';
import type { Report } from '../src/contracts/report.ts';
import { grk, judgmentLines, workFolder, writeFiles } from './binary.ts';
import { goldenFolder } from './golden-folder.ts';

const folder = workFolder('golden work');
const { golden, read, check, fresh } = goldenFolder(folder);

describe('grk golden pool', () => {
  const columns = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t'));
  const grade = (name: string, grades: (row: readonly string[]) => string) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const rows = columns(text).map((row) => [grades(row), ...row.slice(1)].join('\t'));
    writeFileSync(join(folder, name), `${[text.split('\n')[0], ...rows].join('\n')}\n`);
  };
  const evaluate = async (set: string, report: string) => {
    const { code } = await grk(folder, ['eval', '--golden', set, '--no-dense', '--out', report, '--quiet']);
    expect(code).toBe(0);
    return JSON.parse(readFileSync(join(folder, report), 'utf8')) as Report;
  };

  it('holds what was retrieved and not judged, blind, and takes the grades back', async () => {
    const set = fresh('pool ü');
    const report = await evaluate(set, 'pool.json');
    const made = await golden('pool', set, 'pool.json', '--depth', '3', '--out', 'p.tsv', '--json');
    expect([made.code, made.err]).toEqual([0, '']);
    const text = readFileSync(join(folder, 'p.tsv'), 'utf8');
    expect(text).not.toMatch(/bm25|default\//);
    const retrieved = report.stages.flatMap(({ topics }) =>
      topics.flatMap(({ topicId, ranking }) => ranking.slice(0, 3).map(({ id }) => `${topicId} ${id}`)),
    );
    const judged = report.indexes.flatMap(({ relevant }) =>
      relevant.flatMap(({ topicId, passages }) => passages.map(({ id }) => `${topicId} ${id}`)),
    );
    const pooled = columns(text).map((row) => `${row[1]} ${row[6]}`);
    expect([...pooled].sort()).toEqual([...new Set(retrieved)].filter((key) => !judged.includes(key)).sort());
    expect(pooled.length).toBeGreaterThan(2);
    expect(JSON.parse(made.out)).toMatchObject({ toGrade: pooled.length, candidates: new Set(retrieved).size });
    expect((await golden('pool', set, 'pool.json', '--depth', '3', '--out', 'p.tsv')).err).toContain(
      'is there already, perhaps with grades',
    );

    await golden('pool', set, 'pool.json', '--stage', 'bm25', '--depth', '3', '--out', 'named.tsv');
    expect(readFileSync(join(folder, 'named.tsv'), 'utf8')).toBe(text);

    let n = 0;
    grade('p.tsv', () => (n++ === 0 ? '' : n === 2 ? '2' : '0'));
    const [first, ...others] = read(set).trimEnd().split('\n');
    const taken = await golden('pool', set, '--read', 'p.tsv', '--json');
    expect(JSON.parse(taken.out)).toMatchObject({
      added: pooled.length - 1,
      byGrade: { 0: pooled.length - 2, 2: 1 },
      ungraded: 1,
      alreadyThere: 0,
      isWritten: true,
    });
    expect([first, ...others]).toHaveLength(5);
    expect(await check(set)).toBe(0);
    // What was read back is judged; only the row without a grade is left.
    expect(JSON.parse((await golden('pool', set, '--read', 'p.tsv', '--json')).out)).toMatchObject({
      added: 0,
      alreadyThere: pooled.length - 1,
      isWritten: false,
    });
    const rest = await golden('pool', set, 'pool.json', '--depth', '3', '--out', 'rest.jsonl', '--json');
    expect(JSON.parse(rest.out)).toMatchObject({ toGrade: 1 });
    const again = await evaluate(set, 'pool2.json');
    const known = again.indexes.flatMap(({ relevant }) => relevant.flatMap(({ passages }) => passages)).length;
    expect(known).toBe(judged.length + pooled.length - 1);
  });

  it('is the same for the same seed, and another for another', async () => {
    const set = fresh('seeds');
    await evaluate(set, 'seeds.json');
    const order = async (out: string, ...args: string[]) => {
      expect((await golden('pool', set, 'seeds.json', '--out', out, ...args)).code).toBe(0);
      return readFileSync(join(folder, out), 'utf8');
    };
    expect(await order('s1.tsv')).toBe(await order('s1b.tsv', '--seed', '1', '--stage', 'bm25'));
    expect(await order('s2.tsv', '--seed', '2')).not.toBe(await order('s3.tsv', '--seed', '3'));
  });

  it('pools documents of run files, and the stages of reports by name', async () => {
    writeFiles(folder, {
      'docs/corpus.jsonl': ['a', 'b', 'c', 'd']
        .map((_id) => `${JSON.stringify({ _id, text: `about ${_id}` })}\n`)
        .join(''),
      'docs/queries.jsonl': '{"_id": "q1", "text": "about b"}\n',
      'docs/qrels/test.tsv': 'query-id\tcorpus-id\tscore\nq1\ta\t1\nq1\td\t-1\n',
      'a.run': 'q1 Q0 a 1 3 x\nq1 Q0 b 2 2 x\nq1 Q0 c 3 1 x\nq9 Q0 a 1 1 x\n',
      'b.run': 'q1 Q0 d 1 3 y\nq1 Q0 gone 2 2 y\nq1 Q0 b 3 1 y\n',
      'alien.run': 'q1 Q0 zz 1 3 y\n',
    });
    await grk(folder, ['golden', 'import', 'beir', 'docs', '--out', 'doc-set']);
    const made = await golden('pool', 'doc-set', 'a.run', 'b.run', '--depth', '2', '--out', 'd.jsonl');
    expect(made.err).toContain('a.run: 1 topics are not in the golden set');
    expect(made.err).toContain('b.run: 1 retrieved documents are not in the corpus');
    const rows = readFileSync(join(folder, 'd.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows.map(({ doc }) => doc).sort()).toEqual(['b', 'd']);
    expect(rows[0]).toMatchObject({ grade: null, topic: 'q1', query: 'about b', start: null, passage: null });
    writeFileSync(join(folder, 'd.jsonl'), rows.map((row) => `${JSON.stringify({ ...row, grade: 1 })}\n`).join(''));
    expect((await golden('pool', 'doc-set', '--read', 'd.jsonl')).out).toContain(
      '2 judgments of 1 topics (grade 2 × 1): added',
    );
    expect(JSON.parse(read('doc-set')).gold).toEqual([
      { doc: 'a', grade: 1 },
      { doc: 'd', grade: 1 },
      { doc: 'b', grade: 1 },
    ]);
    expect(await golden('pool', 'doc-set', 'alien.run', '--out', 'x.tsv')).toMatchObject({
      code: 4,
      err: expect.stringContaining('shares no document'),
    });
    expect(await golden('pool', fresh('spans'), 'a.run', '--out', 'x.tsv')).toMatchObject({
      code: 2,
      err: expect.stringContaining('ranks documents'),
    });
    expect(await golden('pool', 'doc-set', 'a.run', '--stage', 'default/bm25', '--out', 'x.tsv')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Run files have no stages'),
    });
    expect(await golden('pool', 'doc-set', 'a.rum', '--out', 'x.tsv')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Did you mean "a.run"?'),
    });
    for (const args of [
      ['a.run', '--dry-run', '--out', 'x.tsv'],
      ['--read', 'd.jsonl', '--depth', '5'],
    ]) {
      expect(await golden('pool', 'doc-set', ...args)).toMatchObject({
        code: 2,
        err: expect.stringContaining('does nothing with'),
      });
    }
    expect(await golden('pool', 'doc-set', '--out', 'x.tsv')).toMatchObject({
      code: 2,
      err: expect.stringContaining('name reports and runs to pool'),
    });
  });

  it('refuses grades for what is not there any more, all of them, with file and line', async () => {
    const set = fresh('moved');
    await evaluate(set, 'moved.json');
    await golden('pool', set, 'moved.json', '--out', 'm.tsv');
    grade('m.tsv', (row) => (row[1] === 't5' ? '' : '1'));
    const rows = columns(readFileSync(join(folder, 'm.tsv'), 'utf8'));
    const elsewhere = rows.find((row) => row[1] === 't1' && row[3] !== 'guides/restore.md')?.[3] ?? '';
    const before = read(set).replace('"query":"what happens to', '"query":"So what happens to');
    writeFiles(folder, {
      'moved/judgments.jsonl': before,
      [`moved/corpus/${elsewhere}`]: '# Rewritten\n\nAll of it.\n',
    });
    const { code, err } = await golden('pool', set, '--read', 'm.tsv');
    expect(code).toBe(2);
    expect(err).toMatch(/m\.tsv:\d+: topic "t4" asks something else now: "So what happens to/);
    expect(err).toMatch(new RegExp(`m\\.tsv:\\d+: ${elsewhere} was changed: the passage is not there any more`));
    expect(read(set)).toBe(before);
    const stale = await golden('pool', set, 'moved.json', '--out', 'x.tsv');
    expect(stale).toMatchObject({ code: 2, err: expect.stringContaining('was measured over other documents') });
  });
});

describe('grk golden stats', () => {
  it('counts, and says what a report could detect', async () => {
    const set = fresh('stats');
    const { out, code } = await golden('stats', set, '--json');
    expect(code).toBe(0);
    const stats = JSON.parse(out) as GoldenStats;
    expect(stats).toMatchObject({ documents: 6, documentsUnjudged: 3, detectable: null, similar: [], sharedGold: [] });
    expect(stats.groups[0]).toMatchObject({ topics: 5, answerable: 4, noAnswer: 1, smallestP: 0.125 });
    const table = await golden('stats', set);
    expect(table.out).toContain('6 documents, 3 of them (50.0 %) named by no judgment; unit passage');
    expect(table.out.replaceAll(/\s+/g, ' ')).toContain(
      'from 0.8), 0 across splits 0 relevant places shared across splits',
    );
    await grk(folder, ['eval', '--golden', set, '--embedder', 'static:shipped', '--out', 'stats.json', '--quiet']);
    const told = JSON.parse((await golden('stats', set, '--report', 'stats.json', '--json')).out) as GoldenStats;
    for (const { sd, minimumDetectableEffect, topics } of told.detectable ?? []) {
      expect([sd > 0, minimumDetectableEffect > 0, topics]).toEqual([true, true, 4]);
    }
    expect(
      (await golden('stats', fresh('others', judgmentLines({ 4: '' }).trimEnd()), '--report', 'stats.json')).err,
    ).toContain('was measured on other judgments than these');
    expect((await grk(folder, ['golden', 'stats'])).err).toContain('no golden set is named');
  });
});
