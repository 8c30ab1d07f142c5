import { GrkError } from '../contracts/errors.ts';
import { errorJson, errorText } from '../report/terminal/error.ts';
import type { Io } from './io.ts';

/** Says what went wrong and gives the exit code. A foreign error is a fault of grk: it is named as such. */
export function reportError(
  error: unknown,
  argv: readonly string[],
  io: Io,
  codeOf: (error: unknown) => number,
): number {
  const has = (name: string) => argv.includes(name);
  const known =
    error instanceof GrkError
      ? error
      : new GrkError('GRK_INTERNAL', `a fault in grk: ${error instanceof Error ? error.message : String(error)}`, {
          remedy: 'Please report it with the output of the same command with --verbose.',
          cause: error,
        });
  if (has('--json')) io.out(`${JSON.stringify(errorJson(known))}\n`);
  io.err(errorText(known, has('--verbose'), io.errStyle(!has('--no-color'))));
  return codeOf(known);
}
