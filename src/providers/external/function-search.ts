import type { ExternalSource } from '../../contracts/pipeline.ts';
import type { ExternalSearch, SearchFunction } from '../../contracts/ports.ts';
import { searchByCalling } from './call-search.ts';

export type FunctionSource = Extract<ExternalSource, { readonly function: string }>;

const REMEDY = 'This is a fault of the function; call it with this topic alone.';

/** Opens a function of the caller as a search. Its code has no identity: `version` of the stage tells two of them apart. */
export function openFunctionSearch(source: FunctionSource, search: SearchFunction): ExternalSearch {
  const { function: name, timeoutMs } = source;
  return {
    identity: { settings: { function: name, timeoutMs }, determinism: 'none' },
    order: 'score',
    concurrency: 1,
    search: searchByCalling(search, { where: `the search "${name}"`, timeoutMs, remedy: REMEDY }),
  };
}
