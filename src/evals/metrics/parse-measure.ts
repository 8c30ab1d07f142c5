import { GrkError } from '../../contracts/errors.ts';
import type { Measure } from '../../contracts/measure.ts';
import { nearest } from '../../contracts/nearest.ts';
import type { MeasureFamily } from './measure-family.ts';
import { OTHER_NAMES, TREC_CUT_NAMES, TREC_NAMES } from './names.ts';
import { parseParameters } from './parse-parameters.ts';
import { MEASURE_FAMILIES } from './registry.ts';

const EXAMPLE_CUTOFF = 10;
const CUTOFF_REMEDY = 'Say at which rank the ranking is cut; docs/measures.md lists the measures that need it.';

/** A measure's text in parts. */
interface Form {
  readonly name: string;
  readonly parameterText: string | undefined;
  readonly cutoffText: string | undefined;
}

/**
 * Reads a measure: its canonical name such as `nDCG@10` or `P(rel=2)@5`, the same with square brackets, or trec_eval's
 * name such as `ndcg_cut.10` or `map`. Names are case-sensitive.
 * @throws GrkError GRK_UNKNOWN_NAME naming the nearest measure or parameter; GRK_USAGE where a cutoff or value is wrong
 */
export function parseMeasure(text: string): Measure {
  const trec = Object.hasOwn(TREC_NAMES, text) ? TREC_NAMES[text] : undefined;
  if (trec !== undefined) return parseMeasure(trec);
  const form = formOf(text);
  const family = MEASURE_FAMILIES.find(({ name }) => name === form.name);
  if (family === undefined) throw unknownMeasure(text, form);
  // ir_measures counts relevant documents retrieved as NumRet(rel=…).
  if (family.name === 'NumRet' && /^\s*rel\s*=/.test(form.parameterText ?? '')) {
    return parseMeasure(
      `NumRelRet(${form.parameterText})${form.cutoffText === undefined ? '' : `@${form.cutoffText}`}`,
    );
  }
  const given = form.parameterText ?? '';
  const { parameters, cutoffText } =
    given.trim() === '' ? { parameters: {}, cutoffText: undefined } : parseParameters(given, family, text);
  if (cutoffText !== undefined && form.cutoffText !== undefined) {
    throw new GrkError('GRK_USAGE', `"${text}" gives the cutoff twice`, { remedy: 'Give it once, as in nDCG@10.' });
  }
  const cutoff = parseCutoff(form.cutoffText ?? cutoffText, family, text);
  return {
    family: family.name,
    ...(cutoff === undefined ? {} : { cutoff }),
    ...(Object.keys(parameters).length === 0 ? {} : { parameters }),
  };
}

function formOf(text: string): Form {
  const [, cutName = '', digits] = /^([A-Za-z_]+)[._](\d+)$/.exec(text) ?? [];
  const cut = Object.hasOwn(TREC_CUT_NAMES, cutName) ? TREC_CUT_NAMES[cutName] : undefined;
  if (cut !== undefined) return { name: cut, parameterText: undefined, cutoffText: digits };
  const match = /^([^([@]*)(?:\((.*)\)|\[(.*)\])?(?:@(.*))?$/s.exec(text);
  if (match === null) {
    throw new GrkError('GRK_USAGE', `"${text}" is not of the form NAME(parameter=value)@cutoff`, {
      remedy: 'Write, for example, P(rel=2)@5.',
    });
  }
  const [, name = '', round, square, cutoffText] = match;
  const canonical = Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : undefined;
  return { name: canonical ?? name, parameterText: round ?? square, cutoffText };
}

function parseCutoff(text: string | undefined, family: MeasureFamily, measure: string): number | undefined {
  const example = `${family.name}@${EXAMPLE_CUTOFF}`;
  if (text === undefined) {
    if (family.cutoff !== 'required') return undefined;
    throw new GrkError('GRK_USAGE', `the measure "${measure}" needs a cutoff, such as ${example}`, {
      remedy: CUTOFF_REMEDY,
    });
  }
  if (family.cutoff === 'none') {
    throw new GrkError('GRK_USAGE', `the measure "${measure}" takes no cutoff`, { remedy: `Write ${family.name}.` });
  }
  const cutoff = Number(text);
  if (/^[1-9][0-9]*$/.test(text) && Number.isSafeInteger(cutoff)) return cutoff;
  throw new GrkError('GRK_USAGE', `the cutoff of "${measure}" is not a whole number from 1, as in ${example}`, {
    remedy: CUTOFF_REMEDY,
  });
}

function unknownMeasure(text: string, { name, cutoffText }: Form): GrkError {
  if (Object.hasOwn(TREC_CUT_NAMES, text)) {
    return new GrkError('GRK_USAGE', `the measure "${text}" needs a cutoff, such as ${text}.${EXAMPLE_CUTOFF}`, {
      remedy: CUTOFF_REMEDY,
    });
  }
  const hint = hintFor(text, name, cutoffText);
  const suffix = { required: '@k', optional: '[@k]', none: '' };
  const forms = MEASURE_FAMILIES.map((each) => `${each.name}${suffix[each.cutoff]}`);
  return new GrkError('GRK_UNKNOWN_NAME', `there is no measure "${text}".${hint}`, {
    remedy: `Measures: ${forms.join(', ')}. Upper and lower case matter.`,
  });
}

function hintFor(text: string, name: string, cutoffText: string | undefined): string {
  const names = MEASURE_FAMILIES.map((family) => family.name);
  const near = nearest(name, names) ?? nearest(name, Object.keys(OTHER_NAMES));
  const family = MEASURE_FAMILIES.find((each) => each.name === (OTHER_NAMES[near ?? ''] ?? near));
  if (family !== undefined) {
    const digits = cutoffText ?? (family.cutoff === 'required' ? String(EXAMPLE_CUTOFF) : undefined);
    return ` Did you mean "${near}${digits === undefined || family.cutoff === 'none' ? '' : `@${digits}`}"?`;
  }
  const [, base = text, tail = ''] = /^(.*?)([._]\d+)?$/s.exec(text) ?? [];
  const trec = nearest(base, [...Object.keys(TREC_NAMES), ...Object.keys(TREC_CUT_NAMES)]);
  if (trec === undefined) return '';
  const isCut = Object.hasOwn(TREC_CUT_NAMES, trec);
  return ` Did you mean "${trec}${isCut ? tail || `.${EXAMPLE_CUTOFF}` : ''}"?`;
}
