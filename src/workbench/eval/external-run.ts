import { createHash } from 'node:crypto';
import { GrkError, throwIfAborted } from '../../contracts/errors.ts';
import type { DocnoHit } from '../../contracts/external.ts';
import type { ExternalSearch } from '../../contracts/ports.ts';
import { missingPath, pathKind } from '../../evals/golden/text-file.ts';
import { rankRun } from '../../evals/trec/order.ts';
import { createRunReader, type Run } from '../../evals/trec/run.ts';
import { readBytes } from '../files/byte-source.ts';

/** A stored run as a search, with the topics that it answers. */
export interface RunSearch extends ExternalSearch {
  readonly topicIds: readonly string[];
}

/**
 * Opens a run file as a search: trec_eval's order, scores as they are. A topic that it lacks finds nothing.
 * @param written the path as reports should name it
 * @throws GrkError GRK_FILE_MISSING, GRK_FILE_UNREADABLE, GRK_RUN_INVALID, GRK_NOTHING_MEASURED, GRK_NOT_UTF8
 */
export async function openRunSearch(
  file: string,
  written: string,
  signal: AbortSignal | undefined,
): Promise<RunSearch> {
  if ((await pathKind(file)) === 'missing') throw await missingPath('the run', file, 'Name it relative to the suite.');
  const hash = createHash('sha256');
  const reader = createRunReader(written);
  for await (const chunk of readBytes(file, written, signal)) {
    hash.update(chunk);
    reader.push(chunk);
  }
  const run = reader.end();
  const hitsOf = rankedHits(run);
  return {
    // Of the text of the run: the same where it is packed.
    identity: { settings: { run: written, sourceSha256: hash.digest('hex') }, determinism: 'bitwise' },
    order: 'list',
    concurrency: Number.POSITIVE_INFINITY,
    topicIds: run.byTopic.topics,
    search: async ({ topicId }, k, stop) => {
      throwIfAborted(stop);
      return hitsOf(topicId, k);
    },
  };
}

function rankedHits(run: Run): (topicId: string, k: number) => DocnoHit[] {
  const { topics, starts } = run.byTopic;
  const { rows } = rankRun(run, 'float64');
  const numbers = new Map(topics.map((topicId, number) => [topicId, number]));
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const docnoOf = (row: number): string => {
    try {
      return decoder.decode(run.docs.bytesAt(row));
    } catch (cause) {
      const message = `${run.file}: the document id "${run.docs.textAt(row)}" is not valid UTF-8`;
      throw new GrkError('GRK_NOT_UTF8', message, { cause, remedy: 'Save the file as UTF-8.' });
    }
  };
  return (topicId, k) => {
    const number = numbers.get(topicId);
    if (number === undefined) return [];
    const start = starts[number] ?? 0;
    const end = Math.min(starts[number + 1] ?? 0, start + k);
    return Array.from(rows.subarray(start, end), (row) => ({ docno: docnoOf(row), score: run.score[row] ?? 0 }));
  };
}
