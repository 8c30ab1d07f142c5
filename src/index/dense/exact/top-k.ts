import { compareScored, type ScoredList } from '../../../contracts/ranking.ts';

/**
 * The best `limit` rows by score, ties by the lower row number, found with a heap that holds `limit` rows.
 * @param isCandidate whether a row may be returned; rows are left out before the limit counts
 */
export function topK(scores: Float32Array, limit: number, isCandidate: (row: number) => boolean): ScoredList {
  const capacity = Math.min(limit, scores.length);
  const heap = new Int32Array(capacity);
  let size = 0;
  const scoreAt = (slot: number) => scores[heap[slot] ?? 0] ?? 0;
  const isWorse = (a: number, b: number) => compareScored(scoreAt(a), heap[a] ?? 0, scoreAt(b), heap[b] ?? 0) > 0;
  const swap = (a: number, b: number) => {
    const row = heap[a] ?? 0;
    heap[a] = heap[b] ?? 0;
    heap[b] = row;
  };
  const siftUp = (from: number) => {
    for (let slot = from; slot > 0; ) {
      const parent = (slot - 1) >> 1;
      if (!isWorse(slot, parent)) return;
      swap(slot, parent);
      slot = parent;
    }
  };
  const siftDown = () => {
    for (let slot = 0; ; ) {
      let worst = slot;
      for (const child of [2 * slot + 1, 2 * slot + 2]) {
        if (child < size && isWorse(child, worst)) worst = child;
      }
      if (worst === slot) return;
      swap(slot, worst);
      slot = worst;
    }
  };
  for (let row = 0; row < scores.length && capacity > 0; row++) {
    // Rows come in ascending order, so an equal score met later is the worse one.
    if (size === capacity && (scores[row] ?? 0) <= scoreAt(0)) continue;
    if (!isCandidate(row)) continue;
    if (size < capacity) {
      heap[size] = row;
      siftUp(size++);
    } else {
      heap[0] = row;
      siftDown();
    }
  }
  const passages = heap.slice(0, size).sort((a, b) => compareScored(scores[a] ?? 0, a, scores[b] ?? 0, b));
  // Adding zero turns -0 into 0, so that equal scores have equal bytes.
  return { passages, scores: Float64Array.from(passages, (row) => (scores[row] ?? 0) + 0) };
}
