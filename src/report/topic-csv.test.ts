import { expect, it } from 'vitest';
import { smallReport } from '../../test/small-report.ts';
import { topicCsv } from './topic-csv.ts';

it('has a row per report, stage and topic, with unrounded values and empty cells for what was not measured', () => {
  const report = smallReport(2, 1);
  const rows = topicCsv([
    { name: 'old', report },
    { name: 'new', report },
  ])
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  expect(rows).toHaveLength(1 + 2 * report.stages.length * 3);
  const head = rows[0] ?? [];
  const noAnswer = rows.filter((row) => row[head.indexOf('answerable')] === 'false');
  expect(noAnswer.map((row) => row[head.indexOf('nDCG@10')])).toEqual(noAnswer.map(() => ''));
  expect(Number(rows[1]?.[head.indexOf('nDCG@10')])).toBe(report.stages[0]?.topics[0]?.scores['nDCG@10']);
});

it('quotes what would break a row, and what a spreadsheet would compute', () => {
  const report = smallReport(1, 0);
  const [topic] = report.topics;
  const hostile = { ...report, topics: [{ ...topic, query: '=HYPERLINK("x")\na, b', category: '@SUM(1)' }] };
  const text = topicCsv([{ name: '+1', report: hostile as typeof report }]);
  expect(text).toContain(`"'=HYPERLINK(""x"")\na, b"`);
  expect(text).toContain(",'@SUM(1),");
  expect(text).toContain("\r\n'+1,");
});
