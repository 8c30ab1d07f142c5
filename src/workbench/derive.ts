/** What is derived from a report when it is read. */
export { deriveAttribution } from '../evals/delta/attribution.ts';
export { deriveDeltas } from '../evals/delta/derive.ts';
export { deriveLegs } from '../evals/delta/legs.ts';
export { deriveSlices } from '../evals/delta/slices.ts';
