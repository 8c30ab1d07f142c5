/** What to do about vectors that are lost or damaged. */
export const VECTORS_REMEDY =
  'Vectors can be made again: `grk ingest PATH --rebuild`; for an eval, delete catalog.sqlite and vectors in the state folder (reports are kept).';
