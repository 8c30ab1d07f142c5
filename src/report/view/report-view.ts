import type { DerivedReport } from '../../contracts/derived.ts';
import type { Report } from '../../contracts/report.ts';
import { type AttributionView, attributionView } from './attribution.ts';
import { type ComparisonView, comparisonViews } from './comparisons.ts';
import { type GroundView, groundView } from './ground.ts';
import { type FusionView, fusionView } from './legs.ts';
import { type MeasureView, measureViews } from './measures.ts';
import { rulerNote } from './ruler.ts';
import { type SliceView, sliceViews } from './slices.ts';
import { type StageView, stageViews } from './stages.ts';
import { type TopicView, topicViews } from './topics.ts';

/**
 * One report as every renderer shows it: numbers with their texts, labels, order, warnings, worked out once. Texts that
 * came from outside are as they came: each renderer makes them inert in its own way.
 */
export interface ReportView {
  readonly ground: GroundView;
  readonly measures: readonly MeasureView[];
  readonly stages: readonly StageView[];
  /** Every axis; `axis` tells them apart. */
  readonly comparisons: readonly ComparisonView[];
  readonly attributions: readonly AttributionView[];
  readonly fusions: readonly FusionView[];
  readonly slices: readonly SliceView[];
  readonly topics: readonly TopicView[];
  /** What must stand under a table that shows passage measures of several chunkers side by side. */
  readonly rulerNote: string | null;
  readonly warnings: Report['warnings'];
}

type ViewInput = Pick<DerivedReport, 'report' | 'deltas' | 'slices' | 'attribution' | 'legs' | 'intervals'>;

/** Each part is worked out when it is first read. */
export function reportView(input: ViewInput): ReportView {
  const { report } = input;
  const parts: Partial<{ -readonly [K in keyof ReportView]: ReportView[K] }> = {};
  return {
    ground: groundView(report),
    measures: measureViews(report),
    rulerNote: rulerNote(report),
    warnings: report.warnings,
    get stages() {
      parts.stages ??= stageViews(report, input.deltas);
      return parts.stages;
    },
    get comparisons() {
      parts.comparisons ??= comparisonViews(report, input.deltas, input.intervals);
      return parts.comparisons;
    },
    get attributions() {
      parts.attributions ??= input.attribution.map((each) => attributionView(report, each));
      return parts.attributions;
    },
    get fusions() {
      parts.fusions ??= input.legs.map((each) => fusionView(report, each));
      return parts.fusions;
    },
    get slices() {
      parts.slices ??= sliceViews(report, input.slices);
      return parts.slices;
    },
    get topics() {
      parts.topics ??= topicViews(report);
      return parts.topics;
    },
  };
}
