import { z } from 'zod';

/** A parameter's value; `gains` is a record from grade to gain. */
export type ParameterValue = number | boolean | string | Readonly<Record<string, number>>;

/** A measure is a value; its canonical name is ir_measures' and is the key in reports, options and tables. */
export interface Measure {
  readonly family: string;
  readonly cutoff?: number;
  /** Those that differ from their defaults, in the order of the definition. */
  readonly parameters?: Readonly<Record<string, ParameterValue>>;
}

/** Parameters that are floating-point numbers: they are printed with a point. */
const FLOATS: ReadonlySet<string> = new Set(['p', 'beta']);

/** `nDCG@10`, `RR`, `P(rel=2)@5`: the canonical text of a measure, as ir_measures prints it. */
export function measureName({ family, cutoff, parameters = {} }: Measure): string {
  const texts = Object.entries(parameters).map(([name, value]) => `${name}=${valueText(name, value)}`);
  return `${family}${texts.length === 0 ? '' : `(${texts.join(',')})`}${cutoff === undefined ? '' : `@${cutoff}`}`;
}

function valueText(name: string, value: ParameterValue): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return `'${value}'`;
  if (typeof value === 'number') return FLOATS.has(name) && Number.isInteger(value) ? `${value}.0` : String(value);
  const pairs = Object.entries(value).sort(([a], [b]) => Number(a) - Number(b));
  return `{${pairs.map(([grade, gain]) => `${grade}:${gain}`).join(',')}}`;
}

export const MeasureNameSchema = z.string().min(1).describe("A measure's canonical name, such as nDCG@10.");
