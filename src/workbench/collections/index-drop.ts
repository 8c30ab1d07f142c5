import { GrkError } from '../../contracts/errors.ts';
import type { Catalog, CollectionInfo } from '../../contracts/ports.ts';
import { asWriter, hasCatalog, type Session, withCatalog } from '../session/state.ts';
import { EVAL_PREFIX, findCollection, missingCollection } from './open-collection.ts';
import { tablesOnDisk } from './vector-tables.ts';
import { dropVectors } from './vectors.ts';

export interface DropRequest {
  readonly names: readonly string[];
  /** Also every index of an eval: the next eval builds what it needs. */
  readonly evals: boolean;
}

export interface Droppable {
  readonly name: string;
  readonly documents: number;
  readonly passages: number;
}

/**
 * The collections that a drop would delete; changes nothing.
 * @throws GrkError GRK_USAGE where nothing is named, GRK_COLLECTION_MISSING
 */
export async function planDrop(session: Session, request: DropRequest): Promise<Droppable[]> {
  if (request.names.length === 0 && !request.evals) {
    throw new GrkError('GRK_USAGE', 'nothing to drop was named', {
      remedy: 'Name collections, as `grk index status` lists them, or say --evals for all indexes of evals.',
    });
  }
  if (!hasCatalog(session)) {
    if (request.names[0] === undefined) return [];
    throw missingCollection(request.names[0], []);
  }
  return withCatalog(session, async (catalog) => chosen(catalog, request).map(droppable));
}

/**
 * Deletes collections: out of the catalog first, so that nothing names vectors that are gone.
 * @throws GrkError as `planDrop`, and the store errors
 */
export async function indexDrop(session: Session, request: DropRequest): Promise<Droppable[]> {
  await planDrop(session, request);
  if (!hasCatalog(session)) return [];
  return asWriter(session, () =>
    withCatalog(session, async (catalog) => {
      const dropped = chosen(catalog, request);
      for (const { name } of dropped) catalog.remove(name);
      for (const table of await tablesOnDisk(session)) {
        if (dropped.some(({ name }) => name === table.name.replace(/\.[ab]$/, ''))) {
          await dropVectors(session, table.name);
        }
      }
      return dropped.map(droppable);
    }),
  );
}

function chosen(catalog: Catalog, { names, evals }: DropRequest): CollectionInfo[] {
  const named = new Set(names.map((name) => findCollection(catalog, name).name));
  return catalog.list().filter(({ name }) => named.has(name) || (evals && name.startsWith(EVAL_PREFIX)));
}

function droppable({ name, documents, passages }: CollectionInfo): Droppable {
  return { name, documents, passages };
}
