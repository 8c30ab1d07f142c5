/** What a terminal can show; renderers take it and look at nothing else. */
export interface TerminalStyle {
  /** Columns. */
  readonly width: number;
  readonly color: boolean;
  /** Marks, rules and signs beyond ASCII. */
  readonly unicode: boolean;
}

export interface StyleInput {
  readonly isTTY: boolean;
  /** Of the stream; undefined where it has none. */
  readonly columns: number | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** False: `--no-color` was given. */
  readonly wantsColor?: boolean;
}

const DEFAULT_WIDTH = 80;
const MIN_WIDTH = 40;

/** Decides once what a stream can show. */
export function terminalStyle(input: StyleInput): TerminalStyle {
  return { width: widthOf(input), color: hasColor(input), unicode: hasUnicode(input.env) };
}

/** The stream's columns on a terminal, else COLUMNS, else 80. */
function widthOf({ isTTY, columns, env }: StyleInput): number {
  const asked = isTTY && columns !== undefined && columns > 0 ? columns : columnsOf(env.COLUMNS);
  return Math.max(MIN_WIDTH, asked ?? DEFAULT_WIDTH);
}

function columnsOf(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined;
}

/** `--no-color`, then NO_COLOR, then FORCE_COLOR, then what the stream is. */
function hasColor({ isTTY, env, wantsColor }: StyleInput): boolean {
  if (wantsColor === false) return false;
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return isTTY && env.TERM !== 'dumb';
}

/** Off for the Linux console, and where the locale names a character set that is not UTF-8. */
function hasUnicode(env: StyleInput['env']): boolean {
  if (env.TERM === 'linux') return false;
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || '';
  if (/utf-?8/i.test(locale)) return true;
  return locale !== 'C' && locale !== 'POSIX' && !locale.includes('.');
}
