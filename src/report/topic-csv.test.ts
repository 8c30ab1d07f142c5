import { expect, it } from 'vitest';
import { smallReport, storedReport } from '../../test/small-report.ts';
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
  for (const name of ['-1', '@a', '\ta']) expect(topicCsv([{ name, report }])).toContain(`\r\n'${name},`);
});

it('has what each topic returned and took, in the order of the report', () => {
  const report = storedReport();
  const lines = topicCsv([{ name: 'r', report }])
    .trimEnd()
    .split('\r\n')
    .slice(1);
  const shown = lines.map((line) => line.split(',').slice(-3, -1).map(Number));
  const expected = report.stages.flatMap(({ id, topics }) => {
    const times = report.timing.stages.find((each) => each.id === id)?.topicsMs ?? [];
    return topics.map(({ ranking }, i) => [ranking.length, times[i] ?? 0]);
  });
  expect(shown).toEqual(expected);
});
