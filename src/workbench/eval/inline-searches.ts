import { GrkError } from '../../contracts/errors.ts';
import { didYouMean } from '../../contracts/nearest.ts';
import type { SearchFunction } from '../../contracts/ports.ts';
import type { Suite } from '../../contracts/suite.ts';

/** Functions of the caller, by the name that a source of a suite has for them. */
export type InlineSearches = ReadonlyMap<string, SearchFunction>;

/** @throws GrkError GRK_UNKNOWN_NAME for a function that was not given, naming the nearest */
export function inlineSearch(searches: InlineSearches, name: string): SearchFunction {
  const search = searches.get(name);
  if (search !== undefined) return search;
  throw new GrkError('GRK_UNKNOWN_NAME', `no search "${name}" was given.${didYouMean(name, [...searches.keys()])}`, {
    remedy:
      'A suite names functions that the library is given: evaluate({ search: { name: function } }). The command line has none: name a module, an address or a run file.',
  });
}

/**
 * Holds the functions of a suite against those that were given, before anything is indexed.
 * @throws GrkError GRK_UNKNOWN_NAME for one that was not given, GRK_USAGE for one that no stage names
 */
export function checkSearches({ variants }: Pick<Suite, 'variants'>, searches: InlineSearches): void {
  const named = variants
    .flatMap(({ stages }) => stages)
    .flatMap((stage) => (stage.kind === 'external' && 'function' in stage.source ? [stage.source.function] : []));
  for (const name of named) inlineSearch(searches, name);
  const idle = [...searches.keys()].find((name) => !named.includes(name));
  if (idle === undefined) return;
  throw new GrkError('GRK_USAGE', `the search "${idle}" would be without effect: no stage of the suite names it`, {
    remedy: `Add a stage { kind: 'external', name: '${idle}', source: { function: '${idle}' } }, or leave the search out.`,
  });
}
