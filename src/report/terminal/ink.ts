import pc from 'picocolors';
import type { TerminalStyle } from '../style.ts';

type Paint = (text: string) => string;

/** The colours and marks of a style. Colour repeats what a mark or a word says, and never says it alone. */
export interface Ink {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly good: Paint;
  readonly bad: Paint;
  readonly warn: Paint;
  readonly marks: Marks;
}

interface Marks {
  readonly rule: string;
  readonly dot: string;
  readonly ellipsis: string;
  readonly minus: string;
  /** Stands where nobody measured a number. */
  readonly absent: string;
  /** Begins a line that says why there is no verdict. */
  readonly silent: string;
  readonly delta: string;
  readonly direction: { readonly up: string; readonly down: string; readonly none: string };
  readonly verdict: {
    readonly IMPROVEMENT: string;
    readonly REGRESSION: string;
    readonly MIXED: string;
    readonly 'NO CHANGE': string;
  };
}

const UNICODE: Marks = {
  rule: '─',
  dot: ' · ',
  ellipsis: '…',
  minus: '−',
  absent: '–',
  silent: '·',
  delta: 'Δ',
  direction: { up: '▲ +', down: '▼ −', none: '= ' },
  verdict: { IMPROVEMENT: '▲', REGRESSION: '▼', MIXED: '◆', 'NO CHANGE': '=' },
};

/** The sign is the mark. */
const ASCII: Marks = {
  rule: '-',
  dot: ' | ',
  ellipsis: '...',
  minus: '-',
  absent: '-',
  silent: '.',
  delta: 'delta',
  direction: { up: '+', down: '-', none: '=' },
  verdict: { IMPROVEMENT: '+', REGRESSION: '-', MIXED: '*', 'NO CHANGE': '=' },
};

export function inkOf(style: TerminalStyle): Ink {
  const colors = pc.createColors(style.color);
  return {
    bold: byLine(colors.bold),
    dim: byLine(colors.dim),
    good: byLine(colors.green),
    bad: byLine(colors.red),
    warn: byLine(colors.yellow),
    marks: style.unicode ? UNICODE : ASCII,
  };
}

/** Colours end with the line, since pagers forget them there. */
function byLine(paint: Paint): Paint {
  return (text) => text.split('\n').map(paint).join('\n');
}
