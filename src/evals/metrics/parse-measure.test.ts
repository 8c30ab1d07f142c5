import { describe, expect, it } from 'vitest';
import { GrkError } from '../../contracts/errors.ts';
import { measureName } from '../../contracts/measure.ts';
import { MEASURE_FAMILIES, measureAlgorithm, parseMeasure } from './index.ts';

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
  ])('%j is unknown', (text, message) => {
    expect(thrown(text)).toMatchObject({ code: 'GRK_UNKNOWN_NAME', message });
    expect(thrown(text).remedy).toBe(
      'Measures: nDCG[@k], RR[@k], Success@k, R@k, P@k, AP[@k]. Upper and lower case matter.',
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
  ])('%j has a fault in its cutoff', (text, message) => {
    expect(thrown(text)).toMatchObject({ code: 'GRK_USAGE', message });
  });
});

it('reads every canonical name back to itself', () => {
  const names = MEASURE_FAMILIES.flatMap(({ name, cutoff }) =>
    cutoff === 'optional' ? [name, `${name}@1`, `${name}@1000`] : [`${name}@1`, `${name}@1000`],
  );
  expect(names.map((name) => measureName(parseMeasure(name)))).toEqual(names);
});

it('gives every family its own version id', () => {
  const ids = MEASURE_FAMILIES.map(({ name }) => measureAlgorithm({ family: name }));
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z0-9-]+\/\d+$/);
});
