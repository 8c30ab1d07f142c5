import type { FilterNotice } from '../../contracts/filter.ts';

/** Why a filter matches nothing, in words. */
export function filterNoticeText({ filter: { key, operator, value }, why }: FilterNotice): string {
  return why === 'unknown'
    ? `no document has the metadata "${key}", so nothing matches the filter ${key}${operator}${value}`
    : `no value of "${key}" can be compared with ${value}, so nothing matches the filter ${key}${operator}${value}`;
}
