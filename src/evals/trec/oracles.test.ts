import { describe, expect, it } from 'vitest';
import { hasOracles, qrelsFrom, readOracle, runFrom, whySkipped } from '../../../test/trec-input.ts';
import { GrkError } from '../../contracts/errors.ts';
import type { Measure } from '../../contracts/measure.ts';
import { measureFamily, parseMeasure } from '../metrics/index.ts';
import { rankRun, type ScorePrecision } from './order.ts';
import type { Run } from './run.ts';
import { scoreRun } from './score-run.ts';

/** trec_eval's `-M`: the first `depth` documents of each topic. */
function keepTop(run: Run, depth: number): Run {
  const { rows } = rankRun(run, 'float64');
  const lines = run.byTopic.topics.flatMap((topic, t) => {
    const [start = 0, end = 0] = [run.byTopic.starts[t], run.byTopic.starts[t + 1]];
    return Array.from(rows.subarray(start, Math.min(end, start + depth)), (row) => {
      return `${topic} Q0 ${run.docs.textAt(row)} 0 ${run.score[row]} ${run.tag}`;
    });
  });
  return runFrom(lines.join('\n'));
}

/** trec_eval's `-l N`, `-J`, `-M depth`, and version 9. */
interface Flags {
  readonly rel?: number;
  readonly judgedOnly?: true;
  readonly depth?: number;
  readonly precision?: ScorePrecision;
}

const has = (measure: Measure, name: string) => measureFamily(measure).parameters.some((known) => known.name === name);
/** What a list without unjudged documents cannot change. */
const CONDENSED_ALREADY = ['Bpref', 'SetR', 'NumRel', 'NumRelRet', 'NumQ'];
const SPECIAL: Readonly<Record<string, string>> = { 'ndcg_1=3,2=9,4=4.5': 'nDCG(gains={1:3,2:9,4:4.5})' };

/** A measure under flags, in its own parameters; undefined where there is none. */
function measureOf(trecName: string, flags: Flags): Measure | undefined {
  let measure: Measure;
  try {
    measure = parseMeasure(SPECIAL[trecName] ?? trecName);
  } catch (error) {
    if (error instanceof GrkError) return undefined;
    throw error;
  }
  const parameters = { ...measure.parameters };
  if (flags.rel !== undefined && measure.family !== 'RBP' && has(measure, 'rel')) parameters.rel = flags.rel;
  if (flags.judgedOnly === true && !CONDENSED_ALREADY.includes(measure.family)) {
    if (!has(measure, 'judged_only')) return undefined;
    parameters.judged_only = true;
  }
  return { ...measure, parameters };
}

interface Compared {
  readonly faults: string[];
  readonly compared: number;
  readonly notOffered: string[];
}

/** What an output's summary is of: all judged topics (`-c`), or those that the run answers. */
type Summary = 'all judged' | 'answered' | 'left out';

interface Compared {
  readonly faults: string[];
  readonly compared: number;
  readonly notOffered: string[];
}

/** Every printed value against ours, to all its decimals. */
function compare(qrelsFile: string, runFile: string, outputFile: string, flags: Flags, summary: Summary): Compared {
  const whole = runFrom(readOracle(runFile));
  const run = flags.depth === undefined ? whole : keepTop(whole, flags.depth);
  const printed = readOracle(outputFile)
    .toString('utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.trim().split(/\s+/));
  const names = [...new Set(printed.map(([name = '']) => name))];
  const measures = new Map<string, Measure>();
  for (const name of names) {
    const measure = measureOf(name, flags);
    if (measure !== undefined) measures.set(name, measure);
  }
  const scored = scoreRun(qrelsFrom(readOracle(qrelsFile)), run, [...measures.values()], flags.precision);
  const { topicsAnswered, topicsJudged } = scored.coverage;
  if (summary === 'answered') expect(topicsAnswered).toBe(topicsJudged);
  const position = new Map([...measures.keys()].map((name, m) => [name, m]));
  const topicAt = new Map(scored.topics.map((topic, i) => [topic, i]));
  const faults: string[] = [];
  let compared = 0;
  for (const [name = '', topic = '', text = ''] of printed) {
    const m = position.get(name);
    if (m === undefined || (topic === 'all' && summary === 'left out')) continue;
    // trec_eval -c sums grades above 0 here, whatever -l says.
    if (flags.rel !== undefined && name === 'num_rel' && topic === 'all') continue;
    const value = topic === 'all' ? scored.means[m] : scored.values[m]?.[topicAt.get(topic) ?? -1];
    compared++;
    const tolerance = text.includes('.') ? 0.00005 + 1e-12 : 0;
    if (value === undefined || !(Math.abs(value - Number(text)) <= tolerance)) {
      faults.push(`${name} of ${topic}: ${text} expected, ${value} computed`);
    }
  }
  return { faults, compared, notOffered: names.filter((name) => !measures.has(name)) };
}

type Case = readonly [qrels: string, run: string, output: string, flags?: Flags, summary?: Summary];

const [NIST, TORTURE, MADE] = ['nist/qrels.test', 'torture/torture', 'generated'];
const CASES: readonly Case[] = [
  [NIST, 'nist/results.test', 'nist/out.test', {}, 'answered'],
  [`${NIST}.with-comments`, 'nist/results.test', 'nist/out.test', {}, 'answered'],
  ['nist/qrels.comment.test', 'nist/results.comment.test', 'nist/out.comment.test', {}, 'answered'],
  [NIST, 'nist/results.test', 'nist/out.test.a', {}, 'answered'],
  [NIST, 'nist/results.test', 'nist/out.test.aq', {}, 'answered'],
  [NIST, 'nist/results.trunc', 'nist/out.test.aqc'],
  [NIST, 'nist/results.trunc', 'nist/out.test.aqcM', { depth: 100 }],
  ['nist/qrels.rel_level', 'nist/results.test', 'nist/out.test.aql', { rel: 2 }, 'answered'],
  [NIST, 'nist/results.test', 'nist/out.test.meas_params', {}, 'answered'],
  [`${TORTURE}.qrels`, `${TORTURE}.run`, `${TORTURE}.all_trec.q.out`, {}, 'left out'],
  [`${TORTURE}.qrels`, `${TORTURE}.run`, `${TORTURE}.all_trec.qJ.out`, { judgedOnly: true }, 'left out'],
  [`${TORTURE}.qrels`, `${TORTURE}.run`, `${TORTURE}.all_trec.qc.out`],
  [`${TORTURE}.qrels`, `${TORTURE}.run`, `${TORTURE}.all_trec.qc.v9.out`, { precision: 'float32' }],
  [`${TORTURE}.qrels`, `${TORTURE}.run`, `${TORTURE}.all_trec.qcM10.out`, { depth: 10 }],
  [`${TORTURE}.qrels`, `${TORTURE}.run`, `${TORTURE}.all_trec.qcl2.out`, { rel: 2 }],
  ...(
    [
      ['adi', 'all_trec.qc', {}],
      ['cranfield', 'all_trec.qc', {}],
      ['cranfield', 'M10.all_trec.qc', { depth: 10 }],
      ['medline', 'all_trec.qc', {}],
      ['medquad-liveqa', 'all_trec.qc', {}],
      ['medquad-liveqa', 'J.all_trec.qc', { judgedOnly: true }],
      ['medquad-liveqa', 'l2.all_trec.qc', { rel: 2 }],
    ] as [string, string, Flags][]
  ).map(
    ([name, output, flags]): Case => [
      `${MADE}/${name}.qrels`,
      `${MADE}/${name}.run`,
      `${MADE}/${name}.${output}.out`,
      flags,
    ],
  ),
  ['anserini/cacm.qrels', 'anserini/cacm-bm25.run', 'anserini/cacm-bm25.all_trec.q.out', {}, 'answered'],
  ['anserini/cacm.qrels', 'anserini/cacm-bm25.run', 'anserini/cacm-bm25.all_trec.qc.out'],
  ...['grk-bm25-lucene-k0.9-b0.4', 'knarfthekant-dense'].map(
    (name): Case => [
      'scifact_runs/scifact.test.qrels',
      `scifact_runs/${name}.run`,
      `scifact_runs/${name}.all_trec.qc.out`,
    ],
  ),
];
/** What trec_eval prints under `-M 10`, and the measure that says the same of the whole run. */
const AT_DEPTH_10 = {
  map: 'AP@10',
  map_cut_100: 'AP@10',
  recip_rank: 'RR@10',
  recall_100: 'R@10',
  success_10: 'Success@10',
  P_10: 'P@10',
  ndcg_cut_10: 'nDCG@10',
  rbp: 'RBP(p=0.9)@10',
};
/** Families of trec_eval's that grk has no measure for, and what it prints that is none. */
const NOT_OFFERED = [
  '11pt_avg',
  'G',
  'Rndcg',
  'Rprec_mult',
  'binG',
  'gm_bpref',
  'iprec_at_recall',
  'ndcg_rel',
  'num_nonrel_judged_ret',
  'rbp_resid',
  'relative_P',
  'relstring',
  'runid',
  'set_map',
  'set_relative_P',
  'unj',
  'utility',
];

describe.skipIf(!hasOracles)(`trec_eval's printed values to all their decimals${whySkipped}`, () => {
  for (const [qrels, run, output, flags = {}, summary = 'all judged'] of CASES) {
    it(`${output}, from ${run} ${JSON.stringify(flags)}`, () => {
      const { faults, compared } = compare(qrels, run, output, flags, summary);
      expect(faults.slice(0, 20)).toEqual([]);
      expect(compared).toBeGreaterThan(12);
    });
  }

  it.each([
    [TORTURE, `${TORTURE}.all_trec.qcM10.out`],
    [`${MADE}/cranfield`, `${MADE}/cranfield.M10.all_trec.qc.out`],
  ])('%s read to depth 10 is what cutoffs of 10 give', (name, output) => {
    const expressed = new Map(Object.entries(AT_DEPTH_10).map(([theirs, ours]) => [theirs, parseMeasure(ours)]));
    const { means } = scoreRun(qrelsFrom(readOracle(`${name}.qrels`)), runFrom(readOracle(`${name}.run`)), [
      ...expressed.values(),
    ]);
    const ours = [...expressed.keys()].map((theirs, m) => [theirs, means[m]?.toFixed(4)]);
    expect(ours).toEqual(
      [...expressed.keys()].map((theirs) => {
        const line = new RegExp(`^${theirs}\\s+all\\s+(\\S+)$`, 'm').exec(readOracle(output).toString('utf8'));
        return [theirs, line?.[1]];
      }),
    );
  });

  it(`not offered here: ${NOT_OFFERED.join(', ')}`, () => {
    const missing = CASES.flatMap(([qrels, run, output]) => compare(qrels, run, output, {}, 'left out').notOffered);
    const families = new Set(missing.map((name) => name.replace(/_[\d.,-]+$/, '')));
    expect([...families].sort()).toEqual(NOT_OFFERED);
    for (const name of new Set(missing)) expect(() => parseMeasure(name)).toThrow(`there is no measure "${name}"`);
  });
});
