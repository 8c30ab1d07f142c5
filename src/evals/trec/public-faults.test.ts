/** Faults that other tools have shown in public, each with the input that provokes its kind. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { qrelsFrom, runFrom } from '../../../test/trec-input.ts';
import { createScorer, isSpanMeasure, MEASURE_FAMILIES, parseMeasure, score } from '../metrics/index.ts';
import { scoreRun } from './score-run.ts';

/** `topic doc grade` and `topic doc score`, one per entry. */
function scored(qrels: readonly string[], run: readonly string[], ...names: string[]) {
  const judged = qrels.map((row) => row.replace(' ', ' 0 ')).join('\n');
  const retrieved = run.map((row) => row.replace(/^(\S+) (\S+) (\S+)$/, '$1 Q0 $2 0 $3 t')).join('\n');
  return scoreRun(qrelsFrom(judged), runFrom(retrieved), names.map(parseMeasure));
}
const means = (qrels: readonly string[], run: readonly string[], ...names: string[]) => [
  ...scored(qrels, run, ...names).means,
];

/** Every family that run files can be scored by, once whole and once cut. */
const ALL = MEASURE_FAMILIES.filter(({ name }) => !isSpanMeasure(name)).flatMap(({ name, cutoff }) => [
  ...(cutoff === 'required' ? [] : [name]),
  ...(cutoff === 'none' ? [] : [`${name}@3`]),
]);
const SHARES = ALL.filter((name) => !name.startsWith('Num'));
const V1 = ['q1 d1 3', 'q1 d2 2', 'q1 d3 1', 'q1 d4 0', 'q1 d5 1'];
const V1_RUN = ['q1 d4 10', 'q1 d1 9', 'q1 dX 8', 'q1 d3 7', 'q1 d2 6'];

describe('ties', () => {
  it('have one documented order, whatever the file says (trec_eval#22, beir#105, trectools#26)', () => {
    expect(means(['q a 0', 'q b 1', 'q c 0'], ['q b 1', 'q a 1'], 'RR', 'nDCG')).toEqual([1, 1]);
    expect(means(['q a 0', 'q b 1', 'q c 0'], ['q b 1', 'q c 1'], 'RR')).toEqual([0.5]);
  });

  it('are broken alike for every measure (pytrec_eval#56, ir_measures#18)', () => {
    const run = ['q a 1', 'q b 1', 'q c 1', 'q d 1', 'q e 1'];
    const [rr, rr10, judged, success] = means(['q b 1', 'q e 0'], run, 'RR', 'RR@10', 'Judged@1', 'Success@3');
    expect([rr, rr10, judged, success]).toEqual([0.25, 0.25, 1, 0]);
  });

  it('of a constant scorer give no perfect score, and are counted (mteb PR#5136, mteb#5092)', () => {
    const { means: values, coverage } = scored(
      ['q a 1', 'q z 0'],
      ['q z .5', 'q m .5', 'q a .5'],
      'RR',
      'RR@10',
      'nDCG',
    );
    expect(values).toEqual([1 / 3, 1 / 3, 0.5]);
    expect(coverage).toMatchObject({ tiedScores: 2, constantTopics: 1 });
  });
});

describe('topics', () => {
  const qrels = ['qA d1 1', 'qB d1 1', 'qC d1 0'];
  const run = ['qA d1 1', 'qC d1 1', 'qZ d1 1'];

  it('that a run leaves out count 0, and those without judgments do not count (trec_eval#18, pytrec_eval#30, ranx#27, trectools#24)', () => {
    const { topics, values, means: aggregates, coverage, unansweredTopics } = scored(qrels, run, 'AP', 'NumQ');
    expect([topics, values.map((each) => [...each]), aggregates]).toEqual([
      ['qA', 'qB', 'qC'],
      [
        [1, 0, 0],
        [1, 1, 1],
      ],
      [1 / 3, 3],
    ]);
    expect([unansweredTopics, coverage.topicsNotJudged, coverage.topicsWithoutRelevant]).toEqual([['qB'], 1, 1]);
  });

  it('without a relevant document are zeros, not errors (mteb PR#5253, haystack#12543, LongMemEval#7)', () => {
    const values = means(['q d 0'], ['q d 1'], ...SHARES);
    expect(values).toEqual(SHARES.map((name) => (name.startsWith('Judged') ? 1 : name === 'GMAP' ? 0.00001 : 0)));
  });

  it('without judgments or without results are zeros for every measure (ranx#35, ir_measures PR#17)', () => {
    const score = createScorer(SHARES.map(parseMeasure));
    expect(score({ ranked: [], judged: [1] })).toEqual(SHARES.map(() => 0));
    expect(score({ ranked: [null], judged: [] })).toEqual(SHARES.map(() => 0));
    expect(score({ ranked: [], judged: [] })).toEqual(SHARES.map(() => 0));
  });

  it('do not touch each other, in either order (pytrec_eval#49)', () => {
    const both = ['q1 a 0', 'q2 d 1'];
    const { values } = scored(both, ['q2 d 1', 'q1 a 1'], 'nDCG', 'AP');
    expect(values.map((each) => [...each])).toEqual([
      [0, 1],
      [0, 1],
    ]);
    expect(scored([...both].reverse(), ['q1 a 1', 'q2 d 1'], 'nDCG', 'AP').values).toEqual(values);
  });

  it('that miss count in MRR (noosphere PR#320)', () => {
    expect(means(['a d 1', 'b d 1'], ['a d 1', 'b x 1'], 'RR')).toEqual([0.5]);
  });

  it('that share nothing with the judgments are an error, not a crash or a zero (trec_eval#46, mt-rag-benchmark#3)', () => {
    expect(() => scored(['q1 d 1'], ['q2 d 1'], 'AP')).toThrow('no topic of run is judged in qrels');
    expect(() => scored(['q1 doc1 1'], ['q1 doc1-0 1'], 'AP')).toThrow('none of 1 documents that run retrieves');
  });
});

describe('the same input', () => {
  it('gives the same values each time (pytrec_eval#57, ir_measures#42, #49)', () => {
    const [qrels, run] = [qrelsFrom('q 0 d 1'), runFrom('q Q0 d 0 1 t\nq Q0 e 0 1 t')];
    const once = scoreRun(qrels, run, [parseMeasure('nDCG'), parseMeasure('GMAP')]);
    expect(scoreRun(qrels, run, [parseMeasure('nDCG'), parseMeasure('GMAP')])).toEqual(once);
  });
});

describe('denominators', () => {
  it('of recall are all relevant documents (ranx#19)', () => {
    const relevant = Array.from({ length: 20 }, (_, i) => `q d${i} 1`);
    expect(
      means(
        relevant,
        Array.from({ length: 10 }, (_, i) => `q d${i} ${i}`),
        'R@10',
      ),
    ).toEqual([0.5]);
  });

  it('of AP are all relevant documents, not the hits (haystack PR#12255)', () => {
    expect(means(['q a 1', 'q b 1', 'q c 1', 'q d 1'], ['q a 1'], 'AP', 'AP@1')).toEqual([0.25, 0.25]);
  });

  it('of P are the cutoff, however few were retrieved (trectools#18)', () => {
    expect(means(['q a 1', 'q b 1'], ['q a 3', 'q x 2', 'q y 1'], 'P@5', 'R@5', 'AP@5', 'Rprec')).toEqual([
      0.2, 0.5, 0.5, 0.5,
    ]);
  });

  it('of nDCG are all judged documents, not those retrieved (quepid#836, search-metrics#3, llama_index#17070, MatchZoo#598, ToolBench#184)', () => {
    const [ndcg] = means(['q a 1', 'q b 1', 'q c 1'], ['q a 1'], 'nDCG@10');
    expect(ndcg).toBeCloseTo(1 / (1 + 1 / Math.log2(3) + 1 / 2), 12);
  });

  it('of nDCG and nDCG@k differ by the depth of the ideal (trec_eval#11)', () => {
    const more = [...V1, ...Array.from({ length: 40 }, (_, i) => `q1 m${i} 1`)];
    const [whole = 0, cut = 0] = means(more, V1_RUN, 'nDCG', 'nDCG@5');
    expect(cut).toBeGreaterThan(whole * 2);
  });
});

describe('nDCG', () => {
  it('falls with the rank from the first rank on (openagent-eval#223)', () => {
    const at = (rank: number) => {
      const run = Array.from({ length: 3 }, (_, i) => `q ${i + 1 === rank ? 'd' : `x${i}`} ${9 - i}`);
      return means(['q d 1'], run, 'nDCG')[0];
    };
    expect(at(1)).toBe(1);
    expect(at(2)).toBeCloseTo(0.6309297536, 9);
    expect(at(3)).toBe(0.5);
  });

  it('names another gain than the grade (quepid, Elasticsearch)', () => {
    const [linear, exponential] = means(V1, V1_RUN, 'nDCG@5', "nDCG(dcg='exp-log2')@5");
    expect(linear).toBeCloseTo(0.5964660417, 9);
    expect(exponential).toBeCloseTo(0.6115706376, 9);
  });

  it('does not let a negative grade take away (scikit-learn#17639)', () => {
    expect(means(['q a -2', 'q b 1'], ['q a 2', 'q b 1'], 'nDCG')[0]).toBeCloseTo(0.6309297536, 9);
  });
});

describe('values', () => {
  it('lie in 0..1 for any grades (search-relevance#191, rated-ranking-evaluator#71)', () => {
    const grades = fc.array(fc.integer({ min: -3, max: 9 }), { maxLength: 12 });
    fc.assert(
      fc.property(grades, fc.array(fc.nat(30), { maxLength: 20 }), (judged, picks) => {
        const order = [...new Set(picks)];
        const ranked = order.map((doc) => judged[doc] ?? null);
        const values = createScorer(SHARES.map(parseMeasure))({ ranked, judged });
        expect(values.filter((value) => !(value >= 0 && value <= 1 + 1e-12))).toEqual([]);
      }),
    );
  });

  it('are no NaN, which JSON could not hold (deepeval PR#3234)', () => {
    expect(JSON.stringify(scored(V1, V1_RUN, ...ALL))).not.toContain('null');
  });

  it('are not rounded before they are averaged (search-relevance PR#39, PR#32, #388)', () => {
    const qrels = ['a d 1', 'b d 1', 'c d 1'];
    expect(means(qrels, ['a x 9', 'a y 8', 'a d 7', 'b d 1', 'c d 1'], 'RR')).toEqual([7 / 9]);
  });
});

describe('documents', () => {
  it('that stand twice are refused in runs, qrels and rankings (pyserini#1902, haystack PR#11959, NeMo PR#2207)', () => {
    expect(() => scored(['q d 1'], ['q d 2', 'q d 1'], 'AP')).toThrow('run:2: "d" is retrieved for topic "q" twice');
    expect(() => scored(['q d 1', 'q d 1'], ['q d 1'], 'AP')).toThrow('qrels:2: "d" is judged for topic "q" twice');
    expect(() => score(parseMeasure('nDCG'), { ranked: [1, 1, null], judged: [1] })).toThrow(
      'more documents of grade 1',
    );
  });

  it('with the id of their topic stay (beir#187, beir#206, mteb PR#833)', () => {
    expect(means(['0 0 1'], ['0 0 1'], 'nDCG', 'RR')).toEqual([1, 1]);
  });

  it('of grade below 0 are pooled and not judged (trec_eval#29)', () => {
    const [ap, ndcg, bpref, judgedAp, judged] = means(
      ['q a -1', 'q b 1', 'q c 0'],
      ['q a 3', 'q c 2', 'q b 1'],
      'AP',
      'nDCG',
      'Bpref',
      'AP(judged_only=True)',
      'Judged@3',
    );
    expect([ap, ndcg, bpref, judgedAp, judged]).toEqual([1 / 3, 0.5, 0, 0.5, 2 / 3]);
  });
});
