import { GrkError } from '../../contracts/errors.ts';
import type { DocId, PassageId } from '../../contracts/ids.ts';
import type { StoredVector, VectorStore } from '../../contracts/ports.ts';
import { loadSearcher, type VectorBatch } from './load-searcher.ts';
import { checkRows } from './vector-rows.ts';

interface MemoryRow {
  readonly doc: DocId;
  readonly vector: Float32Array;
}

/** Vectors that live as long as the process. */
export function memoryVectorStore(dimensions: number): VectorStore {
  const rows = new Map<PassageId, MemoryRow>();
  let isClosed = false;
  const open = () => {
    if (isClosed) throw new GrkError('GRK_INTERNAL', 'the vector store is closed');
    return rows;
  };
  return {
    dimensions,
    put: async (given) => {
      const target = open();
      checkRows(given, dimensions);
      given.ids.forEach((id, row) => {
        const vector = given.vectors.slice(row * dimensions, (row + 1) * dimensions);
        target.set(id, { doc: given.docs[row] ?? '', vector });
      });
    },
    deleteDocuments: async (docs) => {
      const unwanted = new Set(docs);
      const gone = [...open()].filter(([, { doc }]) => unwanted.has(doc));
      for (const [id] of gone) rows.delete(id);
      return gone.length;
    },
    count: async () => open().size,
    rows: () => storedRows(open()),
    searcher: async (order) => loadSearcher(order, dimensions, batches(open()), 'memory'),
    flush: async () => void open(),
    close: async () => {
      isClosed = true;
      rows.clear();
    },
  };
}

async function* storedRows(rows: ReadonlyMap<PassageId, MemoryRow>): AsyncGenerator<StoredVector> {
  for (const [id, { vector }] of rows) yield { id, vector: vector.slice() };
}

function* batches(rows: ReadonlyMap<PassageId, MemoryRow>): Generator<VectorBatch> {
  for (const [id, { vector }] of rows) yield { ids: [id], vectors: vector };
}
