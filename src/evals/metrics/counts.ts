import { hitsWithin, relevantCount } from './judged-ranking.ts';
import type { MeasureFamily } from './measure-family.ts';
import { REL } from './parameters.ts';

const COUNT = { cutoff: 'none', aggregate: 'sum' } as const;

/** What is counted beside every mean. */
export const COUNTS: readonly MeasureFamily[] = [
  {
    ...COUNT,
    name: 'NumRel',
    summary: 'Documents judged relevant.',
    parameters: [REL],
    source: 'trec_eval num_rel. Under -c, its sum over topics takes no notice of -l; this one does of rel.',
    algorithm: 'numrel/1',
    compute: ({ judged }, { rel }) => relevantCount(judged, rel),
  },
  {
    ...COUNT,
    name: 'NumRet',
    summary: 'Documents retrieved.',
    parameters: [],
    source: 'trec_eval num_ret.',
    algorithm: 'numret/1',
    compute: ({ ranked }) => ranked.length,
  },
  {
    ...COUNT,
    name: 'NumRelRet',
    summary: 'Relevant documents retrieved.',
    parameters: [REL],
    source: 'trec_eval num_rel_ret; ir_measures prints it as NumRet(rel=1), which is read as this.',
    algorithm: 'numrelret/1',
    compute: ({ ranked }, { rel }) => hitsWithin(ranked, ranked.length, rel),
  },
  {
    ...COUNT,
    name: 'NumQ',
    summary: 'Topics: 1 each.',
    parameters: [],
    source: 'trec_eval num_q.',
    algorithm: 'numq/1',
    compute: () => 1,
  },
];
