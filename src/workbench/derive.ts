/** What is derived from a report when it is read. */
export { deriveDeltas } from '../evals/delta/derive.ts';
export { deriveSlices } from '../evals/delta/slices.ts';
