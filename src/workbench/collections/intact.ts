import { GrkError } from '../../contracts/errors.ts';
import type { Catalog, CollectionInfo } from '../../contracts/ports.ts';
import { LEXICAL_ENGINES } from '../../index/lexical/engines.ts';
import type { Session } from '../session/state.ts';
import { withVectors } from './vectors.ts';

/** What is missing of a collection's index, in words; undefined where all of it is there. Contents are not compared. */
export async function whatIsMissing(
  session: Session,
  catalog: Catalog,
  info: CollectionInfo,
): Promise<string | undefined> {
  return (await lexicalFault(catalog, info)) ?? (await vectorFault(session, info));
}

async function lexicalFault(catalog: Catalog, { name, identity, passages }: CollectionInfo) {
  const engine = await LEXICAL_ENGINES[identity.engine]();
  try {
    const { passageCount } = engine.open(catalog.lexical(name));
    return passageCount === passages ? undefined : `its lexical index holds ${passageCount} of ${passages} passages`;
  } catch (error) {
    return faultText(error);
  }
}

async function vectorFault(session: Session, { vectors, identity, passages }: CollectionInfo) {
  if (vectors === null || identity.embedder === null) return undefined;
  try {
    const stored = await withVectors(session, vectors.table, identity.embedder.dimensions, (store) => store.count());
    return stored === passages ? undefined : `${stored} of ${passages} passages have vectors`;
  } catch (error) {
    return faultText(error);
  }
}

/** A store that is at fault can be built anew; what stops the work, or is missing on this machine, cannot. */
function faultText(error: unknown): string {
  if (error instanceof GrkError && error.code === 'GRK_STORE_CORRUPT') return error.message;
  throw error;
}
