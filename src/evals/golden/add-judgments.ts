import { canonicalJson } from '../../contracts/canonical-json.ts';
import type { GoldEntry, JudgmentRow } from '../../contracts/golden.ts';
import { type Fault, throwFaults } from './faults.ts';
import { anchorOf, parseJudgments } from './judgments.ts';

export interface NewTopic {
  readonly query: string;
  readonly category: string;
  readonly split: string;
}

export interface Addition {
  readonly topicId: string;
  /** For a topic that has no row yet. */
  readonly topic: NewTopic | undefined;
  readonly entry: GoldEntry;
  /** `file:line` or what else names the addition in messages. */
  readonly where: string;
}

export interface ChangedRow {
  /** Counts from 1, in the text that comes out. */
  readonly line: number;
  readonly isNew: boolean;
  readonly text: string;
}

export interface AddedJudgments {
  readonly text: string;
  /** Rows that were made or changed, in the order of the file. */
  readonly rows: readonly ChangedRow[];
}

const isSamePlace = (a: GoldEntry, b: GoldEntry): boolean =>
  canonicalJson([a.doc, anchorOf(a)]) === canonicalJson([b.doc, anchorOf(b)]);

type EditableRow = Omit<JudgmentRow, 'slices'>;

/**
 * `judgments.jsonl` with more judgments. The bytes of every other row stay as they are; new topics come last. A topic
 * that was unknown is answerable with its first relevant judgment.
 * @param overlapOf counts anew what a row stores about its query and gold; called for rows that store it
 * @throws GrkError GRK_GOLDEN_INVALID for a relevant judgment of a topic that is declared unanswerable, and for a text
 * that would not be read back
 */
export function addJudgments(
  text: string,
  file: string,
  additions: readonly Addition[],
  overlapOf: (row: Pick<JudgmentRow, 'query' | 'gold'>) => number,
): AddedJudgments {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const lines = text.slice(mark.length).match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const end = lines[0]?.endsWith('\r\n') ? '\r\n' : '\n';
  const rows = lines.slice(0, lines.findLastIndex((line) => line.trim() !== '') + 1);
  const rest = lines.slice(rows.length);
  const places = new Map(rows.map((line, i) => [(JSON.parse(line) as EditableRow).topicId, i]));
  const changed = new Map<number, EditableRow>();
  const faults: Fault[] = [];
  const before = rows.length;
  for (const { topicId, topic, entry, where } of additions) {
    const known = places.get(topicId);
    const place = known ?? rows.length;
    if (known === undefined) {
      if (topic === undefined) {
        faults.push({ where, message: `there is no topic "${topicId}"` });
        continue;
      }
      places.set(topicId, place);
      rows.push('');
      changed.set(place, { topicId, ...topic, answerable: 'unknown', gold: [] });
    }
    const row = changed.get(place) ?? (JSON.parse(rows[place] ?? '') as EditableRow);
    if (row.answerable === false && entry.grade > 0) {
      faults.push({
        where,
        message: `topic "${topicId}" is declared unanswerable: correct that first (${file}:${place + 1})`,
      });
    }
    // Stood in the pool and was not judged: now it is.
    const pending = row.gold.findIndex((other) => other.grade < 0 && isSamePlace(other, entry));
    if (pending < 0) row.gold.push(entry);
    else row.gold[pending] = entry;
    if (row.answerable === 'unknown' && entry.grade > 0) row.answerable = true;
    changed.set(place, row);
  }
  throwFaults(faults);
  for (const [place, row] of changed) {
    if (row.overlap !== undefined) row.overlap = overlapOf(row);
    const old = rows[place] ?? '';
    rows[place] = `${JSON.stringify(row)}${old.endsWith('\r\n') ? '\r\n' : old.endsWith('\n') ? '\n' : end}`;
  }
  // A last row may have had no line end, and needs one only where another follows.
  const ended = rows.map((line, i) => (line.endsWith('\n') || i === rows.length - 1 ? line : line + end));
  const whole = mark + ended.join('') + rest.join('');
  parseJudgments(whole, file);
  return {
    text: whole,
    rows: [...changed.keys()]
      .sort((a, b) => a - b)
      .map((place) => ({ line: place + 1, isNew: place >= before, text: (rows[place] ?? '').trimEnd() })),
  };
}
