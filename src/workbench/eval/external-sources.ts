import { basename, isAbsolute, resolve } from 'node:path';
import { canonicalJson } from '../../contracts/canonical-json.ts';
import type { ExternalSource } from '../../contracts/pipeline.ts';
import type { ExternalSearch } from '../../contracts/ports.ts';
import type { PlannedVariant } from '../../evals/run/plan.ts';
import { openHttpSearch } from '../../providers/external/http-search.ts';
import { openModuleSearch } from '../../providers/external/module-search.ts';
import type { Session } from '../session/state.ts';
import { openRunSearch, type RunSearch } from './external-run.ts';

/** Opened searches from outside, by source. */
export interface ExternalSources {
  readonly of: (source: ExternalSource) => ExternalSearch | RunSearch;
}

/**
 * Opens what the external stages of a suite name, each source once, hands it over, closes it.
 * @param folder what paths are relative to
 * @throws GrkError for a file that is missing, no module, or no run
 */
export async function withExternalSources<T>(
  session: Session,
  variants: readonly PlannedVariant[],
  folder: string,
  work: (sources: ExternalSources) => Promise<T>,
): Promise<T> {
  const opened = new Map<string, ExternalSearch>();
  try {
    for (const stage of variants.flatMap(({ stages }) => stages)) {
      if (stage.kind !== 'external') continue;
      const key = canonicalJson(stage.source);
      if (!opened.has(key)) opened.set(key, await openSource(session, stage.source, folder));
    }
    return await work({ of: (source) => opened.get(canonicalJson(source)) ?? neverOpened() });
  } finally {
    for (const search of opened.values()) {
      // What was measured stands, whatever becomes of the search afterwards.
      await search.close?.().catch((error: unknown) => session.notice(error instanceof Error ? error.message : ''));
    }
  }
}

async function openSource(session: Session, source: ExternalSource, folder: string): Promise<ExternalSearch> {
  if ('http' in source) return openHttpSearch(source);
  const path = 'module' in source ? source.module : source.run;
  const file = resolve(folder, path);
  const written = isAbsolute(path) ? basename(path) : path;
  return 'module' in source ? openModuleSearch(source, file, written) : openRunSearch(file, written, session.signal);
}

function neverOpened(): never {
  throw new RangeError('an external stage was run without being opened');
}
