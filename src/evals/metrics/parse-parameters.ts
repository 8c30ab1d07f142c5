import { GrkError } from '../../contracts/errors.ts';
import type { ParameterValue } from '../../contracts/measure.ts';
import { didYouMean } from '../../contracts/nearest.ts';
import type { MeasureDefinition, ParameterType } from './measure-family.ts';
import { splitOutside } from './split-measures.ts';

interface ParameterReader {
  /** Completes "is not …". */
  readonly says: string;
  /** undefined for a text that is none. */
  readonly read: (text: string) => ParameterValue | undefined;
}

/** Sums of larger gains could leave the range of a double. */
const MAX_GAIN = 1_000_000_000;
const whole = (text: string) => (/^(0|[1-9]\d{0,8})$/.test(text) ? Number(text) : undefined);
const only = (value: number | undefined, isRight: (value: number) => boolean) =>
  value !== undefined && isRight(value) ? value : undefined;
/** An exponent is read since tiny numbers are printed with one: a canonical name must read back as the same measure. */
const decimal = (text: string) =>
  only(/^(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : undefined, Number.isFinite);

/** How each type is read and named. */
export const PARAMETER_TYPES: Readonly<Record<ParameterType, ParameterReader>> = {
  grade: { says: 'a whole number from 1', read: (text) => only(whole(text), (value) => value >= 1) },
  switch: {
    says: 'True or False',
    read: (text) => (/^true$/i.test(text) ? true : /^false$/i.test(text) ? false : undefined),
  },
  share: { says: 'a number above 0 and below 1', read: (text) => only(decimal(text), (p) => p > 0 && p < 1) },
  weight: { says: 'a number above 0', read: (text) => only(decimal(text), (value) => value > 0) },
  dcg: {
    says: "'log2' or 'exp-log2'",
    read: (text) => /^(['"]?)(log2|exp-log2)\1$/.exec(text)?.[2],
  },
  length: { says: 'a whole number from 1', read: (text) => only(whole(text), (value) => value >= 1) },
  gains: { says: '{grade:gain,…} with whole grades and gains from 0 to 1000000000, each grade once', read: readGains },
};

/** Gains equal to the grade say nothing and are left out. */
function readGains(text: string): Record<string, number> | undefined {
  const inner = /^\{(.*)\}$/.exec(text)?.[1];
  if (inner === undefined) return undefined;
  const gains = new Map<number, number>();
  for (const pair of inner.split(',').map((each) => each.trim())) {
    const [gradeText = '', gainText = '', ...rest] = pair.split(':').map((each) => each.trim());
    const [grade, gain] = [whole(gradeText), only(decimal(gainText), (value) => value <= MAX_GAIN)];
    if (grade === undefined || gain === undefined || rest.length > 0 || gains.has(grade)) return undefined;
    gains.set(grade, gain);
  }
  return Object.fromEntries([...gains].filter(([grade, gain]) => grade !== gain));
}

/**
 * Reads what stands in the brackets of a measure: `rel=2,judged_only=True`.
 * @param measure the whole text, for messages
 * @returns values that differ from their defaults, in the order of the definition; a cutoff given as `cutoff=` apart
 * @throws GrkError GRK_UNKNOWN_NAME naming the nearest parameter, GRK_USAGE
 */
export function parseParameters(
  text: string,
  definition: MeasureDefinition,
  measure: string,
): { parameters: Record<string, ParameterValue>; cutoffText: string | undefined } {
  const texts = new Map<string, string>();
  for (const part of splitOutside(text)) {
    const [, name, value] = /^([^=]+?)\s*=\s*(.+)$/s.exec(part) ?? [];
    if (name === undefined || value === undefined) throw usage(`"${part}" in "${measure}" is not NAME=VALUE`);
    if (texts.has(name)) throw usage(`"${measure}" gives ${name} twice`);
    texts.set(name, value);
  }
  const cutoffText = texts.get('cutoff');
  texts.delete('cutoff');
  for (const name of texts.keys()) {
    if (!definition.parameters.some((known) => known.name === name)) throw unknownParameter(name, definition);
  }
  const parameters: Record<string, ParameterValue> = {};
  for (const { name, type, default: byDefault } of definition.parameters) {
    const given = texts.get(name);
    if (given === undefined) continue;
    const { read, says } = PARAMETER_TYPES[type];
    const value = read(given);
    if (value === undefined) throw usage(`${name} of "${measure}" is ${given}, which is not ${says}`);
    const isEmpty = typeof value === 'object' && Object.keys(value).length === 0;
    if (value !== byDefault && !isEmpty) parameters[name] = value;
  }
  refuseFractionsOfExponential(parameters, measure);
  return { parameters, cutoffText };
}

/** 2^gain − 1 of a fraction is a power whose last bit differs between systems. */
function refuseFractionsOfExponential({ dcg, gains }: Record<string, ParameterValue>, measure: string): void {
  if (dcg !== 'exp-log2' || typeof gains !== 'object') return;
  const fraction = Object.values(gains).find((gain) => !Number.isInteger(gain));
  if (fraction === undefined) return;
  throw new GrkError('GRK_USAGE', `"${measure}" has the gain ${fraction} and dcg='exp-log2', which takes whole ones`, {
    remedy: "Give the gains as they shall count, without dcg='exp-log2'.",
  });
}

function unknownParameter(name: string, { name: family, parameters }: MeasureDefinition): GrkError {
  const known = parameters.map((each) => each.name);
  const list = parameters.map((each) => `${each.name} (${PARAMETER_TYPES[each.type].says})`).join(', ');
  return new GrkError('GRK_UNKNOWN_NAME', `${family} has no parameter "${name}".${didYouMean(name, known)}`, {
    remedy: known.length === 0 ? `${family} takes none.` : `Parameters of ${family}: ${list}.`,
  });
}

function usage(message: string): GrkError {
  return new GrkError('GRK_USAGE', message, {
    remedy: 'Write, for example, P(rel=2)@5 or nDCG(judged_only=True)@10; docs/measures.md lists all parameters.',
  });
}
