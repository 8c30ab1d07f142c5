import { GrkError } from './errors.ts';
import { compareBytes } from './ids.ts';

/**
 * JSON with object keys in byte order and no spaces: equal values give equal text on every system.
 * @throws GrkError GRK_INTERNAL for NaN, infinities and values that JSON cannot hold.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new GrkError('GRK_INTERNAL', `the number ${value} cannot be written to JSON`);
  }
  if (value === null || typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') {
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object') throw new GrkError('GRK_INTERNAL', `a ${typeof value} cannot be written to JSON`);
  const entries = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([a], [b]) => compareBytes(a, b));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
}
