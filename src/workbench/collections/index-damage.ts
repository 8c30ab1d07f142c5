import { GrkError } from '../../contracts/errors.ts';
import type { IngestOutcome } from '../../contracts/ingest.ts';
import type { Catalog, CollectionInfo } from '../../contracts/ports.ts';
import { LEXICAL_ENGINES } from '../../index/lexical/engines.ts';
import type { Session } from '../session/state.ts';
import { requireVectors, VECTOR_FAULTS } from './open-collection.ts';
import { openVectors } from './vectors.ts';

/**
 * What a search of this collection would be refused for: counts, the lexical index with its checksum, the vectors with
 * their hash. Texts are not hashed; `grk index doctor` does that.
 * @throws GrkError GRK_DEPENDENCY_MISSING, GRK_INTERRUPTED, and what else says nothing about the index
 */
export async function indexDamage(
  session: Session,
  catalog: Catalog,
  info: CollectionInfo,
): Promise<IngestOutcome['damage']> {
  const found: { code: string; message: string }[] = [];
  const look = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof GrkError) || !VECTOR_FAULTS.includes(error.code)) throw error;
      found.push({ code: error.code, message: error.message });
    }
  };
  const passages = catalog.passages(info.name);
  await look(async () => {
    requireCount('documents', catalog.documents(info.name).length, info.documents);
    requireCount('passages', passages.length, info.passages);
  });
  await look(async () => {
    const engine = await LEXICAL_ENGINES[info.identity.engine]();
    requireCount('passages in the lexical index', engine.open(catalog.lexical(info.name)).passageCount, info.passages);
  });
  const { embedder } = info.identity;
  if (embedder !== null) {
    await look(async () => {
      await openVectors(
        session,
        requireVectors(info),
        embedder.dimensions,
        passages.map(({ id }) => id),
      );
    });
  }
  return found;
}

function requireCount(what: string, found: number, expected: number): void {
  if (found === expected) return;
  throw new GrkError('GRK_STORE_CORRUPT', `the catalog holds ${found} of ${expected} ${what}`, {
    remedy: 'Run `grk index repair`.',
  });
}
