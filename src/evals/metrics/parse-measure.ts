import { GrkError } from '../../contracts/errors.ts';
import type { Measure } from '../../contracts/measure.ts';
import { nearest } from '../../contracts/nearest.ts';
import { MEASURE_FAMILIES } from './registry.ts';

const EXAMPLE_CUTOFF = 10;

/**
 * Reads a canonical measure name such as `nDCG@10` or `RR`. Names are case-sensitive.
 * @throws GrkError GRK_UNKNOWN_NAME naming the nearest measure; GRK_USAGE where a cutoff is missing or wrong
 */
export function parseMeasure(text: string): Measure {
  const at = text.indexOf('@');
  const name = at === -1 ? text : text.slice(0, at);
  const cutoffText = at === -1 ? undefined : text.slice(at + 1);
  const family = MEASURE_FAMILIES.find((known) => known.name === name);
  if (family === undefined) throw unknownMeasure(text, name, cutoffText);
  if (cutoffText === undefined) {
    if (family.cutoff === 'required') {
      throw new GrkError('GRK_USAGE', `the measure "${text}" needs a cutoff, such as ${name}@${EXAMPLE_CUTOFF}`);
    }
    return { family: name };
  }
  const cutoff = Number(cutoffText);
  if (!/^[1-9][0-9]*$/.test(cutoffText) || !Number.isSafeInteger(cutoff)) {
    throw new GrkError(
      'GRK_USAGE',
      `the cutoff of "${text}" is not a whole number from 1, as in ${name}@${EXAMPLE_CUTOFF}`,
    );
  }
  return { family: name, cutoff };
}

function unknownMeasure(text: string, name: string, cutoffText: string | undefined): GrkError {
  const known = MEASURE_FAMILIES.map((family) => family.name);
  const near = nearest(name, known);
  const family = MEASURE_FAMILIES.find((candidate) => candidate.name === near);
  const suffix =
    cutoffText !== undefined ? `@${cutoffText}` : family?.cutoff === 'required' ? `@${EXAMPLE_CUTOFF}` : '';
  const hint = near === undefined ? '' : ` Did you mean "${near}${suffix}"?`;
  const forms = MEASURE_FAMILIES.map((each) => (each.cutoff === 'required' ? `${each.name}@k` : `${each.name}[@k]`));
  return new GrkError('GRK_UNKNOWN_NAME', `there is no measure "${text}".${hint}`, {
    remedy: `Measures: ${forms.join(', ')}. Upper and lower case matter.`,
  });
}
