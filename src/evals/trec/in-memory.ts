import { type ErrorCode, GrkError } from '../../contracts/errors.ts';
import type { NumbersByDocument } from '../../contracts/score.ts';
import { createByteColumn, hashOf } from './byte-column.ts';
import { createByteTable } from './byte-table.ts';
import type { Qrels } from './qrels.ts';
import type { Run } from './run.ts';
import { createIntegers, createTopicCollector } from './topic-rows.ts';

interface Rules {
  /** What the numbers are of, as messages name it. */
  readonly name: 'qrels' | 'run';
  readonly code: ErrorCode;
  readonly remedy: string;
  /** What is wrong with a number; undefined: nothing. */
  readonly faultOf: (value: unknown) => string | undefined;
}

const QRELS: Rules = {
  name: 'qrels',
  code: 'GRK_QRELS_INVALID',
  remedy: 'Judgments are { topicId: { docId: grade } } with whole numbers as grades.',
  faultOf: (value) => (Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31 ? undefined : 'is no whole number'),
};
const RUN: Rules = {
  name: 'run',
  code: 'GRK_RUN_INVALID',
  remedy: 'A run is { topicId: { docId: score } } with finite numbers as scores, higher for better.',
  faultOf: (value) => (typeof value === 'number' && Number.isFinite(value) ? undefined : 'is no finite number'),
};

/**
 * Judgments as readers of qrels files make them.
 * @throws GrkError GRK_QRELS_INVALID naming the entry, GRK_NOTHING_MEASURED where nothing was judged
 */
export function qrelsFromNumbers(numbers: NumbersByDocument): Qrels {
  const topics = createTopicCollector();
  const docs = createByteTable();
  const doc = createIntegers();
  const grade = createIntegers();
  eachRow(numbers, QRELS, (topic, id, value, row) => {
    topics.add(row + 1, topic, 0, topic.length);
    doc.push(docs.intern(id, 0, id.length));
    grade.push(value);
  });
  if (!grade.values().some((each) => each >= 0)) throw nothing('the qrels hold no judgment', QRELS);
  const byTopic = topics.finish('the qrels');
  return { file: 'the qrels', byTopic, docs, doc: doc.values(), grade: grade.values(), hasByteOrderMark: false };
}

/**
 * A run as readers of run files make it.
 * @throws GrkError GRK_RUN_INVALID naming the entry, GRK_NOTHING_MEASURED where nothing was retrieved
 */
export function runFromNumbers(numbers: NumbersByDocument): Run {
  const topics = createTopicCollector();
  const docs = createByteColumn();
  const score: number[] = [];
  eachRow(numbers, RUN, (topic, id, value, row) => {
    topics.add(row + 1, topic, 0, topic.length);
    docs.push(hashOf(id, 0, id.length), id, 0, id.length);
    score.push(value);
  });
  if (score.length === 0) throw nothing('the run holds no retrieved document', RUN);
  const byTopic = topics.finish('the run');
  return { file: 'the run', tag: 'run', byTopic, docs, score: Float64Array.from(score), hasByteOrderMark: false };
}

function eachRow(
  numbers: NumbersByDocument,
  rules: Rules,
  add: (topic: Uint8Array, id: Uint8Array, value: number, row: number) => void,
): void {
  const encoder = new TextEncoder();
  let row = 0;
  for (const [topicId, values] of entriesOf(numbers, rules, rules.name)) {
    const at = `${rules.name}[${JSON.stringify(topicId)}]`;
    const topic = encoder.encode(checkedId(topicId, at, rules));
    for (const [docId, value] of entriesOf(values, rules, at)) {
      const where = `${at}[${JSON.stringify(docId)}]`;
      const fault = rules.faultOf(value);
      if (fault !== undefined) throw wrong(`${where}: ${String(value)} ${fault}`, rules);
      add(topic, encoder.encode(checkedId(docId, where, rules)), Number(value), row++);
    }
  }
}

function entriesOf(value: unknown, rules: Rules, at: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Map) {
    throw wrong(`${at} is no plain object`, rules);
  }
  return Object.entries(value);
}

/** What has no UTF-8 form would be compared as something else. */
function checkedId(id: string, at: string, rules: Rules): string {
  if (id === '') throw wrong(`${at}: an id cannot be empty`, rules);
  if (/\p{Surrogate}/u.test(id)) throw wrong(`${at}: an id cannot hold half a surrogate pair`, rules);
  return id;
}

function wrong(message: string, { code, remedy }: Rules): GrkError {
  return new GrkError(code, message, { remedy });
}

function nothing(message: string, { remedy }: Rules): GrkError {
  return new GrkError('GRK_NOTHING_MEASURED', message, { remedy });
}
