import type { Metadata, MetadataValue } from '../contracts/document.ts';
import { GrkError } from '../contracts/errors.ts';
import { FILTER_OPERATORS, type Filter, type FilterNotice, type FilterOperator } from '../contracts/filter.ts';
import { compareBytes } from '../contracts/ids.ts';
import { nearest } from '../contracts/nearest.ts';
import type { PassageMask } from '../contracts/ports.ts';
import { compareMetadata } from './metadata-order.ts';

/**
 * Reads `key=value`, `key!=value` or a range such as `key>=2024-01-01`; spaces around the parts are dropped.
 * @throws GrkError GRK_USAGE for another form, and for what looks like another operator
 */
export function parseFilter(text: string): Filter {
  const [key = '', operator = '', value = ''] =
    /^([^=!<>~]*)([=!<>~]+)(.*)$/s
      .exec(text)
      ?.slice(1)
      .map((part) => part.trim()) ?? [];
  const known = FILTER_OPERATORS.find((each) => each === operator);
  if (key !== '' && known !== undefined && (value !== '' || !isRange(known))) {
    return { key, operator: known, value };
  }
  const why = operator === '' || key === '' ? 'is not of the form key=value' : faultOf(operator, known);
  throw new GrkError('GRK_USAGE', `the filter "${text}" ${why}`, {
    remedy: `Write KEY, one of ${FILTER_OPERATORS.join(' ')}, and VALUE: --filter ext=md, --filter "date>=2024-01-01".`,
  });
}

function faultOf(operator: string, known: FilterOperator | undefined): string {
  return known === undefined ? `has the unknown operator "${operator}"` : `has no value behind "${operator}"`;
}

function isRange(operator: FilterOperator): boolean {
  return operator !== '=' && operator !== '!=';
}

/**
 * Which passages may be returned: those whose document carries every key with a value that satisfies the filter.
 * A document without the key matches no filter on it, `!=` included. A list matches where one of its values does, and
 * `!=` where none is equal.
 * @param metadataOf metadata of a passage's document, by passage number
 */
export function maskOf(
  filters: readonly Filter[],
  passages: number,
  metadataOf: (passage: number) => Metadata,
): PassageMask {
  const mask = new Uint8Array(passages);
  for (let passage = 0; passage < passages; passage++) {
    const metadata = metadataOf(passage);
    mask[passage] = filters.every((filter) => matches(valuesOf(metadata, filter.key), filter)) ? 1 : 0;
  }
  return mask;
}

/** Filters that nothing can satisfy: the result is empty, and this says why. */
export function filterNotices(
  filters: readonly Filter[],
  documents: readonly { readonly metadata: Metadata }[],
): FilterNotice[] {
  return filters.flatMap((filter): FilterNotice[] => {
    const values = documents.flatMap(({ metadata }) => valuesOf(metadata, filter.key));
    if (values.length === 0) {
      const keys = new Set(documents.flatMap(({ metadata }) => Object.keys(metadata)));
      return [{ filter, why: 'unknown', nearest: nearest(filter.key, [...keys].sort(compareBytes)) }];
    }
    const isHopeless =
      isRange(filter.operator) && values.every((value) => compareMetadata(value, filter.value) === undefined);
    return isHopeless ? [{ filter, why: 'incomparable' }] : [];
  });
}

function valuesOf(metadata: Metadata, key: string): readonly MetadataValue[] {
  const value: MetadataValue | readonly MetadataValue[] | undefined = Object.hasOwn(metadata, key)
    ? metadata[key]
    : undefined;
  return value === undefined ? [] : [value].flat();
}

function matches(values: readonly MetadataValue[], { operator, value: wanted }: Filter): boolean {
  const equals = (value: MetadataValue) => String(value).trim() === wanted || compareMetadata(value, wanted) === 0;
  if (operator === '=') return values.some(equals);
  if (operator === '!=') return values.length > 0 && !values.some(equals);
  return values.some((value) => {
    const order = compareMetadata(value, wanted);
    if (order === undefined) return false;
    return { '>=': order >= 0, '<=': order <= 0, '>': order > 0, '<': order < 0 }[operator];
  });
}
