import { describe, expect, it } from 'vitest';
import { type JudgedRanking, mean, parseMeasure, score } from './index.ts';

/** A topic from judgments by document and a ranked list of documents. */
function topic(qrels: Record<string, number>, ranking: readonly string[]): JudgedRanking {
  return { ranked: ranking.map((doc) => qrels[doc] ?? null), judged: Object.values(qrels) };
}

const value = (name: string, ranking: JudgedRanking): number => score(parseMeasure(name), ranking);

describe('a graded topic with an unjudged and a missed document', () => {
  const graded = topic({ d1: 3, d2: 2, d3: 1, d4: 0, d5: 1 }, ['d4', 'd1', 'dX', 'd3', 'd2']);

  it.each([
    ['nDCG', 0.5964660417],
    ['nDCG@5', 0.5964660417],
    ['nDCG@3', 0.3974895223],
    ['AP', 0.4],
    ['AP@3', 0.125],
    ['RR', 0.5],
    ['RR@1', 0],
    ['RR@2', 0.5],
    ['P@1', 0],
    ['P@3', 1 / 3],
    ['P@5', 0.6],
    ['P@10', 0.3],
    ['R@3', 0.25],
    ['R@5', 0.75],
    ['Success@1', 0],
    ['Success@3', 1],
    ["nDCG(dcg='exp-log2')@5", 0.6115706376],
    ['nDCG(gains={1:1,2:1,3:1})@5', 0.5654495432],
    ['nDCG(judged_only=True)@5', 0.6266961531],
    ['Rprec', 0.5],
    ['Bpref', 0],
    ['SetP', 0.6],
    ['SetR', 0.75],
    ['SetF', 2 / 3],
    ['Judged@3', 2 / 3],
    ['Judged@10', 0.8],
    ['RBP(p=0.9)', 0.15804],
    ['RBP(p=0.5)@2', 0.25],
    ['RBP(p=0.5,rel=1)', 0.5 * (1 / 2 + 1 / 8 + 1 / 16)],
    ['AP(rel=2)', 0.45],
    ['AP(rel=2)@3', 0.25],
    ['R(rel=2)@3', 0.5],
    ['R(rel=2)@5', 1],
    ['P(rel=2)@5', 0.4],
    ['Bpref(rel=2)', 0.25],
    ['Rprec(rel=2)', 0.5],
    ['AP(judged_only=True)', (1 / 2 + 2 / 3 + 3 / 4) / 4],
    ['P(judged_only=True)@5', 0.6],
    ['RR(judged_only=True)', 0.5],
    ['NumRel', 4],
    ['NumRel(rel=2)', 2],
    ['NumRet', 5],
    ['NumRelRet', 3],
    ['NumQ', 1],
  ])('has %s = %d', (name, expected) => {
    expect(value(name, graded)).toBeCloseTo(expected, 9);
  });
});

describe('gains', () => {
  const graded = topic({ a: 1, b: 2, c: 0 }, ['a', 'b', 'c']);
  it('that are fractions count in full (trec_eval -m ndcg.1=0.5,2=0.9 prints 0.0000; true .8785)', () => {
    expect(value('nDCG(gains={1:0.5,2:0.9})', graded)).toBeCloseTo(0.8785, 4);
    const hand = (0.5 + 0.9 / Math.log2(3)) / (0.9 + 0.5 / Math.log2(3));
    expect(value('nDCG(gains={1:0.5,2:0.9})', graded)).toBeCloseTo(hand, 14);
  });
  it('that are whole count as trec_eval prints them (-m ndcg.1=1,2=3: .7967)', () => {
    expect(value('nDCG(gains={1:1,2:3})', graded)).toBeCloseTo(0.7967, 4);
  });
  it('of one size for all grades change nothing, down to a millionth and up to the largest', () => {
    for (const gain of ['0.000001', '1e-300', '.5', '1000000000']) {
      expect(value(`nDCG(gains={1:${gain},2:${gain}})`, graded)).toBe(1);
    }
  });
  it('above the largest, and exponential gains of a fraction, are refused', () => {
    expect(() => value('nDCG(gains={1:1000000001})', graded)).toThrow('gains of');
    expect(() => value("nDCG(dcg='exp-log2',gains={1:0.5})", graded)).toThrow('takes whole ones');
  });
});

describe('the order of tied documents, decided before scoring', () => {
  const qrels = { a: 0, b: 1, c: 0 };

  it('gives full marks where the relevant one stands first', () => {
    expect([value('RR', topic(qrels, ['b', 'a'])), value('nDCG', topic(qrels, ['b', 'a']))]).toEqual([1, 1]);
  });

  it('gives half the reciprocal rank where it stands second', () => {
    expect(value('RR', topic(qrels, ['c', 'b']))).toBe(0.5);
    expect(value('nDCG', topic(qrels, ['c', 'b']))).toBeCloseTo(0.6309297536, 9);
  });
});

describe('topics without an answer in the ranking or in the judgments', () => {
  it('count 0 and stay in the mean', () => {
    const values = [topic({ d1: 1 }, ['d1']), topic({ d1: 1 }, []), topic({ d1: 0 }, ['d1'])].map((each) =>
      value('AP', each),
    );
    expect(values).toEqual([1, 0, 0]);
    expect(mean(values)).toBe(1 / 3);
  });

  it.each(['nDCG', 'nDCG@10', 'RR', 'RR@10', 'P@5', 'R@5', 'AP', 'AP@5', 'Success@5'])('%s of nothing is 0', (name) => {
    expect(value(name, { ranked: [], judged: [] })).toBe(0);
    expect(value(name, { ranked: [null, 0, -1], judged: [0, -1] })).toBe(0);
  });
});

describe('preferences and inference', () => {
  const ranking = (text: string) => text.split(' ');
  const one = { n1: 0, n2: 0, n3: 0, n4: 0, r1: 1, r2: 1, r3: 1, r4: 1, r5: 1, r6: 1 };

  it('of relevant documents below one of four others', () => {
    const each = topic(one, ranking('n1 r1 r2 r3 r4'));
    expect(value('Bpref', each)).toBe(0.5);
    expect(value('AP', each)).toBeCloseTo((1 / 2 + 2 / 3 + 3 / 4 + 4 / 5) / 6, 12);
  });

  it('need judged documents to be lost to', () => {
    expect(value('Bpref', topic({ r1: 1, r2: 1 }, ranking('x r1')))).toBe(0.5);
  });

  it('count each document above once, up to as many as are relevant', () => {
    expect(value('Bpref', topic(one, ranking('n1 n2 n3 n4 r1')))).toBe(0);
    expect(value('Bpref', topic({ n1: 0, n2: 0, r1: 1 }, ranking('n1 r1')))).toBe(0);
  });

  it('infer AP from the judged part of the pool above', () => {
    const each = topic({ a: 1, pooled: -1, b: 0 }, ranking('b pooled x a'));
    const [above, judged] = [(0 + 1 + 1) / 3, (0 + 1e-5) / (0 + 1 + 2e-5)];
    expect(value('infAP', each)).toBeCloseTo(1 / 4 + (3 / 4) * above * judged, 12);
    expect(value('infAP', topic({ a: 1 }, ['a']))).toBe(1);
  });
});

it('gives negative grades no gain and no relevance', () => {
  const negative = topic({ a: -1, b: 1, c: 0 }, ['a', 'c', 'b']);
  expect(value('AP', negative)).toBe(1 / 3);
  expect(value('nDCG', negative)).toBe(0.5);
});

it('divides by the cutoff and by all relevant documents, however few were retrieved', () => {
  const short = topic({ a: 1, b: 1 }, ['a', 'x', 'y']);
  expect([value('P@5', short), value('R@5', short), value('AP@5', short)]).toEqual([0.2, 0.5, 0.5]);
  expect(value('nDCG@5', short)).toBeCloseTo(0.6131471928, 9);
});

it('averages two topics as ir_measures does', () => {
  const topics = [topic({ D0: 0, D1: 1 }, ['D0', 'D1']), topic({ D0: 0, D3: 2 }, ['D3', 'D0'])];
  const average = (name: string) => mean(topics.map((each) => value(name, each)));
  expect([average('AP'), average('RR')]).toEqual([0.75, 0.75]);
  expect(average('nDCG@10')).toBeCloseTo(0.8154648768, 9);
});

it('takes the ideal from all judged documents, not from those retrieved', () => {
  expect(value('nDCG@10', topic({ a: 1, b: 1, c: 1 }, ['a']))).toBeCloseTo(0.46927872602, 9);
});

it('refuses a grade whose exponential gain is no number', () => {
  expect(() => value("nDCG(dcg='exp-log2')", { ranked: [], judged: [1001] })).toThrow(
    'the grade 1001 has no exponential gain: it is above 1000',
  );
});
