import type { Table } from '@lancedb/lancedb';
import type * as Arrow from 'apache-arrow';
import type { StoredVector, VectorRows } from '../../contracts/ports.ts';
import type { VectorBatch } from './load-searcher.ts';

/** Columns of a table of vectors. Names are lower case, as Lance takes a quoted name for a string. */
const COLUMNS = { id: 'id', doc: 'doc', vector: 'vector' } as const;

/** Rows as an Arrow table; the vectors are not copied. */
export function toArrowTable(arrow: typeof Arrow, rows: VectorRows, dimensions: number): Arrow.Table {
  const floats = new arrow.Float32();
  const vectorType = new arrow.FixedSizeList(dimensions, new arrow.Field('item', floats, true));
  const child = arrow.makeData({ type: floats, length: rows.vectors.length, data: rows.vectors });
  const schema = new arrow.Schema([
    new arrow.Field(COLUMNS.id, new arrow.Utf8(), false),
    new arrow.Field(COLUMNS.doc, new arrow.Utf8(), false),
    new arrow.Field(COLUMNS.vector, vectorType, false),
  ]);
  const strings = (values: readonly string[]) => arrow.vectorFromArray([...values], new arrow.Utf8()).data.slice(0, 1);
  const length = rows.ids.length;
  const children = [
    ...strings(rows.ids),
    ...strings(rows.docs),
    arrow.makeData({ type: vectorType, length, nullCount: 0, child }),
  ];
  const data = arrow.makeData({ type: new arrow.Struct(schema.fields), length, nullCount: 0, children });
  return new arrow.Table(schema, [new arrow.RecordBatch(schema, data)]);
}

/** Dimensions of the vector column, or undefined where a table has another layout. */
export async function dimensionsOf(table: Table): Promise<number | undefined> {
  const { fields } = await table.schema();
  const [id, doc, vector] = Object.values(COLUMNS).map((name) => fields.find((field) => field.name === name));
  const isText = (field: (typeof fields)[number] | undefined) => String(field?.type) === 'Utf8';
  const match = /^FixedSizeList\[(\d+)\]<Float32>$/.exec(String(vector?.type));
  return isText(id) && isText(doc) && match !== null ? Number(match[1]) : undefined;
}

/** All rows, batch by batch, in no particular order. */
export async function* readVectors(table: Table): AsyncGenerator<StoredVector> {
  for await (const batch of table.query().select([COLUMNS.id, COLUMNS.vector])) {
    const ids = batch.getChild(COLUMNS.id);
    const vectors = batch.getChild(COLUMNS.vector);
    for (let row = 0; row < batch.numRows; row++) {
      yield { id: String(ids?.get(row)), vector: vectors?.get(row)?.toArray() ?? new Float32Array(0) };
    }
  }
}

/**
 * The same, the vectors of a batch as one array: an object per row costs more than all else. Where a batch holds a
 * null, or is not packed, its array is empty, which no loader takes.
 */
export async function* readVectorBatches(table: Table, dimensions: number): AsyncGenerator<VectorBatch> {
  for await (const batch of table.query().select([COLUMNS.id, COLUMNS.vector])) {
    const lists = batch.getChild(COLUMNS.vector)?.data[0];
    const floats = lists?.children[0] as Arrow.Data<Arrow.Float32> | undefined;
    const isPacked = lists?.nullCount === 0 && lists.offset === 0 && floats?.nullCount === 0;
    yield {
      ids: Array.from(batch.getChild(COLUMNS.id) ?? [], String),
      vectors: isPacked ? floats.values.subarray(0, batch.numRows * dimensions) : new Float32Array(0),
    };
  }
}

export async function readIds(table: Table): Promise<Set<string>> {
  const ids = new Set<string>();
  for await (const batch of table.query().select([COLUMNS.id])) {
    for (const id of batch.getChild(COLUMNS.id) ?? []) ids.add(String(id));
  }
  return ids;
}

/** `doc IN ('a', 'b')`. Inside single quotes Lance takes every character as it is, a doubled quote as one. */
export function documentsPredicate(docs: readonly string[]): string {
  return `${COLUMNS.doc} IN (${docs.map((doc) => `'${doc.replaceAll("'", "''")}'`).join(', ')})`;
}

/** Adds rows, replacing those with the same id, in one version of the table. */
export async function upsert(table: Table, rows: Arrow.Table): Promise<void> {
  await table.mergeInsert(COLUMNS.id).whenMatchedUpdateAll().whenNotMatchedInsertAll().execute(rows);
}
