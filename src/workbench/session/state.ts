import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadedConfig } from '../../config/load.ts';
import { GrkError } from '../../contracts/errors.ts';
import type { Catalog, Clock, Progress } from '../../contracts/ports.ts';
import { sqliteCatalog } from '../../store/catalog.ts';
import { withWriteLock } from '../../store/write-lock.ts';

const CATALOG_FILE = 'catalog.sqlite';
const VECTOR_FOLDER = 'vectors';
const REPORT_FOLDER = 'reports';
const LOCK_WAIT_MS = 60_000;

/** What every operation of the workbench is given: the configuration, and the world outside. */
export interface Session {
  readonly loaded: LoadedConfig;
  readonly cwd: string;
  readonly progress: Progress;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  /** One line for people, beside the data. */
  readonly notice: (text: string) => void;
}

export function vectorFolder(session: Session): string {
  return join(session.loaded.stateFolder, VECTOR_FOLDER);
}

export function reportFolder(session: Session): string {
  return join(session.loaded.stateFolder, REPORT_FOLDER);
}

export function catalogFile(session: Session): string {
  return join(session.loaded.stateFolder, CATALOG_FILE);
}

/** SQLite takes an empty file for a new database; beside vectors it is one that was cut off. */
function refuseEmptied(session: Session): void {
  const file = catalogFile(session);
  if (!existsSync(vectorFolder(session)) || statSync(file, { throwIfNoEntry: false })?.size !== 0) return;
  throw new GrkError('GRK_STORE_CORRUPT', `the catalog ${file} is empty, and there are vectors beside it`, {
    remedy: 'Delete both, catalog.sqlite and vectors, then index again.',
  });
}

/** Opens the catalog, hands it over, closes it. */
export async function withCatalog<T>(session: Session, work: (catalog: Catalog) => Promise<T>): Promise<T> {
  refuseEmptied(session);
  const catalog = sqliteCatalog(catalogFile(session));
  try {
    return await work(catalog);
  } finally {
    catalog.close();
  }
}

/** True where something was ever stored: reading must not create a state folder. */
export function hasCatalog(session: Session): boolean {
  return existsSync(catalogFile(session));
}

/** Runs `work` as the only writer of the state folder; waits for another writer, and says so. */
export function asWriter<T>(session: Session, work: () => Promise<T>): Promise<T> {
  const folder = session.loaded.stateFolder;
  return withWriteLock(
    folder,
    {
      waitMs: LOCK_WAIT_MS,
      signal: session.signal,
      onWait: () =>
        session.notice(`another grk process is writing to ${folder}; waiting up to ${LOCK_WAIT_MS / 1000} s`),
    },
    work,
  );
}
