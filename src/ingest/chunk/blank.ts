/** True for the UTF-16 units that `String.prototype.trim` removes: white space, line ends and U+FEFF. */
export function isBlank(unit: number): boolean {
  if (unit <= 0x20) return unit === 0x20 || (unit >= 9 && unit <= 13);
  if (unit < 0x1680) return unit === 0xa0;
  return (
    unit === 0x3000 ||
    (unit >= 0x2000 && unit <= 0x200a) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    unit === 0xfeff ||
    unit === 0x1680
  );
}

/** First offset at or after `from` that is not blank, or `to`. */
export function skipBlank(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** Offset behind the last character before `to` that is not blank, or `from`. */
export function trimmedEnd(text: string, from: number, to: number): number {
  let at = to;
  while (at > from && isBlank(text.charCodeAt(at - 1))) at--;
  return at;
}
