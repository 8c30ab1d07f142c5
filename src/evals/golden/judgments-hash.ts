import { createHash } from 'node:crypto';
import { canonicalJson } from '../../contracts/canonical-json.ts';
import type { Topic } from '../../contracts/golden.ts';
import { compareBytes } from '../../contracts/ids.ts';
import type { HashedRow } from './judgments.ts';

/** SHA-256 of a text's UTF-8 bytes, in hexadecimal. */
export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/**
 * Hash over the rows of `judgments.jsonl` as they were understood: defaults filled in, notes left out, each row as
 * canonical JSON, sorted by topic id bytewise, one per line. Order of lines and keys, line ends and a byte-order mark
 * do not change it, so it is equal on every system.
 */
export function judgmentsSha256(rows: readonly HashedRow[]): string {
  return hashLines([...rows].sort((a, b) => compareBytes(a.topicId, b.topicId)));
}

/** The same for BEIR: topic id, split, query and judgments of every judged query of all splits, sorted by id and split. */
export function beirJudgmentsSha256(topics: readonly Topic[]): string {
  const sorted = [...topics].sort((a, b) => compareBytes(a.topicId, b.topicId) || compareBytes(a.split, b.split));
  return hashLines(
    sorted.map(({ topicId, split, query, gold }) => ({
      topicId,
      split,
      query,
      gold: gold.map(({ doc, grade }) => ({ doc, grade })).sort((a, b) => compareBytes(a.doc, b.doc)),
    })),
  );
}

function hashLines(values: readonly unknown[]): string {
  return sha256(values.map((value) => `${canonicalJson(value)}\n`).join(''));
}
