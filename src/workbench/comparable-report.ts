import { readFileSync } from 'node:fs';

/** Reports that are looked at beside the newest: each is read whole. */
const MAX_READ = 5;

/** The newest of older reports that `grk eval compare` would take beside one; undefined where there is none. */
export function comparableReport(newest: string, older: readonly string[]): string | undefined {
  const own = factsOf(newest);
  if (own === undefined) return undefined;
  return older.slice(0, MAX_READ).find((file) => {
    const other = factsOf(file);
    return other !== undefined && other.asked === own.asked && other.stages.some((id) => own.stages.includes(id));
  });
}

interface Facts {
  /** Judgments and topics. */
  readonly asked: string;
  readonly stages: readonly string[];
}

/** undefined where the file is no report. */
function factsOf(file: string): Facts | undefined {
  try {
    const { golden, topics, stages } = JSON.parse(readFileSync(file, 'utf8'));
    return {
      asked: JSON.stringify([golden.judgmentsSha256, topics.map(({ topicId }: { topicId: string }) => topicId)]),
      stages: stages.map(({ id }: { id: string }) => id),
    };
  } catch {
    return undefined;
  }
}
