import { basename, isAbsolute, resolve } from 'node:path';
import { canonicalJson } from '../../contracts/canonical-json.ts';
import type { ExternalSource } from '../../contracts/pipeline.ts';
import type { ExternalSearch } from '../../contracts/ports.ts';
import type { PlannedVariant } from '../../evals/run/plan.ts';
import { openFunctionSearch } from '../../providers/external/function-search.ts';
import { openHttpSearch } from '../../providers/external/http-search.ts';
import { openModuleSearch } from '../../providers/external/module-search.ts';
import type { Session } from '../session/state.ts';
import { openRunSearch, type RunSearch } from './external-run.ts';
import { type InlineSearches, inlineSearch } from './inline-searches.ts';

/** Opened searches from outside, by source. */
export interface ExternalSources {
  readonly of: (source: ExternalSource) => ExternalSearch | RunSearch;
}

export interface SourceOrigin {
  /** What paths are relative to. */
  readonly folder: string;
  /** Functions that a source may name. */
  readonly searches: InlineSearches;
}

/**
 * Opens what the external stages of a suite name, each source once, hands it over, closes it.
 * @throws GrkError for a file that is missing, no module, no run, or a function that was not given
 */
export async function withExternalSources<T>(
  session: Session,
  variants: readonly PlannedVariant[],
  origin: SourceOrigin,
  work: (sources: ExternalSources) => Promise<T>,
): Promise<T> {
  const opened = new Map<string, ExternalSearch>();
  try {
    for (const stage of variants.flatMap(({ stages }) => stages)) {
      if (stage.kind !== 'external') continue;
      const key = canonicalJson(stage.source);
      if (!opened.has(key)) opened.set(key, await openSource(session, stage.source, origin));
    }
    return await work({ of: (source) => opened.get(canonicalJson(source)) ?? neverOpened() });
  } finally {
    for (const search of opened.values()) {
      // What was measured stands, whatever becomes of the search afterwards.
      await search.close?.().catch((error: unknown) => session.notice(error instanceof Error ? error.message : ''));
    }
  }
}

async function openSource(
  session: Session,
  source: ExternalSource,
  { folder, searches }: SourceOrigin,
): Promise<ExternalSearch> {
  if ('function' in source) return openFunctionSearch(source, inlineSearch(searches, source.function));
  if ('http' in source) return openHttpSearch(source);
  const path = 'module' in source ? source.module : source.run;
  const file = resolve(folder, path);
  const written = isAbsolute(path) ? basename(path) : path;
  return 'module' in source ? openModuleSearch(source, file, written) : openRunSearch(file, written, session.signal);
}

function neverOpened(): never {
  throw new RangeError('an external stage was run without being opened');
}
