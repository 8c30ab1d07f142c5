import { GrkError } from '../../contracts/errors.ts';
import { createByteColumn, hashOf } from './byte-column.ts';
import { type Columns, createColumns, createLineReader, splitAtBlanks, splitAtTabs } from './byte-lines.ts';
import { type ByteTable, createByteTable } from './byte-table.ts';
import { parseInteger } from './decimal.ts';
import { createFaultList } from './faults.ts';
import { refuseRepeats } from './repeats.ts';
import { createIntegers, createTopicCollector, type TopicRows } from './topic-rows.ts';

/** Judgments by topic. */
export interface Qrels {
  readonly file: string;
  readonly byTopic: TopicRows;
  /** Every document that was judged for any topic, once. */
  readonly docs: ByteTable;
  /** Number in `docs` of each row's document. */
  readonly doc: Int32Array;
  /** Grade of each row; below 0: pooled and not judged. */
  readonly grade: Int32Array;
  readonly hasByteOrderMark: boolean;
}

export interface QrelsReader {
  readonly push: (chunk: Uint8Array) => void;
  /** @throws GrkError GRK_QRELS_INVALID with every fault and its line; GRK_NOTHING_MEASURED where nothing was judged */
  readonly end: () => Qrels;
}

const BEIR_HEADER = 'query-id\tcorpus-id\tscore';
const HASH = 0x23;
const REMEDY =
  'A line of qrels is TOPIC ITERATION DOCUMENT GRADE, separated by blanks; a BEIR file begins with the line ' +
  '"query-id", "corpus-id", "score" and has three columns, separated by tabs. Qrels come before runs.';

interface Format {
  readonly columns: readonly string[];
  readonly doc: number;
  readonly grade: number;
}

const TREC: Format = {
  columns: ['topic', 'iteration', 'document', 'grade'],
  doc: 2,
  grade: 3,
};
const BEIR: Format = { columns: ['query-id', 'corpus-id', 'score'], doc: 1, grade: 2 };

/**
 * Reads qrels chunk by chunk: TREC's four columns, or BEIR's three under their header. Blank lines and, in TREC's form,
 * lines that begin with `#` are skipped, CRLF and a byte-order mark accepted.
 * @param file name for messages
 */
export function createQrelsReader(file: string): QrelsReader {
  const faults = createFaultList(file);
  const topics = createTopicCollector();
  const docs = createByteTable();
  const doc = createIntegers();
  const docOfRow = createByteColumn();
  const grades = createIntegers();
  const columns = createColumns(5);
  let format: Format | undefined;
  const lines = createLineReader((bytes, start, end, line) => {
    const filled = splitAtBlanks(bytes, start, end, columns);
    if (filled === 0 || (format !== BEIR && bytes[columns.starts[0] ?? 0] === HASH)) return;
    if (format === undefined) {
      const isHeader = textOf(bytes, start, end).trimEnd() === BEIR_HEADER;
      format = isHeader ? BEIR : TREC;
      if (isHeader) return;
    }
    const count = format === TREC ? filled : splitAtTabs(bytes, start, end, columns);
    if (count !== format.columns.length) {
      faults.add(line, `${count} columns instead of ${format.columns.length} (${format.columns.join(', ')})`);
      return;
    }
    if (format === BEIR && hasEmptyColumn(columns, count)) {
      faults.add(line, 'a column is empty');
      return;
    }
    const from = columns.starts[format.grade] ?? 0;
    const until = columns.ends[format.grade] ?? 0;
    const grade = parseInteger(bytes, from, until);
    if (Number.isNaN(grade)) {
      faults.add(line, `the grade "${textOf(bytes, from, until)}" is not a whole number`);
      return;
    }
    const docStart = columns.starts[format.doc] ?? 0;
    const docEnd = columns.ends[format.doc] ?? 0;
    topics.add(line, bytes, columns.starts[0] ?? 0, columns.ends[0] ?? 0);
    docOfRow.push(hashOf(bytes, docStart, docEnd), bytes, docStart, docEnd);
    doc.push(docs.intern(bytes, docStart, docEnd));
    grades.push(grade);
  });
  return {
    push: lines.push,
    end: () => {
      lines.end();
      faults.throwIfAny('GRK_QRELS_INVALID', REMEDY);
      const qrels = {
        file,
        byTopic: topics.finish(file),
        docs,
        doc: doc.values(),
        grade: grades.values(),
        hasByteOrderMark: lines.hasByteOrderMark(),
      };
      refuseRepeats({
        file,
        code: 'GRK_QRELS_INVALID',
        verb: 'judged',
        byTopic: qrels.byTopic,
        docs: docOfRow,
        lineOf: topics.lineOf,
      });
      if (!qrels.grade.some((grade) => grade >= 0)) throw nothingJudged(file, qrels.grade.length);
      return qrels;
    },
  };
}

/** Makes qrels from judgments that lie in memory already. @throws GrkError as the reader does */
export function qrelsOf(
  file: string,
  judgments: Iterable<{ readonly topic: string; readonly doc: string; readonly grade: number }>,
): Qrels {
  const reader = createQrelsReader(file);
  const encoder = new TextEncoder();
  reader.push(encoder.encode(`${BEIR_HEADER}\n`));
  for (const { topic, doc, grade } of judgments) reader.push(encoder.encode(`${topic}\t${doc}\t${grade}\n`));
  return reader.end();
}

function hasEmptyColumn({ starts, ends }: Columns, count: number): boolean {
  for (let i = 0; i < count; i++) if (starts[i] === ends[i]) return true;
  return false;
}

function nothingJudged(file: string, rows: number): GrkError {
  const why = rows === 0 ? 'holds no judgment' : 'holds negative grades only, and those say that nothing was judged';
  return new GrkError('GRK_NOTHING_MEASURED', `${file} ${why}`, { remedy: REMEDY });
}

function textOf(bytes: Uint8Array, start: number, end: number): string {
  return new TextDecoder().decode(bytes.subarray(start, end));
}
