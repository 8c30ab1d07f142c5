const [MINUS, PLUS, POINT, ZERO, NINE] = [0x2d, 0x2b, 0x2e, 0x30, 0x39];
/** Digits and powers of ten up to here are exact doubles, and so is one multiplication or division of them. */
const EXACT_DIGITS = 15;
const EXACT_POWERS = Float64Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));

/**
 * Reads a decimal number, correctly rounded: digits with an optional sign, point and exponent.
 * NaN for everything else that somebody may take for a number: `1,5`, `0x1f`, `nan`, `inf`, and for what overflows.
 */
export function parseDecimal(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  const sign = bytes[at];
  if (sign === MINUS || sign === PLUS) at++;
  let value = 0;
  let digits = 0;
  let significant = 0;
  let decimals = 0;
  let hasPoint = false;
  for (; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === POINT && !hasPoint) hasPoint = true;
    else if (byte >= ZERO && byte <= NINE) {
      digits++;
      if (hasPoint) decimals++;
      if (value !== 0 || byte !== ZERO) significant++;
      if (significant <= EXACT_DIGITS) value = value * 10 + (byte - ZERO);
    } else break;
  }
  if (digits === 0) return Number.NaN;
  if (at === end && significant <= EXACT_DIGITS && decimals < EXACT_POWERS.length) {
    const size = value / (EXACT_POWERS[decimals] ?? 1);
    return sign === MINUS ? -size : size;
  }
  if (at < end && !isExponent(bytes, at, end)) return Number.NaN;
  const number = Number(asciiText(bytes, start, end));
  return Number.isFinite(number) ? number : Number.NaN;
}

/** Reads a whole number of at most 9 digits; NaN for everything else. */
export function parseInteger(bytes: Uint8Array, start: number, end: number): number {
  const sign = bytes[start];
  const from = sign === MINUS || sign === PLUS ? start + 1 : start;
  if (from === end || end - from > 9) return Number.NaN;
  let value = 0;
  for (let at = from; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < ZERO || byte > NINE) return Number.NaN;
    value = value * 10 + (byte - ZERO);
  }
  return sign === MINUS && value !== 0 ? -value : value;
}

function isExponent(bytes: Uint8Array, start: number, end: number): boolean {
  return /^e[+-]?\d+$/i.test(asciiText(bytes, start, end));
}

function asciiText(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i] ?? 0);
  return text;
}
