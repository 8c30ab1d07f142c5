import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { grk, type Run, smallGolden } from './binary.ts';

/** Golden sets in a folder, and `grk golden` on them. */
export function goldenFolder(folder: string) {
  const golden = (command: string, set: string, ...args: string[]): Promise<Run> =>
    grk(folder, ['golden', command, '--golden', set, ...args]);
  return {
    golden,
    read: (set: string) => readFileSync(join(folder, set, 'judgments.jsonl'), 'utf8'),
    check: async (set: string) => (await golden('check', set, '--quiet')).code,
    /** A golden set of its own for each test. */
    fresh: (set: string, judgments?: string): string => {
      smallGolden(join(folder, set), judgments === undefined ? {} : { 'judgments.jsonl': judgments });
      return set;
    },
  };
}
