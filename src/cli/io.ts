import { createInterface } from 'node:readline/promises';
import { throwIfAborted } from '../contracts/errors.ts';
import { type StyleInput, type TerminalStyle, terminalStyle } from '../report/style.ts';
import { EXIT } from './exit.ts';

/** The part of the process that commands may touch. */
export interface Io {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Data for people or programs. */
  readonly out: (text: string) => void;
  /** Everything else. */
  readonly err: (text: string) => void;
  readonly outStyle: (wantsColor: boolean) => TerminalStyle;
  readonly errStyle: (wantsColor: boolean) => TerminalStyle;
  readonly errStream: NodeJS.WritableStream & { readonly isTTY?: boolean };
  /** Asks a person a question; undefined where nobody is there to answer. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
  readonly signal: AbortSignal;
}

/** Binds the process. A reader that closes its pipe early, such as `head`, is no error; a full disk is. */
export function processIo(signal: AbortSignal): Io {
  let hasFailed = false;
  const failed = (error: NodeJS.ErrnoException): boolean => {
    if (error.code === 'EPIPE' || hasFailed) return false;
    hasFailed = true;
    // On exit, as the command's own code is set after this.
    process.once('exit', () => {
      process.exitCode = EXIT.failed;
    });
    return true;
  };
  process.stdout.on('error', (error) => {
    if (failed(error)) process.stderr.write(`error: the output could not be written: ${error.message}\n`);
  });
  process.stderr.on('error', failed);
  const styleOf = (stream: NodeJS.WriteStream, wantsColor: boolean): TerminalStyle => {
    const input: StyleInput = { isTTY: stream.isTTY === true, columns: stream.columns, env: process.env, wantsColor };
    return terminalStyle(input);
  };
  return {
    cwd: process.cwd(),
    env: process.env,
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    outStyle: (wantsColor) => styleOf(process.stdout, wantsColor),
    errStyle: (wantsColor) => styleOf(process.stderr, wantsColor),
    errStream: process.stderr,
    ask: process.stdin.isTTY === true ? (question) => askPerson(question, signal) : undefined,
    signal,
  };
}

/** @throws GrkError GRK_INTERRUPTED for Ctrl-C and for the end of the input */
async function askPerson(question: string, signal: AbortSignal): Promise<string> {
  const stop = new AbortController();
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  // In a terminal that is being read, Ctrl-C comes here and not to the process.
  prompt.on('SIGINT', () => stop.abort());
  prompt.on('close', () => stop.abort());
  try {
    return await prompt.question(question, { signal: AbortSignal.any([signal, stop.signal]) });
  } catch (error) {
    throwIfAborted(stop.signal);
    throwIfAborted(signal);
    throw error;
  } finally {
    prompt.close();
  }
}
