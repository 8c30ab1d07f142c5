import type { CompareOutcome } from '../../contracts/compare.ts';
import type { DerivedReport } from '../../contracts/derived.ts';
import type { ReportView } from '../view/report-view.ts';
import type { ChartInk } from './theme.ts';

/** A Vega-Lite specification, its data inside. */
export type ChartSpec = Readonly<Record<string, unknown>>;

/** One report of a chart, with what is derived from it. */
export interface ChartReport {
  /** As labels call it. */
  readonly name: string;
  readonly derived: DerivedReport;
  readonly view: ReportView;
}

export interface ChartInput {
  /** One or more; the first is what others are compared with. */
  readonly reports: readonly ChartReport[];
  /** Of several reports with each other; null for one. */
  readonly outcome: CompareOutcome | null;
}

/** What a chart draws, before theme and title are put around it. */
export interface ChartBody {
  readonly title: string;
  /** What it is over, and how to read it. */
  readonly lines: readonly string[];
  /** One below the other. */
  readonly panels: readonly ChartSpec[];
}

/** @returns a reason where there is nothing to draw */
export type ChartBuilder = (input: ChartInput, ink: ChartInk) => ChartBody | string;
