import type { Report } from '../contracts/report.ts';
import { measureViews } from './view/measures.ts';
import { topicViews } from './view/topics.ts';

/** A report with the name that its rows carry. */
export interface CsvReport {
  readonly name: string;
  readonly report: Report;
}

const HEAD = ['report', 'stage', 'structural', 'topic', 'query', 'answerable', 'split', 'category', 'slices'];
const TAIL = ['returned', 'ms', 'error'];

/**
 * One row per report, stage and topic (RFC 4180), values unrounded; a cell is empty where nothing was measured. A text that
 * a spreadsheet would compute has an apostrophe before it.
 */
export function topicCsv(reports: readonly CsvReport[]): string {
  const measures = [...new Set(reports.flatMap(({ report }) => measureViews(report).map(({ name }) => name)))];
  const rows = reports.flatMap((each) => rowsOf(each, measures));
  return [[...HEAD, ...measures, ...TAIL].map(textCell), ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

function rowsOf({ name, report }: CsvReport, measures: readonly string[]): string[][] {
  const timed = new Map(report.timing.stages.map(({ id, topicsMs }) => [id, topicsMs]));
  const topics = topicViews(report);
  return report.stages.flatMap(({ id }) =>
    topics.flatMap(({ topicId, query, answerable, split, category, slices, stages }, i) => {
      const result = stages.find(({ stage }) => stage === id);
      if (result === undefined) return [];
      return [
        [
          ...[name, id, String(result.isStructural), topicId, query, String(answerable), split, category].map(textCell),
          textCell(slices.join(' ')),
          ...measures.map((measure) => numberCell(result.values[measure]?.value)),
          numberCell(result.returned),
          numberCell(timed.get(id)?.[i]),
          textCell(result.error ?? ''),
        ],
      ];
    }),
  );
}

function numberCell(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value);
}

function textCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
