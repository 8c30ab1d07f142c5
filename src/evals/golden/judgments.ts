import {
  type Gold,
  type GoldAnchor,
  type GoldEntry,
  type JudgmentRow,
  JudgmentRowSchema,
  type Topic,
} from '../../contracts/golden.ts';
import { parseWith } from '../../contracts/parse.ts';
import { type Fault, throwFaults } from './faults.ts';
import { ROW_CONTEXT, type Row, readJsonLines } from './lines.ts';

/** What `--split all` says: no split may be called so. */
export const ALL_SPLITS = 'all';

export interface Judgments {
  readonly topics: readonly Topic[];
  /** What the hash is made from: one value per row, notes left out. */
  readonly hashed: readonly HashedRow[];
}
export type HashedRow = Omit<JudgmentRow, 'notes'>;

/**
 * Reads `judgments.jsonl`; topics come in the order of the file.
 * @throws GrkError GRK_GOLDEN_INVALID with every fault and its line
 */
export function parseJudgments(text: string, file: string): Judgments {
  const faults: Fault[] = [];
  return judgmentsOf(readJsonLines(text, file, parseRow, faults), faults);
}

/**
 * What rows say together; `faults` are those found before.
 * @throws GrkError GRK_GOLDEN_INVALID with every fault and its line
 */
export function judgmentsOf(rows: readonly Row<JudgmentRow>[], faults: Fault[] = [], remedy?: string): Judgments {
  const seen = new Map<string, string>();
  for (const row of rows) {
    const earlier = seen.get(row.value.topicId);
    if (earlier === undefined) seen.set(row.value.topicId, row.where);
    else faults.push({ where: row.where, message: `topic id "${row.value.topicId}" is taken: first at ${earlier}` });
    faults.push(...rowFaults(row));
  }
  throwFaults(faults, remedy);
  return {
    topics: rows.map(topicFromRow),
    hashed: rows.map(({ value: { notes: _, ...hashed } }) => hashed),
  };
}

/** @throws GrkError GRK_GOLDEN_INVALID */
export function parseRow(value: unknown): JudgmentRow {
  return parseWith(JudgmentRowSchema, value, ROW_CONTEXT);
}

function rowFaults({ value, where }: Row<JudgmentRow>): Fault[] {
  const messages: string[] = [];
  if (value.split === ALL_SPLITS) messages.push(`split: a split cannot be called "${ALL_SPLITS}"`);
  const seen = new Map<string, number>();
  value.gold.forEach((gold, i) => {
    if ('lines' in gold && gold.lines[0] > gold.lines[1]) {
      messages.push(`gold[${i}].lines: the first line, ${gold.lines[0]}, comes after the last, ${gold.lines[1]}`);
    }
    const key = JSON.stringify([gold.doc, anchorOf(gold)]);
    const earlier = seen.get(key);
    if (earlier !== undefined) messages.push(`gold[${i}] points where gold[${earlier}] does`);
    seen.set(key, i);
  });
  return messages.map((message) => ({ where, message }));
}

function topicFromRow({ value, where }: Row<JudgmentRow>): Topic {
  const { topicId, query, category, split, slices, answerable, overlap } = value;
  const gold: Gold[] = value.gold.map((entry) => ({
    doc: entry.doc,
    grade: entry.grade,
    anchor: anchorOf(entry),
    where,
  }));
  return { topicId, query, category, split, slices, answerable, gold, overlap, where };
}

export function anchorOf(gold: GoldEntry): GoldAnchor {
  if ('quote' in gold) return { kind: 'quote', quote: gold.quote, occurrence: gold.occurrence };
  if ('lines' in gold) return { kind: 'lines', first: gold.lines[0], last: gold.lines[1] };
  return { kind: 'document' };
}
