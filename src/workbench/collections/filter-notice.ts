import type { FilterNotice } from '../../contracts/filter.ts';

/** Why a filter matches nothing, in words. */
export function filterNoticeText({ filter: { key, operator, value }, why, nearest }: FilterNotice): string {
  const meant = nearest === undefined ? '' : `; did you mean "${nearest}"?`;
  return why === 'unknown'
    ? `nothing matches the filter ${key}${operator}${value}: no document has the metadata "${key}"${meant}`
    : `nothing matches the filter ${key}${operator}${value}: no value of "${key}" can be compared with ${value}`;
}
