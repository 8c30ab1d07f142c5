import { z } from 'zod';
import { GrkError } from '../../contracts/errors.ts';
import { compareBytes } from '../../contracts/ids.ts';
import { parseWith } from '../../contracts/parse.ts';
import { type Fault, throwFaults } from './faults.ts';
import { sha256 } from './judgments-hash.ts';
import { ROW_CONTEXT, readJsonLines, readLines } from './lines.ts';

/** Something to be judged: a passage, or a whole document where `span` is null. It says nothing of who returned it. */
export interface PoolItem {
  readonly topicId: string;
  readonly query: string;
  readonly doc: string;
  readonly span: { readonly startUtf16: number; readonly endUtf16: number; readonly passage: string } | null;
  readonly text: string;
}

/** A row that was read back; `grade` is null where nobody gave one. */
export interface GradedItem extends PoolItem {
  readonly grade: number | null;
  readonly where: string;
}

export type PoolFormat = 'tsv' | 'jsonl';

const COLUMNS = ['grade', 'topic', 'query', 'doc', 'start', 'end', 'passage', 'text'] as const;
const HEADER = COLUMNS.join('\t');
const ESCAPES: readonly (readonly [character: string, written: string])[] = [
  ['\\', '\\\\'],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\r', '\\r'],
];
const REMEDY = 'Give grades in the file that `grk golden pool` wrote, and change nothing else in it.';

const CountSchema = z.int().min(0).nullable();
const RowSchema = z.strictObject({
  grade: z.int().min(0).nullable(),
  topic: z.string(),
  query: z.string(),
  text: z.string(),
  doc: z.string(),
  start: CountSchema,
  end: CountSchema,
  passage: z.string().nullable(),
});
type PoolRow = z.infer<typeof RowSchema>;

/** What tells items apart. */
export function itemKey({ topicId, doc, span }: PoolItem): string {
  return JSON.stringify([topicId, doc, span?.startUtf16 ?? null, span?.endUtf16 ?? null]);
}

/**
 * Items by topic (id bytewise), in an order within each topic that depends on nothing but the seed and the items: that
 * of SHA-256 over the seed, a line feed and `itemKey`. It is equal on every system.
 */
export function shuffled(items: readonly PoolItem[], seed: number): PoolItem[] {
  return items
    .map((item) => ({ item, rank: sha256(`${seed}\n${itemKey(item)}`) }))
    .sort((a, b) => compareBytes(a.item.topicId, b.item.topicId) || compareBytes(a.rank, b.rank))
    .map(({ item }) => item);
}

/** The file to grade in. In TSV, tab, line feed, carriage return and backslash are written \t, \n, \r and \\. */
export function poolText(items: readonly PoolItem[], format: PoolFormat): string {
  const rows = items.map(
    ({ topicId, query, doc, span, text }): PoolRow => ({
      grade: null,
      topic: topicId,
      query,
      text,
      doc,
      start: span?.startUtf16 ?? null,
      end: span?.endUtf16 ?? null,
      passage: span?.passage ?? null,
    }),
  );
  if (format === 'jsonl') return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const lines = rows.map((row) => COLUMNS.map((column) => escaped(String(row[column] ?? ''))).join('\t'));
  return `${[HEADER, ...lines].join('\n')}\n`;
}

/** @throws GrkError GRK_GOLDEN_INVALID with every fault and its line */
export function parsePool(text: string, file: string, format: PoolFormat): GradedItem[] {
  const faults: Fault[] = [];
  const parse = (value: unknown) => parseWith(RowSchema, value, ROW_CONTEXT);
  const rows = format === 'jsonl' ? readJsonLines(text, file, parse, faults) : readTable(text, file, parse, faults);
  throwFaults(faults, REMEDY);
  return rows.map(({ value: { grade, topic, query, doc, start, end, passage, text: shown }, where }) => {
    const span =
      start === null || end === null || passage === null ? null : { startUtf16: start, endUtf16: end, passage };
    return { topicId: topic, query, doc, span, text: shown, grade, where };
  });
}

function readTable(text: string, file: string, parse: (value: unknown) => PoolRow, faults: Fault[]) {
  const [header, ...lines] = readLines(text, file, faults);
  if (header?.text !== HEADER) {
    faults.push({
      where: header?.where ?? `${file}:1`,
      message: `the first line must be ${COLUMNS.join(', ')}, separated by tabs`,
    });
    return [];
  }
  return lines.flatMap(({ text: line, where }) => {
    const fields = line.split('\t');
    try {
      if (fields.length !== COLUMNS.length) throw fault(`${fields.length} columns instead of ${COLUMNS.length}`);
      const row = Object.fromEntries(COLUMNS.map((column, i) => [column, unescaped(fields[i] ?? '')]));
      const value = { ...row, ...numbersOf(row), passage: row.passage === '' ? null : row.passage };
      return [{ value: parse(value), where }];
    } catch (error) {
      if (!(error instanceof GrkError)) throw error;
      faults.push({ where, message: error.message.replace(/^row: /, '') });
      return [];
    }
  });
}

function numbersOf(row: Readonly<Record<string, string>>): Record<string, number | null> {
  return Object.fromEntries(
    (['grade', 'start', 'end'] as const).map((name) => {
      const written = (row[name] ?? '').trim();
      if (written !== '' && !/^\d{1,9}$/.test(written))
        throw fault(`${name}: "${written}" is not a whole number from 0`);
      return [name, written === '' ? null : Number(written)];
    }),
  );
}

function fault(message: string): GrkError {
  return new GrkError('GRK_GOLDEN_INVALID', message, {
    remedy: 'Fill in the column grade alone, in a file that grk golden pool wrote.',
  });
}

function escaped(text: string): string {
  return ESCAPES.reduce((all, [character, written]) => all.replaceAll(character, written), text);
}

function unescaped(text: string): string {
  return text.replaceAll(/\\[tnr\\]/g, (pair) => ESCAPES.find(([, written]) => written === pair)?.[0] ?? pair);
}
