import { z } from 'zod';
import { GrkError } from '../../contracts/errors.ts';
import { type JudgmentRow, JudgmentRowSchema } from '../../contracts/golden.ts';
import { nearest } from '../../contracts/nearest.ts';
import { parseWith } from '../../contracts/parse.ts';
import { type NamedText, NO_CATEGORY } from './beir.ts';
import { type Fault, throwFaults } from './faults.ts';
import { ROW_CONTEXT, type Row, readJsonLines } from './lines.ts';

/** Fields of a row that is imported; `gold` entries may be document ids alone, and have grade 1 unless they say so. */
export const ROW_FIELDS = ['topicId', 'query', 'gold', 'category', 'split', 'slices', 'answerable', 'notes'] as const;

export interface RowReading {
  /** Field here to the field of the file. */
  readonly names: ReadonlyMap<string, string>;
  /** Of rows that name none. */
  readonly split: string;
}

export interface ImportedRows {
  readonly rows: readonly Row<JudgmentRow>[];
  /** Fields of the file that mean nothing here, with how many rows have them. */
  readonly leftOut: ReadonlyMap<string, number>;
}

const RecordSchema = z.record(z.string(), z.unknown());

/**
 * Reads one topic per line: `topicId`, `query` and `gold`, and optionally the other fields of a judgment row. A topic
 * that does not say whether it is answerable is so where a grade is above 0, and unknown elsewhere.
 * @throws GrkError GRK_GOLDEN_INVALID with every fault and its line
 */
export function parseJsonlRows({ file, text }: NamedText, { names, split }: RowReading): ImportedRows {
  const faults: Fault[] = [];
  const leftOut = new Map<string, number>();
  const rows = readJsonLines(
    text,
    file,
    (value) => {
      const record = parseWith(RecordSchema, value, ROW_CONTEXT);
      const taken = ROW_FIELDS.map((field) => [field, names.get(field) ?? field] as const);
      for (const field of ['topicId', 'query', 'gold'] as const) {
        const name = names.get(field) ?? field;
        if (record[name] === undefined) throw missingField(field, name, Object.keys(record));
      }
      for (const key of Object.keys(record)) {
        if (!taken.some(([, name]) => name === key)) leftOut.set(key, (leftOut.get(key) ?? 0) + 1);
      }
      const own = Object.fromEntries(
        taken.flatMap(([field, name]) => (record[name] === undefined ? [] : [[field, record[name]]])),
      );
      const gold = Array.isArray(own.gold) ? own.gold.map(entryOf) : own.gold;
      const filled = { category: NO_CATEGORY, split, answerable: answerableOf(gold), ...own, gold };
      return parseWith(JudgmentRowSchema, filled, ROW_CONTEXT);
    },
    faults,
  );
  throwFaults(faults, 'Each line is one topic: {"topicId": "…", "query": "…", "gold": ["document id", …]}.');
  return { rows, leftOut };
}

function entryOf(entry: unknown): unknown {
  if (typeof entry === 'string') return { doc: entry, grade: 1 };
  return typeof entry === 'object' && entry !== null && !Array.isArray(entry) ? { grade: 1, ...entry } : entry;
}

function answerableOf(gold: unknown): true | 'unknown' {
  const isRelevant = (entry: unknown) =>
    typeof entry === 'object' && entry !== null && 'grade' in entry && Number(entry.grade) > 0;
  return Array.isArray(gold) && gold.some(isRelevant) ? true : 'unknown';
}

function missingField(field: string, name: string, known: readonly string[]): GrkError {
  const near = nearest(name, known);
  const hint =
    near === undefined ? `the row has ${known.join(', ')}: say --map ${field}=NAME` : `say --map ${field}=${near}`;
  return new GrkError('GRK_GOLDEN_INVALID', `"${name}" is missing; ${hint}`, {
    remedy: 'Name the field of the file with --map.',
  });
}
