import type { ExternalSource } from '../../contracts/pipeline.ts';
import type { ExternalSearch } from '../../contracts/ports.ts';
import { failed } from './answer.ts';
import { searchByCalling } from './call-search.ts';
import { withDeadline } from './deadline.ts';
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
    search: searchByCalling(search, { where: written, timeoutMs, remedy: REMEDY }),
    close: async () => {
      await withDeadline(timeoutMs, undefined, () => close?.()).catch((error: unknown) => {
        throw failed(written, `could not be closed: ${messageOf(error)}`, REMEDY, error);
      });
    },
  };
}
