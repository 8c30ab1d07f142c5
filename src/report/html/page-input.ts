import type { CompareOutcome } from '../../contracts/compare.ts';
import type { DerivedReport } from '../../contracts/derived.ts';
import type { ComparisonView } from '../view/comparisons.ts';
import { outcomeViews } from '../view/comparisons.ts';
import type { ReportView } from '../view/report-view.ts';

export interface PageReport {
  readonly name: string;
  readonly derived: DerivedReport;
  readonly view: ReportView;
}

/** A chart as markup of our own renderer: no script, nothing loaded, its texts escaped. */
export interface PageChart {
  readonly name: string;
  readonly title: string;
  readonly svg: string;
  /** Where its colours are not those of the palette, which the page exchanges itself. */
  readonly darkSvg: string | null;
}

export interface PageInput {
  /** One or more; the first is what others are compared with. */
  readonly reports: readonly PageReport[];
  /** Of several reports with each other; null for one. */
  readonly outcome: CompareOutcome | null;
  readonly charts: readonly PageChart[];
  /** Why there are none, in words; null where there are. */
  readonly chartNote: string | null;
}

/** Every comparison that the page is about, on every axis. */
export function comparisonsOf({ reports: [first], outcome }: PageInput): readonly ComparisonView[] {
  return outcome === null ? (first?.view.comparisons ?? []) : outcomeViews(outcome);
}
