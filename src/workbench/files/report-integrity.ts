import { GrkError } from '../../contracts/errors.ts';
import type { Report, ReportStage } from '../../contracts/report.ts';
import { knownMeasures, topicIdsSha256 } from '../../evals/run/rescore.ts';
import { runConfigSha256 } from '../../evals/run/run-config.ts';
import { MEANS_ALGORITHM, meansOf } from '../../evals/run/score.ts';

/** Something that a report says of its own content, as stored and as it is. */
type Held = readonly [name: string, stored: string | number, actual: string | number];

/**
 * Checks that what a report says of its content holds: hashes, counts, the topics of its stages, means. A report that was
 * edited to look comparable, or better, is not compared.
 * @throws GrkError GRK_REPORT_INVALID naming what does not hold
 */
export function checkIntegrity(report: Report, file: string): void {
  const wrong = [...hashesOf(report), ...countsOf(report)].find(([, stored, actual]) => stored !== actual);
  if (wrong !== undefined) throw changed(file, wrong);
  const ids = report.stages.map(({ id }) => id);
  const twice = ids.find((id, i) => ids.indexOf(id) !== i);
  if (twice !== undefined) throw invalid(file, `it holds stage "${twice}" twice`);
  for (const stage of report.stages) {
    if (!hasTopics(stage, report)) throw invalid(file, `stage "${stage.id}" does not hold its topics, each once`);
    const mean = meansHeld(stage, report).find(([, stored, actual]) => stored !== actual);
    if (mean !== undefined) throw changed(file, mean);
  }
}

function hashesOf({ runConfig, golden, topics, ...report }: Report): Held[] {
  return [
    ['golden.judgmentsSha256', golden.judgmentsSha256, runConfig.golden.judgmentsSha256],
    ['golden.corpusSha256', golden.corpusSha256, runConfig.golden.corpusSha256],
    ['runConfig.selection.topicIdsSha256', runConfig.selection.topicIdsSha256, topicIdsSha256(topics)],
    ['runConfigSha256', report.runConfigSha256, runConfigSha256(runConfig)],
  ];
}

function countsOf({ golden, topics }: Report): Held[] {
  const count = (kind: boolean | 'unknown') => topics.filter(({ answerable }) => answerable === kind).length;
  return [
    ['golden.topics', golden.topics, topics.length],
    ['golden.answerable', golden.answerable, count(true)],
    ['golden.unknown', golden.unknown, count('unknown')],
  ];
}

function hasTopics(stage: ReportStage, { topics }: Report): boolean {
  return (
    stage.topics.length === topics.length && topics.every(({ topicId }, i) => stage.topics[i]?.topicId === topicId)
  );
}

/** Of the measures that this version computes and averages in the same way. */
function meansHeld(stage: ReportStage, { runConfig }: Report): Held[] {
  if (runConfig.rules.means !== MEANS_ALGORITHM) return [];
  const scores = stage.topics.map((topic) => topic.scores);
  const actual = meansOf(knownMeasures(runConfig), scores);
  return Object.entries(actual).map(([name, mean]) => [
    `the mean of ${name} in stage "${stage.id}"`,
    stage.means[name] ?? 'missing',
    mean,
  ]);
}

function changed(file: string, [name, stored, actual]: Held): GrkError {
  return invalid(file, `${name} is not that of its content`, { name, stored, actual });
}

function invalid(file: string, why: string, facts: Readonly<Record<string, unknown>> = {}): GrkError {
  return new GrkError('GRK_REPORT_INVALID', `${file} was changed after it was written: ${why}`, {
    remedy: 'Take the report as `grk eval` wrote it, or make it again.',
    facts,
  });
}
