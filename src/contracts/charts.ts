/** What there is to draw, the first by default. */
export const CHARTS = [
  'delta',
  'topics',
  'attribution',
  'slices',
  'legs',
  'latency',
  'risk',
  'recall',
  'history',
  'embedders',
] as const;
export type ChartName = (typeof CHARTS)[number];

/** Stands for every chart. */
export const ALL_CHARTS = 'all';

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
