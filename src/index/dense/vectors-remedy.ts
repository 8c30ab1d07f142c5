/** What to do about vectors that are lost or damaged. */
export const VECTORS_REMEDY =
  'Make them again: `grk index repair COLLECTION`. The index of an eval can be dropped instead, `grk index drop NAME`: the next eval builds it. bm25 works meanwhile.';
