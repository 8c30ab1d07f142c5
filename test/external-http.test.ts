import { beforeAll, describe, expect, it } from 'vitest';
import { grk, writeFiles } from './binary.ts';
import { docsOf, externalProject, httpStage, RIGHT, serve } from './external-suite.ts';

const { folder, evaluate, moduleStage } = externalProject('external http');

describe('grk eval with an HTTP endpoint as a stage', () => {
  it('asks for several topics at a time, keeps their order, and says that latencies were measured so', async () => {
    let running = 0;
    let most = 0;
    const http = await serve(({ topicId }, response) => {
      most = Math.max(most, ++running);
      // Earlier topics answer later.
      setTimeout(
        () => {
          running--;
          response.end(JSON.stringify({ hits: RIGHT[topicId] ?? [] }));
        },
        40 * (6 - Number(topicId.slice(1))),
      );
    });
    const one = await evaluate([httpStage(http)]);
    expect([most, one.report.warnings]).toEqual([1, []]);
    const four = await evaluate([httpStage(http, {}, { concurrency: 4 })]);
    expect(most).toBe(4);
    expect(four.stage('mine').topics).toEqual(one.stage('mine').topics);
    expect(four.report.warnings.map(({ message }) => message)).toEqual([
      'v: latencies are those of up to 4 topics at a time, in every stage of it',
    ]);
    // A module takes one topic at a time, and so does the variant.
    most = 0;
    await evaluate([httpStage(http, {}, { concurrency: 4 }), moduleStage(RIGHT, { name: 'other' })]);
    expect(most).toBe(1);
  });
  it('shows neither the query of an address nor what is in it, wherever it fails', async () => {
    const http = `${await serve(({ topicId }, response) => {
      if (topicId === 't1') response.writeHead(403).end();
      else response.end(JSON.stringify({ hits: RIGHT[topicId] ?? [] }));
    })}?key=hidden`;
    const { code, out, err, report, stage } = await evaluate([httpStage(http, { version: 'a' })]);
    expect(code).toBe(4);
    expect(stage('mine').topics[0]?.error?.message).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/search answered 403$/);
    expect(`${out}${err}${JSON.stringify(report)}`).not.toContain('hidden');
  });
  it('says in one line that nothing answers', async () => {
    const { code, err } = await evaluate([httpStage('http://127.0.0.1:9/search', {}, { retries: 0 })]);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^error: http:\/\/127\.0\.0\.1:9\/search cannot be reached/),
    ]);
  });
  it('stops in the middle of a request on Ctrl-C', async () => {
    let isAsked = false;
    const http = await serve(() => {
      isAsked = true;
    });
    writeFiles(folder, {
      'suites/hang.json': JSON.stringify({ golden: '../gold', variants: [{ name: 'v', stages: [httpStage(http)] }] }),
    });
    const { code, err } = await grk(folder, ['eval', 'suites/hang.json'], { interruptWhen: () => isAsked });
    expect([code, err]).toEqual([130, expect.stringContaining('stopped')]);
  });
});

describe('grk eval of documents with external stages', () => {
  const jsonl = (rows: readonly object[]) => `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`;
  beforeAll(() =>
    writeFiles(folder, {
      'beir/corpus.jsonl': jsonl(['d1', 'd2', 'd3', 'd4'].map((_id) => ({ _id, title: '', text: `words of ${_id}` }))),
      'beir/queries.jsonl': jsonl([{ _id: 'd1', text: 'words' }]),
      'beir/qrels/test.tsv': 'query-id\tcorpus-id\tscore\nd1\td4\t1\n',
    }),
  );
  it('leaves out the document with the topic’s id before it cuts, and asks for as much more', async () => {
    const asked: number[] = [];
    const http = await serve(({ k }, response) => {
      asked.push(k);
      response.end(JSON.stringify({ hits: ['d1', 'd2', 'd3', 'd4'].slice(0, k).map((doc) => ({ doc })) }));
    });
    const args = ['--top-k', '3'];
    const suite = { golden: '../beir', primary: 'RR@3', secondary: ['R@3'] };
    const kept = await evaluate([httpStage(http)], suite, args);
    expect(docsOf(kept.stage('mine'))).toEqual({ d1: ['d1', 'd2', 'd3'] });
    const excluded = await evaluate([httpStage(http)], { ...suite, excludeSelf: true }, args);
    expect(docsOf(excluded.stage('mine'))).toEqual({ d1: ['d2', 'd3', 'd4'] });
    expect(new Set(asked)).toEqual(new Set([3, 4]));
  });
});
