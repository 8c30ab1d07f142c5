import { type ErrorCode, GrkError } from '../../contracts/errors.ts';
import type { TerminalStyle } from '../style.ts';
import { sentence } from './inert.ts';
import { inkOf } from './ink.ts';

const MAX_CAUSES = 10;

/** What went wrong, what to do, the code; under `--verbose` the stack and the chain of causes. Lines are not wrapped. */
export function errorText(error: GrkError, isVerbose: boolean, style: TerminalStyle): string {
  const { bold, bad, dim } = inkOf(style);
  const [first = '', ...rest] = lines(error.message, style);
  return [
    `${bold(bad('error:'))} ${first}`,
    ...rest.map((line) => `  ${line}`),
    ...(error.remedy === undefined ? [] : [`  what to do: ${lines(error.remedy, style).join('\n  ')}`]),
    `  ${dim(`(${error.code})`)}`,
    ...(isVerbose ? ['', ...trace(error, style).map(dim)] : []),
    '',
  ].join('\n');
}

export interface ErrorJson {
  readonly error: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly remedy: string | null;
    readonly facts: Readonly<Record<string, unknown>>;
  };
}

/** The same for `--json`. */
export function errorJson({ code, message, remedy, facts }: GrkError): ErrorJson {
  return { error: { code, message, remedy: remedy ?? null, facts } };
}

/** The stack of an error, then those of its causes. */
function trace(error: unknown, style: TerminalStyle): string[] {
  const found: string[] = [];
  let cause = error;
  for (let depth = 0; cause !== undefined && depth < MAX_CAUSES; depth++) {
    if (depth > 0) found.push(`caused by: ${lines(messageOf(cause), style).join(' ')}`);
    found.push(...frames(cause, style));
    cause = cause instanceof Error ? cause.cause : undefined;
  }
  return found;
}

function messageOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return `${cause.name}${cause instanceof GrkError ? ` ${cause.code}` : ''}: ${cause.message}`;
}

function frames(cause: unknown, style: TerminalStyle): string[] {
  const stack = cause instanceof Error ? (cause.stack ?? '') : '';
  return lines(stack, style)
    .filter((line) => /^at /.test(line))
    .map((line) => `  ${line}`);
}

/** A message keeps its line breaks; whatever else could move a cursor is inert. */
function lines(text: string, style: TerminalStyle): string[] {
  return text.split(/\r?\n/).map((line) => sentence(line, style));
}
