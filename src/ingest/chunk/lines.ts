/**
 * Offsets (UTF-16) at which lines start, ascending from 0. A line ends with CRLF, LF or a lone CR;
 * a text that ends with one has a last line without characters.
 */
export function lineStartsOf(text: string): Uint32Array {
  const starts = [0];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 13) continue;
    if (unit === 10 || (unit === 13 && text.charCodeAt(i + 1) !== 10)) starts.push(i + 1);
  }
  return Uint32Array.from(starts);
}

/** Number of the line that holds an offset, counted from 1, in O(log lines). */
export function lineAt(starts: Uint32Array, offsetUtf16: number): number {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) <= offsetUtf16) low = middle;
    else high = middle;
  }
  return low + 1;
}
