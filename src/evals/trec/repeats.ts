import type { ErrorCode } from '../../contracts/errors.ts';
import type { ByteColumn } from './byte-column.ts';
import { createFaultList } from './faults.ts';
import type { TopicRows } from './topic-rows.ts';

export interface RepeatCheck {
  readonly file: string;
  readonly code: ErrorCode;
  /** What a row does with a document: `judged`, `retrieved`. */
  readonly verb: string;
  readonly byTopic: TopicRows;
  /** Document of each row. */
  readonly docs: ByteColumn;
  readonly lineOf: (row: number) => number;
}

/**
 * Refuses a document that stands twice under one topic: it would let nDCG exceed 1.
 * @throws GrkError of the code given, naming both lines
 */
export function refuseRepeats({ file, code, verb, byTopic, docs, lineOf }: RepeatCheck): void {
  const faults = createFaultList(file);
  const { topics, starts, rows } = byTopic;
  const mask = slotsFor(starts) - 1;
  const slots = new Int32Array(mask + 1);
  // A slot counts only under the topic that filled it: nothing has to be cleared between topics.
  const filledBy = new Int32Array(mask + 1).fill(-1);
  for (let t = 0; t < topics.length; t++) {
    const end = starts[t + 1] ?? 0;
    for (let i = starts[t] ?? 0; i < end; i++) {
      const row = rows[i] ?? 0;
      const hash = docs.hashAt(row);
      let slot = hash & mask;
      let first = -1;
      for (; filledBy[slot] === t; slot = (slot + 1) & mask) {
        const other = slots[slot] ?? 0;
        if (docs.hashAt(other) === hash && docs.isEntry(other, docs, row)) {
          first = other;
          break;
        }
      }
      if (first >= 0) {
        const where = `${file}:${lineOf(first)}`;
        faults.add(lineOf(row), `"${docs.textAt(row)}" is ${verb} for topic "${topics[t]}" twice: first at ${where}`);
        continue;
      }
      slots[slot] = row;
      filledBy[slot] = t;
    }
  }
  faults.throwIfAny(code, 'Each document may stand once under each topic.');
}

/** A power of two, at least twice the rows of the largest topic. */
function slotsFor(starts: Int32Array): number {
  let largest = 1;
  for (let t = 1; t < starts.length; t++) largest = Math.max(largest, (starts[t] ?? 0) - (starts[t - 1] ?? 0));
  return 1 << (33 - Math.clz32(largest));
}
