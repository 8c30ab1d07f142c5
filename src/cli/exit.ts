import { type ErrorKind, GrkError } from '../contracts/errors.ts';
import type { GateOutcome, GateResult } from '../contracts/gate.ts';
import type { IngestOutcome } from '../contracts/ingest.ts';
import { type ModelCheck, OPENS, type VerifyOutcome } from '../contracts/models.ts';
import type { Report } from '../contracts/report.ts';

/** The only place where exit codes are decided. */
export const EXIT = { done: 0, failed: 1, usage: 2, gate: 3, unmeasured: 4, interrupted: 130 } as const;

const BY_KIND = {
  usage: EXIT.usage,
  config: EXIT.usage,
  golden: EXIT.usage,
  identity: EXIT.usage,
  ingest: EXIT.failed,
  store: EXIT.failed,
  provider: EXIT.failed,
  run: EXIT.failed,
  unmeasured: EXIT.unmeasured,
  interrupted: EXIT.interrupted,
} as const satisfies Record<ErrorKind, number>;

/** The exit code of an error; what is not a GrkError is a fault of grk itself. */
export function exitCodeOf(error: unknown): number {
  return error instanceof GrkError ? BY_KIND[error.kind] : EXIT.failed;
}

/** The exit code of an error of a search: as with grep, 1 says that nothing was found and nothing else. */
export function exitCodeOfSearchError(error: unknown): number {
  const code = exitCodeOf(error);
  return code === EXIT.failed ? EXIT.usage : code;
}

/** The exit code of a run that wrote its report: topics that failed make it partial, and their zeros no measurement. */
export function exitCodeOfRun({ stages }: Pick<Report, 'stages'>): number {
  const isPartial = stages.some(({ topics }) => topics.some(({ error }) => error !== undefined));
  return isPartial ? EXIT.unmeasured : EXIT.done;
}

/** The exit code of an ingest: a file that could not be read makes it partial. */
export function exitCodeOfIngest({ unread }: Pick<IngestOutcome, 'unread'>): number {
  return unread.length > 0 ? EXIT.unmeasured : EXIT.done;
}

/**
 * The exit code of a check of models: one that fails counts more than a model of which nothing could be checked. To be
 * opened is no check: a stand-in can be.
 */
export function exitCodeOfVerify({ models }: VerifyOutcome): number {
  const isFailed = ({ status }: ModelCheck) => status === 'failed';
  const isKept = ({ name, status }: ModelCheck) => status === 'ok' && name !== OPENS;
  if (models.some(({ checks }) => checks.some(isFailed))) return EXIT.failed;
  return models.every(({ checks }) => checks.some(isKept)) ? EXIT.done : EXIT.unmeasured;
}

/**
 * Whether a gate keeps a run from passing. An undecidable one does under --strict; `non-inferior` asks for evidence, so
 * that it never passes without.
 */
export function blocks({ status, kind }: GateResult, isStrict: boolean): boolean {
  if (status === 'undecidable') return isStrict || kind === 'non-inferior';
  return status !== 'passed';
}

/** The exit code of gates: one that failed counts more than one that was not measured. */
export function exitCodeOfGates({ results, isStrict }: Pick<GateOutcome, 'results' | 'isStrict'>): number {
  if (results.some(({ status }) => status === 'failed')) return EXIT.gate;
  return results.some((result) => blocks(result, isStrict)) ? EXIT.unmeasured : EXIT.done;
}

/** The exit code of gates over a report: a partial one measured nothing whole, whatever its gates say. */
export function exitCodeOfGated(
  report: Pick<Report, 'stages'>,
  gates: Pick<GateOutcome, 'results' | 'isStrict'>,
): number {
  return firstOf(exitCodeOfRun(report), exitCodeOfGates(gates));
}

/** Of several codes that apply, the one that counts most. */
export function firstOf(...codes: readonly number[]): number {
  const order: readonly number[] = [EXIT.interrupted, EXIT.usage, EXIT.failed, EXIT.gate, EXIT.unmeasured];
  return order.find((code) => codes.includes(code)) ?? EXIT.done;
}
