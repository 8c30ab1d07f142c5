import type { ScoredRun, ScoreOutcome } from '../contracts/score.ts';

/** What `--json` prints: names that scripts rely on, and what stands beside the means. */
export interface ScoreJson {
  readonly qrels: string;
  readonly precision: ScoreOutcome['precision'];
  readonly runs: readonly (Omit<ScoredRun, 'topics'> & { readonly topics?: ScoredRun['topics'] })[];
}

export function scoreJson({ qrels, precision, runs }: ScoreOutcome): ScoreJson {
  return {
    qrels,
    precision,
    runs: runs.map(({ topics, ...run }) => (topics.length === 0 ? run : { ...run, topics })),
  };
}

/** What tab-separated values call the aggregate, as trec_eval does. */
const ALL = 'all';

/** One line per run, topic and measure, unrounded, under a header; topics first where they were asked for. */
export function scoreTsv({ runs }: ScoreOutcome): string {
  const lines = ['run\ttopic\tmeasure\tvalue'];
  for (const run of runs) {
    for (const { topicId, measures } of [...run.topics, { topicId: ALL, measures: run.measures }]) {
      for (const [name, value] of Object.entries(measures)) {
        lines.push(`${cell(run.name)}\t${cell(topicId)}\t${name}\t${value}`);
      }
    }
  }
  return `${lines.join('\n')}\n`;
}

/** A tab or line break within a name would move columns. */
function cell(text: string): string {
  return text.replace(/[\t\r\n]/g, ' ');
}
