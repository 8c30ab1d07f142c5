import { GrkError } from '../../contracts/errors.ts';
import { type ByteTable, createByteTable } from './byte-table.ts';

/** Rows of a file brought together by topic. */
export interface TopicRows {
  /** In the order of their first row. */
  readonly topics: readonly string[];
  /** `rows` of topic t are those from `starts[t]` to before `starts[t + 1]`. */
  readonly starts: Int32Array;
  /** Row numbers from 0; in the order of the file within each topic. */
  readonly rows: Int32Array;
}

/** Collects rows with their topics and lines. */
export interface TopicCollector {
  readonly count: () => number;
  /** Adds a row. */
  readonly add: (line: number, bytes: Uint8Array, start: number, end: number) => void;
  /** @throws GrkError GRK_NOT_UTF8 for a topic id that cannot be shown */
  readonly finish: (file: string) => TopicRows;
  /** Line of a row, counted from 1. */
  readonly lineOf: (row: number) => number;
}

export function createTopicCollector(): TopicCollector {
  const topics = createByteTable();
  const topic = createIntegers();
  /** The rows before which lines without one stand: as many entries as such lines. */
  const skippedBefore: number[] = [];
  let previous = -1;
  return {
    count: topic.count,
    add: (line, bytes, start, end) => {
      const row = topic.count();
      while (row + skippedBefore.length < line - 1) skippedBefore.push(row);
      // Files are in the order of topics mostly: one comparison in the place of a hash.
      if (previous < 0 || !topics.entries.isAt(previous, bytes, start, end)) {
        previous = topics.intern(bytes, start, end);
      }
      topic.push(previous);
    },
    finish: (file) => group(topic.values(), topicTexts(topics, file)),
    lineOf: (row) => row + 1 + upperBound(skippedBefore, row),
  };
}

function topicTexts({ entries }: ByteTable, file: string): string[] {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  return Array.from({ length: entries.size() }, (_, index) => {
    try {
      return decoder.decode(entries.bytesAt(index));
    } catch (cause) {
      throw new GrkError('GRK_NOT_UTF8', `${file}: the topic id "${entries.textAt(index)}" is not valid UTF-8`, {
        cause,
        remedy: 'Save the file as UTF-8.',
      });
    }
  });
}

/** Counting sort: stable, so the order of the file stays. */
function group(topic: Int32Array, topics: readonly string[]): TopicRows {
  const starts = new Int32Array(topics.length + 1);
  for (const index of topic) starts[index + 1] = (starts[index + 1] ?? 0) + 1;
  for (let t = 0; t < topics.length; t++) starts[t + 1] = (starts[t + 1] ?? 0) + (starts[t] ?? 0);
  const next = starts.slice();
  const rows = new Int32Array(topic.length);
  for (let row = 0; row < topic.length; row++) {
    const index = topic[row] ?? 0;
    const at = next[index] ?? 0;
    rows[at] = row;
    next[index] = at + 1;
  }
  return { topics, starts, rows };
}

/** How many of the ascending values are at most `limit`. */
function upperBound(values: readonly number[], limit: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface GrowingIntegers {
  readonly push: (value: number) => void;
  readonly count: () => number;
  readonly values: () => Int32Array;
}

export function createIntegers(): GrowingIntegers {
  let values = new Int32Array(1024);
  let count = 0;
  return {
    push: (value) => {
      if (count === values.length) {
        const larger = new Int32Array(count * 2);
        larger.set(values);
        values = larger;
      }
      values[count++] = value;
    },
    count: () => count,
    values: () => values.subarray(0, count),
  };
}
