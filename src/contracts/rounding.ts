/**
 * How numbers are written wherever people read them: sentences, tables, Markdown, pages, charts. Signs are Unicode;
 * a renderer for ASCII exchanges them.
 */

/** The value of a measure, four decimals. */
export function measureDigits(value: number): string {
  return unsignedZero(value.toFixed(4)).replace('-', '−');
}

/** The size of a difference: four decimals, and a power of ten where they would show a zero that it is not. */
export function changeDigits(change: number): string {
  const size = Math.abs(change);
  return size !== 0 && size < 0.00005 ? size.toExponential(1).replace('-', '−') : size.toFixed(4);
}

/** The same with its sign. */
export function changeText(change: number): string {
  return `${change < 0 ? '−' : change > 0 ? '+' : '±'}${changeDigits(change)}`;
}

/** Milliseconds without the unit: more decimals the shorter. */
export function millisecondDigits(ms: number): string {
  return ms.toFixed(ms < 10 ? 2 : ms < 100 ? 1 : 0);
}

/** `×1.23`: three significant digits, more where they would say that nothing changed. */
export function ratioText(ratio: number): string {
  if (ratio >= 1000) return `×${ratio.toFixed(0)}`;
  const digits = ratio.toPrecision(3);
  return `×${ratio !== 1 && Number(digits) === 1 ? ratio.toPrecision(6) : digits}`;
}

const SMALLEST_P = 0.0001;

export function probabilityText(p: number): string {
  return p < SMALLEST_P ? `< ${SMALLEST_P}` : p.toFixed(4);
}

/** 1,243 in every locale. */
export function countText(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `1 topic`, `2 topics`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

function unsignedZero(digits: string): string {
  return /^-0(\.0*)?$/.test(digits) ? digits.slice(1) : digits;
}
