import { describe, expect, it } from 'vitest';
import { hasOracles, qrelsFrom, readOracle, runFrom, whySkipped } from '../../../test/trec-input.ts';
import { measureName } from '../../contracts/measure.ts';
import { parseMeasure } from '../metrics/index.ts';
import { scoreRun } from './score-run.ts';

interface Vector {
  readonly test: string;
  readonly measure: string;
  readonly qrels: string;
  readonly run: string;
  readonly per_query: Readonly<Record<string, number>>;
  readonly aggregate?: number;
}

/** gdeval's nDCG has exponential gain, which its name must say. */
function vectorName({ test, measure }: Vector): string {
  const name = measure.replaceAll(' ', '');
  return test.startsWith('test_gdeval') ? name.replace('nDCG@', "nDCG(dcg='exp-log2')@") : name;
}

const vectors = hasOracles
  ? (JSON.parse(readOracle('ir_measures/expected.json').toString('utf8')) as { vectors: Vector[] }).vectors
  : [];
const isOffered = (vector: Vector) => {
  try {
    return parseMeasure(vectorName(vector)) !== undefined;
  } catch {
    return false;
  }
};

describe.skipIf(!hasOracles)(`ir_measures' own test vectors${whySkipped}`, () => {
  const textOf = (text: string) => (text.startsWith('file:') ? readOracle(`ir_measures/${text.slice(5)}`) : text);

  it.each(vectors.filter(isOffered).map((vector) => [vectorName(vector), vector.test, vector] as const))(
    '%s of %s',
    (name, _, { qrels, run, per_query, aggregate }) => {
      const measure = parseMeasure(name);
      const scored = scoreRun(qrelsFrom(textOf(qrels)), runFrom(textOf(run)), [measure]);
      const near = (value: number | undefined, expected: number) => {
        const decimals = String(expected).split('.')[1]?.length ?? 0;
        expect(Math.abs((value ?? Number.NaN) - expected)).toBeLessThanOrEqual(decimals > 3 ? 10 ** -decimals : 1e-12);
      };
      expect(measureName(measure)).toBe(measureName(parseMeasure(measureName(measure))));
      for (const [topic, expected] of Object.entries(per_query)) {
        near(scored.values[0]?.[scored.topics.indexOf(topic)], expected);
      }
      if (aggregate !== undefined) near(scored.means[0], aggregate);
    },
  );

  const missing = vectors.filter((vector) => !isOffered(vector)).map(vectorName);
  it(`not offered here: ${missing.join(', ')}`, () => {
    const families = new Set(missing.map((name) => name.replace(/[^A-Za-z0-9].*/, '')));
    expect([...families].sort().join(' ')).toBe(
      'Accuracy BPM Compat ERR INSQ INST IPrec NERR10 NERR11 NERR8 NERR9 SDCG SetAP SetRelP',
    );
  });
});

describe.skipIf(!hasOracles)(`means over 200 topics full of ties, to ten digits${whySkipped}`, () => {
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
    ['Rprec', 0.1926328335],
    ['Bpref', 0.3899882875],
    ['Success@1', 0.145],
    ['Success@5', 0.57],
    ['AP(rel=2)', 0.1040213677],
    ['RR(rel=2)', 0.2104659936],
    ['P(rel=2)@5', 0.079],
    ['Bpref(rel=2)', 0.1681092386],
    ['Rprec(rel=2)', 0.0782586996],
    ['NumQ', 200],
    ['NumRet', 7849],
    ['NumRel', 2360],
    ['NumRelRet', 1575],
    // trec_eval prints 2360 here: under -c its sum takes no notice of -l.
    ['NumRel(rel=2)', 1200],
  ])('%s', (name, expected) => {
    const { topics, means } = scoreRun(qrelsFrom(readOracle('ties/gold.qrels')), runFrom(readOracle('ties/gold.run')), [
      parseMeasure(name),
    ]);
    expect(topics).toHaveLength(200);
    expect(means[0]).toBeCloseTo(expected, 9);
  });

  it.each([
    ['GMAP', 0.1073],
    ['infAP', 0.169],
    ['AP(judged_only=True)', 0.3751],
    ['P(judged_only=True)@5', 0.472],
    ['nDCG(judged_only=True)@10', 0.3769],
  ])('%s, to four', (name, expected) => {
    const { means } = scoreRun(qrelsFrom(readOracle('ties/gold.qrels')), runFrom(readOracle('ties/gold.run')), [
      parseMeasure(name),
    ]);
    expect(means[0]).toBeCloseTo(expected, 4);
  });
});
