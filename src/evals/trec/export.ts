import { compareBytes } from '../../contracts/ids.ts';

const bits = new Int32Array(1);
const value = new Float32Array(bits.buffer);
const SMALLEST = 2 ** -149;

export interface FallingScores {
  readonly scores: readonly number[];
  /** The scores do not fit into 32 bits, so that ranks counted from the end stand in their place. */
  readonly isRanks: boolean;
}

/**
 * Scores for a ranking that every reader sorts into that ranking, whether it keeps them in 64 or in 32 bits: each is
 * below the one before it also after rounding to 32 bits. A score that is so already stays as it is; another becomes
 * the next 32-bit number below the one before.
 * @param scores best first; finite
 */
export function fallingScores(scores: readonly number[]): FallingScores {
  const ranks = { scores: scores.map((_, i) => scores.length - i), isRanks: true };
  const falling: number[] = [];
  let previous = Number.POSITIVE_INFINITY;
  for (const score of scores) {
    const own = Math.fround(score);
    if (!Number.isFinite(own)) return ranks;
    const kept = own < previous ? score : nextBelow(previous);
    previous = Math.fround(kept);
    if (!Number.isFinite(previous)) return ranks;
    falling.push(kept);
  }
  return { scores: falling, isRanks: false };
}

/** The next 32-bit number below a finite one. */
function nextBelow(number: number): number {
  if (number === 0) return -SMALLEST;
  value[0] = number;
  bits[0] = (bits[0] ?? 0) + (number > 0 ? -1 : 1);
  return value[0];
}

const NO_WORD = /[\s\p{Cc}%]/gu;

/**
 * An id as one word: blank characters of any script, and `%`, as percent escapes of their UTF-8 bytes, and a leading `#`,
 * which begins a comment. `decodeURIComponent` is the way back.
 */
export function idAsWord(id: string): string {
  return id.replaceAll(NO_WORD, (character) => percentEscaped(character)).replace(/^#/, '%23');
}

function percentEscaped(character: string): string {
  return [...new TextEncoder().encode(character)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}

export interface RankedIds {
  readonly topicId: string;
  /** Best first. */
  readonly ranking: readonly { readonly id: string; readonly score: number }[];
}

export interface ExportedText {
  readonly text: string;
  readonly rows: number;
  /** Ids that were written with escapes, each once per kind. */
  readonly escapedIds: number;
  /** Topics whose scores are ranks counted from the end. */
  readonly topicsByRank: number;
}

/** A run in TREC's six columns, topics bytewise. */
export function runText(topics: readonly RankedIds[], tag: string): ExportedText {
  const words = wordCounter();
  const lines: string[] = [];
  let topicsByRank = 0;
  for (const { topicId, ranking } of inOrder(topics)) {
    const { scores, isRanks } = fallingScores(ranking.map(({ score }) => score));
    if (isRanks) topicsByRank++;
    const topic = words.of('topic', topicId);
    ranking.forEach(({ id }, i) => {
      lines.push(`${topic} Q0 ${words.of('id', id)} ${i + 1} ${scores[i]} ${idAsWord(tag)}\n`);
    });
  }
  return { text: lines.join(''), rows: lines.length, escapedIds: words.escaped(), topicsByRank };
}

export interface JudgedIds {
  readonly topicId: string;
  readonly judged: readonly { readonly id: string; readonly grade: number }[];
}

/** Qrels in TREC's four columns, topics and ids bytewise. */
export function qrelsText(topics: readonly JudgedIds[]): ExportedText {
  const words = wordCounter();
  const lines = inOrder(topics).flatMap(({ topicId, judged }) =>
    [...judged]
      .sort((a, b) => compareBytes(a.id, b.id))
      .map(({ id, grade }) => `${words.of('topic', topicId)} 0 ${words.of('id', id)} ${grade}\n`),
  );
  return { text: lines.join(''), rows: lines.length, escapedIds: words.escaped(), topicsByRank: 0 };
}

function inOrder<T extends { readonly topicId: string }>(topics: readonly T[]): T[] {
  return [...topics].sort((a, b) => compareBytes(a.topicId, b.topicId));
}

function wordCounter() {
  const escaped = new Set<string>();
  return {
    of: (kind: 'topic' | 'id', id: string): string => {
      const word = idAsWord(id);
      if (word !== id) escaped.add(`${kind} ${id}`);
      return word;
    },
    escaped: () => escaped.size,
  };
}
