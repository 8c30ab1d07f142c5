import type { Theme } from '../../contracts/charts.ts';

/**
 * Colours that stay apart under the usual colour deficiencies (Okabe & Ito 2008). Each repeats what a sign, a shape, a dash or a
 * label says.
 */
export interface ChartInk {
  readonly background: string;
  readonly text: string;
  readonly dim: string;
  readonly grid: string;
  readonly gain: string;
  readonly loss: string;
  readonly none: string;
  /** Beside gain and loss: a level that is no difference. */
  readonly level: string;
  /** One per line of a chart, repeated with other dashes. */
  readonly series: readonly string[];
}

const INKS: Readonly<Record<Theme, ChartInk>> = {
  light: {
    background: '#ffffff',
    text: '#1a1a1a',
    dim: '#595959',
    grid: '#e3e3e3',
    gain: '#0072b2',
    loss: '#c24e00',
    none: '#6b6b6b',
    level: '#8a8a8a',
    series: ['#1a1a1a', '#0072b2', '#c24e00', '#007a5a', '#a8518a', '#8424f0'],
  },
  dark: {
    background: '#16181d',
    text: '#f0f0f0',
    dim: '#b4b4b4',
    grid: '#363a42',
    gain: '#56b4e9',
    loss: '#f08a3c',
    none: '#a0a0a0',
    level: '#858b96',
    series: ['#f0f0f0', '#56b4e9', '#f08a3c', '#2fc197', '#e59bc9', '#f0e442'],
  },
};

export const DASHES: readonly (readonly number[])[] = [[], [6, 3], [2, 2], [8, 3, 2, 3], [12, 3], [4, 2, 1, 2]];

/** The font that the package ships; a browser without it takes its own. */
export const FONT = 'DejaVu Sans, Verdana, sans-serif';

export function inkOf(theme: Theme): ChartInk {
  return INKS[theme];
}

/** What Vega-Lite draws everything with that says nothing else. */
export function configOf(ink: ChartInk): Record<string, unknown> {
  const titles = { titleColor: ink.text, titleFontSize: 11, titleFontWeight: 'normal' };
  return {
    font: FONT,
    view: { stroke: null },
    axis: {
      ...titles,
      labelColor: ink.text,
      labelFontSize: 11,
      labelLimit: 230,
      gridColor: ink.grid,
      domainColor: ink.dim,
      tickColor: ink.dim,
    },
    text: { color: ink.text, fontSize: 11 },
    title: {
      color: ink.text,
      subtitleColor: ink.dim,
      fontSize: 15,
      fontWeight: 'normal',
      subtitleFontSize: 11,
      subtitlePadding: 4,
      subtitleLineHeight: 15,
      anchor: 'start',
      offset: 12,
    },
    legend: {
      labelColor: ink.text,
      titleColor: ink.text,
      labelFontSize: 11,
      labelLimit: 260,
      titleFontWeight: 'normal',
    },
  };
}
