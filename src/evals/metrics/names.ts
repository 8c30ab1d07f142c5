/** ir_measures' other names of families. */
export const OTHER_NAMES: Readonly<Record<string, string>> = {
  NDCG: 'nDCG',
  MAP: 'AP',
  MRR: 'RR',
  Precision: 'P',
  Recall: 'R',
  RPrec: 'Rprec',
  BPref: 'Bpref',
};

/** trec_eval's names of measures without a cutoff, and the canonical name that each stands for. */
export const TREC_NAMES: Readonly<Record<string, string>> = {
  ndcg: 'nDCG',
  map: 'AP',
  gm_map: 'GMAP',
  recip_rank: 'RR',
  bpref: 'Bpref',
  rbp: 'RBP(p=0.9)',
  set_P: 'SetP',
  set_recall: 'SetR',
  set_F: 'SetF',
  num_rel: 'NumRel',
  num_ret: 'NumRet',
  num_rel_ret: 'NumRelRet',
  num_q: 'NumQ',
};

/** trec_eval's names that take a cutoff after a point or an underscore: `ndcg_cut.10`, `P_5`. */
export const TREC_CUT_NAMES: Readonly<Record<string, string>> = {
  ndcg_cut: 'nDCG',
  map_cut: 'AP',
  P: 'P',
  recall: 'R',
  success: 'Success',
};
