/** A run of characters as pdf.js gives them; `transform[5]` is how high it stands on the page. */
export interface PdfRun {
  readonly str: string;
  readonly hasEOL: boolean;
  readonly transform: readonly number[];
}

interface Line {
  readonly text: string;
  readonly height: number;
}

/** A drop of this much more than the usual one parts paragraphs. */
const PARAGRAPH_DROP = 1.25;
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is dropped
const NO_TEXT = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

/**
 * The text of a page, line by line in the order of the file, in NFC: a PDF holds glyphs, so there is no spelling of its
 * own to keep. A blank line stands where the drop to the next line is more than that between most lines.
 */
export function pageText(runs: readonly PdfRun[]): string {
  const lines = linesOf(runs);
  const drops = lines.map(({ height }, i) => (lines[i - 1]?.height ?? height) - height);
  const usual = medianOf(drops.filter((drop) => drop > 0));
  return lines
    .map(({ text }, i) => {
      if (i === 0) return text;
      return `${(drops[i] ?? 0) > usual * PARAGRAPH_DROP ? '\n\n' : '\n'}${text}`;
    })
    .join('');
}

function linesOf(runs: readonly PdfRun[]): Line[] {
  const lines: Line[] = [];
  let parts: string[] = [];
  let height: number | undefined;
  const endLine = () => {
    const text = parts
      .join('')
      .replace(NO_TEXT, '')
      .replace(/\p{Surrogate}/gu, '\uFFFD')
      .normalize('NFC')
      .trim();
    if (text !== '') lines.push({ text, height: height ?? 0 });
    parts = [];
    height = undefined;
  };
  for (const { str, hasEOL, transform } of runs) {
    parts.push(str);
    if (str.trim() !== '') height ??= transform[5] ?? 0;
    if (hasEOL) endLine();
  }
  endLine();
  return lines;
}

/** The lower of two in the middle; 0 of none. */
function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[(values.length - 1) >> 1] ?? 0;
}
