import type { Passage } from '../../contracts/document.ts';
import type { Catalog } from '../../contracts/ports.ts';

const BATCH = 1_000;

/** The passages of a collection with their texts, in tie order, a batch at a time. @throws GrkError GRK_STORE_CORRUPT */
export function* storedPassages(catalog: Catalog, name: string): Generator<Passage> {
  const passages = catalog.passages(name);
  for (let start = 0; start < passages.length; start += BATCH) {
    const batch = passages.slice(start, start + BATCH);
    const contents = catalog.contents(
      name,
      batch.map(({ id }) => id),
    );
    for (const passage of batch) {
      const content = contents.get(passage.id);
      if (content !== undefined) yield { ...passage, ...content };
    }
  }
}
