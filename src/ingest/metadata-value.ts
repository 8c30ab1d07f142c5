import type { MetadataValue } from '../contracts/document.ts';
import type { LeftOut } from '../contracts/ingest.ts';

/** What metadata holds of a value, or why it holds nothing. */
type Held<Value> =
  | { readonly held: Value }
  | { readonly why: Extract<LeftOut['why'], 'empty' | 'nested' | 'not-finite'> };

/** A scalar, or a list of scalars without its nulls. A whole number that a double cannot hold is kept as its digits. */
export function metadataValue(value: unknown): Held<MetadataValue | readonly MetadataValue[]> {
  if (!Array.isArray(value)) return scalarValue(value);
  const values: MetadataValue[] = [];
  for (const each of value) {
    const element = scalarValue(each);
    if ('held' in element) values.push(element.held);
    else if (element.why !== 'empty') return element;
  }
  return values.length === 0 ? { why: 'empty' } : { held: values };
}

function scalarValue(value: unknown): Held<MetadataValue> {
  if (value === null) return { why: 'empty' };
  if (typeof value === 'bigint') {
    const number = Number(value);
    return { held: Number.isSafeInteger(number) ? number : String(value) };
  }
  if (typeof value === 'number') return Number.isFinite(value) ? { held: value } : { why: 'not-finite' };
  return typeof value === 'string' || typeof value === 'boolean' ? { held: value } : { why: 'nested' };
}
