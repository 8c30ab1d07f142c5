import { GrkError } from '../../contracts/errors.ts';
import type { IndexDoctorOutcome, IndexFinding, UnusedTable } from '../../contracts/index-state.ts';
import type { Catalog, CollectionInfo } from '../../contracts/ports.ts';
import { isBeingWritten } from '../../store/write-lock.ts';
import { pause } from '../session/pause.ts';
import { hasCatalog, type Session, withCatalog } from '../session/state.ts';
import { checkIdentity, checkLexical, checkTexts } from './index-checks.ts';
import { findCollection } from './open-collection.ts';
import { checkVectors } from './vector-checks.ts';
import { tablesOnDisk, unusedTables } from './vector-tables.ts';

/**
 * Checks every invariant of the stored collections against the texts in the catalog; changes nothing.
 * @param names collections to check; none: all
 * @throws GrkError GRK_COLLECTION_MISSING, GRK_INTERRUPTED, GRK_DEPENDENCY_MISSING (SQLite)
 */
export async function indexDoctor(session: Session, names: readonly string[]): Promise<IndexDoctorOutcome> {
  // In this order: a table that is listed, and of no collection of a catalog opened later, is of a writer that still
  // holds the lock, or of none.
  const tables = await tablesOnDisk(session);
  const isWritten = isBeingWritten(session.loaded.stateFolder);
  const ofTables = (all: readonly CollectionInfo[]) =>
    unusedTables(tables, all).map((table) => tableFinding(table, isWritten));
  if (!hasCatalog(session)) return { collections: [], findings: ofTables([]) };
  try {
    return await withCatalog(session, async (catalog) => {
      const all = catalog.list();
      const chosen = names.length === 0 ? all : names.map((name) => findCollection(catalog, name));
      const findings: IndexFinding[] = [];
      session.progress.start('collections', chosen.length);
      try {
        for (const info of chosen) {
          findings.push(...(await checkCollection(session, catalog, info)));
          session.progress.advance();
        }
      } finally {
        session.progress.done();
      }
      return { collections: chosen.map(({ name }) => name), findings: [...findings, ...ofTables(all)] };
    });
  } catch (error) {
    if (!(error instanceof GrkError) || !['GRK_STORE_CORRUPT', 'GRK_SCHEMA_NEWER'].includes(error.code)) throw error;
    const { message, remedy = '' } = error;
    return {
      collections: [],
      findings: [
        { collection: null, code: 'catalog-unreadable', severity: 'fault', message, remedy, isRepairable: false },
      ],
    };
  }
}

/** What is wrong with one collection; later checks are left out where earlier faults would repeat in them. */
export async function checkCollection(
  session: Session,
  catalog: Catalog,
  info: CollectionInfo,
): Promise<IndexFinding[]> {
  await pause(session);
  const identity = checkIdentity(info);
  const texts = checkTexts(catalog, info);
  await pause(session);
  if (texts.length > 0) return [...identity, ...texts];
  // An index of another version is another one: what its own version would have made is not known here.
  const isComparable = !identity.some(({ code }) => code === 'identity-outdated' || code === 'identity-incomplete');
  const lexical = isComparable ? await checkLexical(catalog, info) : [];
  await pause(session);
  const vectors = await checkVectors(session, catalog, info);
  await pause(session);
  return [...identity, ...lexical, ...vectors];
}

function tableFinding({ name, bytes, kind }: UnusedTable, isWritten: boolean): IndexFinding {
  const isOrphan = kind === 'orphan';
  if (isOrphan && isWritten) {
    return {
      collection: null,
      code: 'table-in-writing',
      severity: 'notice',
      message: `the vector table "${name}" (${bytes} bytes) belongs to no collection, and another grk process is writing`,
      remedy: 'Look again when it is done.',
      isRepairable: false,
    };
  }
  return {
    collection: null,
    code: isOrphan ? 'table-orphan' : 'table-previous',
    severity: isOrphan ? 'fault' : 'notice',
    message: isOrphan
      ? `the vector table "${name}" (${bytes} bytes) belongs to no collection`
      : `the vector table "${name}" (${bytes} bytes) is of an earlier generation`,
    remedy: isOrphan
      ? 'Drop it with `grk index repair`.'
      : 'Readers of that generation may still use it; the next build of the collection drops it.',
    isRepairable: isOrphan,
  };
}
