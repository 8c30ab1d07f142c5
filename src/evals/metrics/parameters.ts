import type { ParameterDefinition } from './measure-family.ts';

/** Least grade that counts as relevant. */
export const REL: ParameterDefinition = {
  name: 'rel',
  type: 'grade',
  default: 1,
  summary: 'least grade that counts as relevant',
};

/** trec_eval's `-J`. */
export const JUDGED_ONLY: ParameterDefinition = {
  name: 'judged_only',
  type: 'switch',
  default: false,
  summary: 'documents without a judgment are taken out of the ranking first',
};
