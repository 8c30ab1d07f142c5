/** The measures of a comma-separated list: commas within brackets do not separate. Blank parts are left out. */
export function splitMeasures(text: string): string[] {
  return splitOutside(text).filter((part) => part !== '');
}

/** Parts between the commas that stand outside of all brackets, trimmed. */
export function splitOutside(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if ('([{'.includes(char)) depth++;
    else if (')]}'.includes(char)) depth--;
    else if (char === ',' && depth <= 0) {
      parts.push(text.slice(from, i).trim());
      from = i + 1;
    }
  }
  return [...parts, text.slice(from).trim()];
}
