import { countText, plural } from '../../contracts/rounding.ts';
import { rulerNote } from '../view/ruler.ts';
import type { ChartInput, ChartReport } from './chart.ts';
import { primaryName } from './declared.ts';
import { seriesOf } from './series.ts';
import { chartLabel } from './text.ts';

const NAMED_STAGES = 8;

/** Why the quality of several reports cannot stand on one axis; null: it can. */
export function unlikeGround(
  reports: readonly ChartReport[],
  { isOfPrimary }: { isOfPrimary: boolean },
): string | null {
  const [first, ...others] = reports;
  if (first === undefined) return 'not measured: there is no report';
  const other = others.find((each) => {
    return groundOf(each) !== groundOf(first) || (isOfPrimary && primaryName(each.view) !== primaryName(first.view));
  });
  if (other === undefined) return null;
  const grounds = isOfPrimary ? 'judgments, topics or primary measures' : 'judgments or topics';
  return `not comparable: ${chartLabel(other.name)} and ${chartLabel(first.name)} rest on other ${grounds}`;
}

function groundOf({ derived }: ChartReport): string {
  const { golden, selection } = derived.report.runConfig;
  return JSON.stringify([golden.judgmentsSha256, golden.unit, selection.topicIdsSha256]);
}

/** What must stand beside passage measures of several chunkers. */
export function rulerLines({ reports }: ChartInput): string[] {
  const note = rulerNote(...reports.map(({ derived }) => derived.report));
  return note === null ? [] : [note];
}

/** Topics that failed are in every mean as a zero. */
export function failureLines(input: ChartInput): string[] {
  const failed = seriesOf(input).flatMap(({ report, stage, label }) => {
    const count = report.view.stages.find(({ id }) => id === stage)?.failedTopics ?? 0;
    return count === 0 ? [] : [`${label} ${countText(count)}`];
  });
  if (failed.length === 0) return [];
  const more = failed.length - NAMED_STAGES;
  const rest = more > 0 ? `, and ${plural(more, 'more stage', 'more stages')}` : '';
  return [`topics that failed, an answerable one counting 0: ${failed.slice(0, NAMED_STAGES).join(', ')}${rest}`];
}
