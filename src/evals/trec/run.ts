import { GrkError } from '../../contracts/errors.ts';
import { type ByteColumn, createByteColumn, hashOf } from './byte-column.ts';
import { createColumns, createLineReader, splitAtBlanks } from './byte-lines.ts';
import { parseDecimal } from './decimal.ts';
import { createFaultList } from './faults.ts';
import { refuseRepeats } from './repeats.ts';
import { createTopicCollector, type TopicRows } from './topic-rows.ts';

/** Rankings by topic, as their file has them: `rankRun` puts them in order. */
export interface Run {
  readonly file: string;
  /** Of the last line, as in trec_eval. */
  readonly tag: string;
  readonly byTopic: TopicRows;
  /** Document of each row. */
  readonly docs: ByteColumn;
  /** Score of each row: finite. */
  readonly score: Float64Array;
  readonly hasByteOrderMark: boolean;
}

export interface RunReader {
  readonly push: (chunk: Uint8Array) => void;
  /** @throws GrkError GRK_RUN_INVALID with every fault and its line; GRK_NOTHING_MEASURED for a run without a line */
  readonly end: () => Run;
}

const COLUMNS = ['topic', 'Q0', 'document', 'rank', 'score', 'tag'];
const DOC = 2;
const RANK = 3;
const SCORE = 4;
const TAG = 5;
const HASH = 0x23;
const CARRIAGE_RETURN = 0x0d;
const REMEDY =
  'A line of a run is TOPIC Q0 DOCUMENT RANK SCORE TAG, separated by blanks; the score is a number such as 12.5.';

/**
 * Reads a TREC run chunk by chunk. The rank column is not looked at: scores give the order. Blank lines and lines that
 * begin with `#` are skipped, CRLF and a byte-order mark accepted.
 * @param file name for messages
 */
export function createRunReader(file: string): RunReader {
  const faults = createFaultList(file);
  const topics = createTopicCollector();
  const docs = createByteColumn();
  const columns = createColumns(COLUMNS.length);
  let scores = new Float64Array(1024);
  let tag = new Uint8Array(0);
  const lines = createLineReader((bytes, start, end, line) => {
    const count = splitAtBlanks(bytes, start, end, columns);
    if (count === 0 || bytes[columns.starts[0] ?? 0] === HASH) return;
    // What follows the tag is skipped, as trec_eval does; a blank within an id would move the columns.
    const isMoved = count > COLUMNS.length && isNotNumber(bytes, columns.starts[RANK], columns.ends[RANK]);
    // Lines that end in a carriage return alone would be one line, and all but the first be lost.
    if (count > COLUMNS.length && bytes.subarray(start, end - 1).includes(CARRIAGE_RETURN)) {
      faults.add(line, 'a carriage return stands within the line: lines end with a line feed');
      return;
    }
    if (count < COLUMNS.length || isMoved) {
      faults.add(line, `${count} columns instead of ${COLUMNS.length} (${COLUMNS.join(', ')})`);
      return;
    }
    const from = columns.starts[SCORE] ?? 0;
    const until = columns.ends[SCORE] ?? 0;
    const score = parseDecimal(bytes, from, until);
    if (Number.isNaN(score)) {
      faults.add(line, `the score "${textOf(bytes.subarray(from, until))}" is not a finite number`);
      return;
    }
    const row = topics.count();
    if (row === scores.length) {
      const larger = new Float64Array(row * 2);
      larger.set(scores);
      scores = larger;
    }
    scores[row] = score;
    const docStart = columns.starts[DOC] ?? 0;
    const docEnd = columns.ends[DOC] ?? 0;
    topics.add(line, bytes, columns.starts[0] ?? 0, columns.ends[0] ?? 0);
    docs.push(hashOf(bytes, docStart, docEnd), bytes, docStart, docEnd);
    const tagStart = columns.starts[TAG] ?? 0;
    const tagEnd = columns.ends[TAG] ?? 0;
    if (!isEqual(tag, bytes, tagStart, tagEnd)) tag = new Uint8Array(bytes.subarray(tagStart, tagEnd));
  });
  return {
    push: lines.push,
    end: () => {
      lines.end();
      faults.throwIfAny('GRK_RUN_INVALID', REMEDY);
      const count = docs.size();
      if (count === 0) {
        throw new GrkError('GRK_NOTHING_MEASURED', `${file} holds no retrieved document`, { remedy: REMEDY });
      }
      const byTopic = topics.finish(file);
      refuseRepeats({ file, code: 'GRK_RUN_INVALID', verb: 'retrieved', byTopic, docs, lineOf: topics.lineOf });
      return {
        file,
        tag: textOf(tag),
        byTopic,
        docs,
        score: scores.subarray(0, count),
        hasByteOrderMark: lines.hasByteOrderMark(),
      };
    },
  };
}

function isNotNumber(bytes: Uint8Array, start = 0, end = 0): boolean {
  return Number.isNaN(parseDecimal(bytes, start, end));
}

function isEqual(known: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (known.length !== end - start) return false;
  for (let i = 0; i < known.length; i++) if (known[i] !== bytes[start + i]) return false;
  return true;
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
