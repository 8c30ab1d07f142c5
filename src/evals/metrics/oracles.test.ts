import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { compareBytes } from '../../contracts/ids.ts';
import { mean, parseMeasure, score } from './index.ts';

const REPOSITORY = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const ORACLES = join(process.env.GRK_SHARED ?? join(REPOSITORY, '..', 'shared'), 'oracles');
const isPresent = existsSync(ORACLES);
const because = isPresent ? '' : ' (skipped: shared data not present)';

type Qrels = Map<string, Map<string, number>>;
type Runs = Map<string, { readonly doc: string; readonly score: number }[]>;

const rows = (file: string): string[][] =>
  readFileSync(join(ORACLES, file), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.trim().split(/\s+/));

function readQrels(file: string): Qrels {
  const qrels: Qrels = new Map();
  for (const [topic = '', , doc = '', grade = ''] of rows(file)) {
    const judged = qrels.get(topic) ?? new Map<string, number>();
    qrels.set(topic, judged.set(doc, Number(grade)));
  }
  return qrels;
}

/** Ordered by trec_eval's rule: score, then docno bytewise descending; the rank column is not read. */
function readRun(file: string): Runs {
  const runs: Runs = new Map();
  for (const [topic = '', , doc = '', , value = ''] of rows(file)) {
    const ranking = runs.get(topic) ?? [];
    ranking.push({ doc, score: Number(value) });
    runs.set(topic, ranking);
  }
  for (const ranking of runs.values()) ranking.sort((a, b) => b.score - a.score || compareBytes(b.doc, a.doc));
  return runs;
}

/** Scores every judged topic, those missing from the run as empty rankings (trec_eval `-c`). */
function scoreTopics(name: string, qrels: Qrels, runs: Runs): Map<string, number> {
  const measure = parseMeasure(name);
  const values = new Map<string, number>();
  for (const [topic, judged] of qrels) {
    const ranked = (runs.get(topic) ?? []).map(({ doc }) => judged.get(doc) ?? null);
    values.set(topic, score(measure, { ranked, judged: [...judged.values()] }));
  }
  return values;
}

/** trec_eval's name of a measure, translated; undefined for those that are not computed here. */
function translate(name: string): string | undefined {
  const whole = { map: 'AP', ndcg: 'nDCG', recip_rank: 'RR' }[name];
  if (whole !== undefined) return whole;
  const [, family = '', cutoff = ''] = /^(P|recall|success|map_cut|ndcg_cut)_(\d+)$/.exec(name) ?? [];
  const ours = { P: 'P', recall: 'R', success: 'Success', map_cut: 'AP', ndcg_cut: 'nDCG' }[family];
  return ours === undefined ? undefined : `${ours}@${cutoff}`;
}

describe.skipIf(!isPresent)(`trec_eval's printed values, topic by topic${because}`, () => {
  it.each([
    ['torture/torture.qrels', 'torture/torture.run', 'torture/torture.all_trec.qc.out'],
    ['generated/adi.qrels', 'generated/adi.run', 'generated/adi.all_trec.qc.out'],
    ['generated/cranfield.qrels', 'generated/cranfield.run', 'generated/cranfield.all_trec.qc.out'],
    ['generated/medline.qrels', 'generated/medline.run', 'generated/medline.all_trec.qc.out'],
    ['generated/medquad-liveqa.qrels', 'generated/medquad-liveqa.run', 'generated/medquad-liveqa.all_trec.qc.out'],
    ['nist/qrels.test', 'nist/results.trunc', 'nist/out.test.aqc'],
  ])('%s with %s', (qrelsFile, runFile, outputFile) => {
    const [qrels, runs] = [readQrels(qrelsFile), readRun(runFile)];
    const cache = new Map<string, Map<string, number>>();
    const faults: string[] = [];
    let compared = 0;
    for (const [theirs = '', topic = '', printed = ''] of rows(outputFile)) {
      const name = translate(theirs);
      if (name === undefined) continue;
      const values = cache.get(name) ?? scoreTopics(name, qrels, runs);
      cache.set(name, values);
      const ours = topic === 'all' ? mean([...values.values()]) : values.get(topic);
      compared++;
      if (ours === undefined || Math.abs(ours - Number(printed)) > 0.00005 + 1e-9) {
        faults.push(`${theirs} of ${topic}: ${printed} expected, ${ours} computed`);
      }
    }
    expect(faults).toEqual([]);
    expect(compared).toBeGreaterThan(qrels.size * 30);
  });
});

describe.skipIf(!isPresent)(`means over 200 topics full of ties, to ten digits${because}`, () => {
  it.each([
    ['AP', 0.1689862156],
    ['AP@10', 0.0564175019],
    ['nDCG', 0.3472875126],
    ['nDCG@5', 0.102809591],
    ['nDCG@10', 0.1365794127],
    ['RR', 0.3362918188],
    ['RR@10', 0.3281051587],
    ['P@5', 0.162],
    ['P@10', 0.182],
    ['R@10', 0.1490091914],
    ['R@20', 0.3179129316],
    ['Success@1', 0.145],
    ['Success@5', 0.57],
  ])('%s', (name, expected) => {
    const values = scoreTopics(name, readQrels('ties/gold.qrels'), readRun('ties/gold.run'));
    expect(values.size).toBe(200);
    expect(mean([...values.values()])).toBeCloseTo(expected, 9);
  });
});
