import { GrkError } from '../../contracts/errors.ts';
import type { ExternalSource } from '../../contracts/pipeline.ts';
import type { ExternalSearch } from '../../contracts/ports.ts';
import { failed, readHits } from './answer.ts';
import { DeadlineError, withDeadline } from './deadline.ts';
import { loadSearchModule, messageOf } from './load-module.ts';

export type ModuleSource = Extract<ExternalSource, { readonly module: string }>;

const REMEDY = 'This is a fault of the module that the suite names; run its search on this topic alone.';

/**
 * Opens a JavaScript module as a search.
 * @param file its absolute path
 * @param written the path as reports should name it
 * @throws GrkError GRK_FILE_MISSING, GRK_FILE_UNREADABLE, GRK_EXTERNAL_INVALID
 */
export async function openModuleSearch(source: ModuleSource, file: string, written: string): Promise<ExternalSearch> {
  const { search, close, sha256 } = await loadSearchModule(file, written);
  const { timeoutMs } = source;
  return {
    identity: { settings: { module: written, timeoutMs, sourceSha256: sha256 }, determinism: 'none' },
    order: 'score',
    concurrency: 1,
    search: async ({ topicId, query }, k, signal) => {
      const hits = await withDeadline(timeoutMs, signal, (inner) => search({ topicId, query }, k, inner)).catch(
        (error: unknown) => {
          throw faultOf(error, written);
        },
      );
      return readHits(hits, written);
    },
    close: async () => {
      await withDeadline(timeoutMs, undefined, () => close?.()).catch((error: unknown) => {
        throw failed(written, `could not be closed: ${messageOf(error)}`, REMEDY, error);
      });
    },
  };
}

function faultOf(error: unknown, written: string): unknown {
  if (error instanceof GrkError && error.code === 'GRK_INTERRUPTED') return error;
  const what = error instanceof DeadlineError ? `gave ${error.message}` : `failed: ${messageOf(error)}`;
  const remedy = error instanceof DeadlineError ? 'Make it faster, or raise timeoutMs of its source.' : REMEDY;
  return failed(written, what, remedy, error);
}
