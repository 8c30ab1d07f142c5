import { describe, expect, it } from 'vitest';
import { GrkError } from '../../contracts/errors.ts';
import { measureName } from '../../contracts/measure.ts';
import { MEASURE_FAMILIES, measureAlgorithm, parseMeasure, splitMeasures } from './index.ts';

function thrown(text: string): GrkError {
  try {
    parseMeasure(text);
  } catch (error) {
    if (error instanceof GrkError) return error;
    throw error;
  }
  throw new Error(`"${text}" was accepted`);
}

describe('a measure name that is not canonical', () => {
  it.each([
    ['ndcg@10', 'there is no measure "ndcg@10". Did you mean "nDCG@10"?'],
    ['nDGC@10', 'there is no measure "nDGC@10". Did you mean "nDCG@10"?'],
    ['sucess', 'there is no measure "sucess". Did you mean "Success@10"?'],
    ['bleu', 'there is no measure "bleu".'],
    [' RR', 'there is no measure " RR". Did you mean "RR"?'],
    ['Recal@5', 'there is no measure "Recal@5". Did you mean "Recall@5"?'],
    ['recip_rnk', 'there is no measure "recip_rnk". Did you mean "recip_rank"?'],
    ['ndcg_ct.20', 'there is no measure "ndcg_ct.20". Did you mean "ndcg_cut.20"?'],
    ['ndcg_ct', 'there is no measure "ndcg_ct". Did you mean "ndcg_cut.10"?'],
    ['bpreff', 'there is no measure "bpreff". Did you mean "Bpref"?'],
    ['11pt_avg', 'there is no measure "11pt_avg".'],
    ['toString', 'there is no measure "toString".'],
  ])('%j is unknown', (text, message) => {
    expect(thrown(text)).toMatchObject({ code: 'GRK_UNKNOWN_NAME', message });
    expect(thrown(text).remedy).toBe(
      'Measures: nDCG[@k], RR[@k], Success@k, R@k, P@k, AP[@k], GMAP, Rprec, Bpref, infAP, RBP[@k], Judged[@k], SetP, ' +
        'SetR, SetF, SpanR[@k], SpanRR[@k], NumRel, NumRet, NumRelRet, NumQ. Upper and lower case matter.',
    );
  });

  it.each([
    ['P', 'the measure "P" needs a cutoff, such as P@10'],
    ['nDCG@', 'the cutoff of "nDCG@" is not a whole number from 1, as in nDCG@10'],
    ['nDCG@0', 'the cutoff of "nDCG@0" is not a whole number from 1, as in nDCG@10'],
    ['nDCG@010', 'the cutoff of "nDCG@010" is not a whole number from 1, as in nDCG@10'],
    ['nDCG@1.5', 'the cutoff of "nDCG@1.5" is not a whole number from 1, as in nDCG@10'],
    ['R@1@2', 'the cutoff of "R@1@2" is not a whole number from 1, as in R@10'],
    ['R@99999999999999999999', 'the cutoff of "R@99999999999999999999" is not a whole number from 1, as in R@10'],
    ['Bpref@10', 'the measure "Bpref@10" takes no cutoff'],
    ['ndcg_cut', 'the measure "ndcg_cut" needs a cutoff, such as ndcg_cut.10'],
    ['P.0', 'the cutoff of "P.0" is not a whole number from 1, as in P@10'],
    ['nDCG(cutoff=5)@10', '"nDCG(cutoff=5)@10" gives the cutoff twice'],
  ])('%j has a fault in its cutoff', (text, message) => {
    expect(thrown(text)).toMatchObject({ code: 'GRK_USAGE', message });
  });
});

describe('a parameter that is wrong', () => {
  it.each([
    ['P(rell=2)@5', 'GRK_UNKNOWN_NAME', 'P has no parameter "rell". Did you mean "rel"?'],
    ['Bpref(judged_only=True)', 'GRK_UNKNOWN_NAME', 'Bpref has no parameter "judged_only".'],
    ['NumQ(rel=1)', 'GRK_UNKNOWN_NAME', 'NumQ has no parameter "rel".'],
    ['P(rel=0)@5', 'GRK_USAGE', 'rel of "P(rel=0)@5" is 0, which is not a whole number from 1'],
    ['P(rel=1.5)@5', 'GRK_USAGE', 'rel of "P(rel=1.5)@5" is 1.5, which is not a whole number from 1'],
    ['P(rel)@5', 'GRK_USAGE', '"rel" in "P(rel)@5" is not NAME=VALUE'],
    ['P(rel=1,rel=2)@5', 'GRK_USAGE', '"P(rel=1,rel=2)@5" gives rel twice'],
    ['P(judged_only=yes)@5', 'GRK_USAGE', 'judged_only of "P(judged_only=yes)@5" is yes, which is not True or False'],
    ['RBP(p=1)', 'GRK_USAGE', 'p of "RBP(p=1)" is 1, which is not a number above 0 and below 1'],
    ['SetF(beta=-1)', 'GRK_USAGE', 'beta of "SetF(beta=-1)" is -1, which is not a number above 0'],
    ["nDCG(dcg='exp')", 'GRK_USAGE', `dcg of "nDCG(dcg='exp')" is 'exp', which is not 'log2' or 'exp-log2'`],
    [
      'nDCG(gains={1:2,1:3})',
      'GRK_USAGE',
      'gains of "nDCG(gains={1:2,1:3})" is {1:2,1:3}, which is not {grade:gain,…} with whole grades and gains from 0 to 1000000000, each grade once',
    ],
    [
      "nDCG(dcg='exp-log2',gains={1:0.5})@5",
      'GRK_USAGE',
      `"nDCG(dcg='exp-log2',gains={1:0.5})@5" has the gain 0.5 and dcg='exp-log2', which takes whole ones`,
    ],
    ['P(rel=2@5', 'GRK_USAGE', '"P(rel=2@5" is not of the form NAME(parameter=value)@cutoff'],
    ['P(rel=2]@5', 'GRK_USAGE', '"P(rel=2]@5" is not of the form NAME(parameter=value)@cutoff'],
  ])('%s', (text, code, message) => {
    expect(thrown(text)).toMatchObject({ code, message });
    expect(thrown(text).remedy).not.toBe(undefined);
  });

  it('lists what there is', () => {
    expect(thrown('RBP(q=0.5)').remedy).toBe(
      'Parameters of RBP: p (a number above 0 and below 1), rel (a whole number from 1).',
    );
  });
});

describe('a canonical name', () => {
  const withCutoffs = MEASURE_FAMILIES.flatMap(({ name, cutoff }) => [
    ...(cutoff === 'required' ? [] : [name]),
    ...(cutoff === 'none' ? [] : [`${name}@1`, `${name}@1000`]),
  ]);
  it.each([
    ...withCutoffs,
    'P(rel=2)@5',
    'AP(rel=2,judged_only=True)@100',
    "nDCG(dcg='exp-log2')@10",
    "nDCG(dcg='exp-log2',gains={0:1,2:7},judged_only=True)",
    'nDCG(gains={1:0.5,2:0.9})@10',
    'nDCG(gains={1:1e-7})',
    'RBP(p=0.9,rel=1)',
    'RBP(p=1e-9)',
    'SpanR(chars=4000)',
    'SpanR(rel=2,chars=1)@10',
    'SetF(rel=2,beta=2.0)',
    'NumRelRet(rel=3)',
  ])('%s reads back to itself', (name) => {
    expect(measureName(parseMeasure(name))).toBe(name);
  });

  it.each([
    ['P[rel=2]@5', 'P(rel=2)@5'],
    ['P(rel=1)@5', 'P@5'],
    ['P()@5', 'P@5'],
    ['nDCG(judged_only=true)@10', 'nDCG(judged_only=True)@10'],
    ['nDCG(dcg=exp-log2)@10', "nDCG(dcg='exp-log2')@10"],
    ['nDCG(dcg="log2")@10', 'nDCG@10'],
    ['nDCG(judged_only=True, dcg="exp-log2")', "nDCG(dcg='exp-log2',judged_only=True)"],
    ['nDCG(gains={2:3, 0:0, 1:1})', 'nDCG(gains={2:3})'],
    ['nDCG(gains={1:1})', 'nDCG'],
    ['RBP(p=.5)', 'RBP(p=0.5)'],
    ['RBP(p=0.8)', 'RBP'],
    ['SetF(beta=2)', 'SetF(beta=2.0)'],
    ['Judged(cutoff=3)', 'Judged@3'],
    ['NumRet(rel=1)', 'NumRelRet'],
    ['NumRet(rel=2)', 'NumRelRet(rel=2)'],
    ['NDCG@10', 'nDCG@10'],
    ['MAP@100', 'AP@100'],
    ['MRR', 'RR'],
    ['Precision(rel=2)@5', 'P(rel=2)@5'],
    ['Recall@5', 'R@5'],
    ['ndcg', 'nDCG'],
    ['ndcg_cut.10', 'nDCG@10'],
    ['ndcg_cut_10', 'nDCG@10'],
    ['map', 'AP'],
    ['map_cut.10', 'AP@10'],
    ['recip_rank', 'RR'],
    ['P.5', 'P@5'],
    ['P_5', 'P@5'],
    ['recall.100', 'R@100'],
    ['success.5', 'Success@5'],
    ['bpref', 'Bpref'],
    ['gm_map', 'GMAP'],
    ['rbp', 'RBP(p=0.9)'],
    ['set_P', 'SetP'],
    ['set_recall', 'SetR'],
    ['set_F', 'SetF'],
    ['num_rel', 'NumRel'],
    ['num_ret', 'NumRet'],
    ['num_rel_ret', 'NumRelRet'],
    ['num_q', 'NumQ'],
  ])('of %s is %s', (text, name) => {
    expect(measureName(parseMeasure(text))).toBe(name);
  });
});

it('splits a list at the commas outside of brackets', () => {
  expect(splitMeasures(' AP, P(rel=2,judged_only=True)@5 ,,nDCG[gains={1:2,2:4}] ')).toEqual([
    'AP',
    'P(rel=2,judged_only=True)@5',
    'nDCG[gains={1:2,2:4}]',
  ]);
});

it('gives every family its own version id', () => {
  const ids = MEASURE_FAMILIES.map(({ name }) => measureAlgorithm({ family: name }));
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z0-9-]+\/\d+$/);
});
