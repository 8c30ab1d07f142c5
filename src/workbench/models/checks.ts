import { type ErrorCode, GrkError } from '../../contracts/errors.ts';
import type { CheckStatus, ModelCheck, ModelSpeed } from '../../contracts/models.ts';
import type { Session } from '../session/state.ts';

/** What a check came to. */
export interface Finding {
  readonly status: CheckStatus;
  readonly detail: string;
  readonly remedy?: string;
}

export const ok = (detail: string): Finding => ({ status: 'ok', detail });
export const failed = (detail: string): Finding => ({ status: 'failed', detail });
export const notPossible = (detail: string): Finding => ({ status: 'not possible', detail });

/** Errors that say something of the model; others are of the command or its user. */
const STATUS_OF: Partial<Record<ErrorCode, CheckStatus>> = {
  GRK_MODEL_INVALID: 'failed',
  GRK_EMBEDDER_OUTPUT: 'failed',
  GRK_RERANKER_OUTPUT: 'failed',
  GRK_DIMENSIONS: 'failed',
  GRK_DEPENDENCY_MISSING: 'not possible',
  GRK_SERVICE_FAILED: 'not possible',
};

/** Runs a check; an error of the model is its finding. @throws GrkError any other */
export async function check(name: string, work: () => Finding | Promise<Finding>): Promise<ModelCheck> {
  try {
    return { name, ...(await work()) };
  } catch (error) {
    const status = error instanceof GrkError ? STATUS_OF[error.code] : undefined;
    if (!(error instanceof GrkError) || status === undefined) throw error;
    const { message: detail, remedy } = error;
    return { name, status, detail, ...(remedy === undefined ? {} : { remedy }) };
  }
}

/** How long a model is timed, at least; one round takes what it takes. */
const SPEED_MS = 200;

/**
 * Times rounds of the same texts, and adds that to the checks; not where none of them held.
 * @param lengths of the texts or pairs of one round, in UTF-16 units
 */
export async function withSpeed(
  { clock }: Session,
  checks: readonly ModelCheck[],
  unit: ModelSpeed['unit'],
  lengths: readonly number[],
  round: () => Promise<unknown>,
): Promise<{ checks: ModelCheck[]; speed: ModelSpeed | null }> {
  if (checks.every(({ status }) => status !== 'ok')) return { checks: [...checks], speed: null };
  const meanUtf16 = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  let speed: ModelSpeed | null = null;
  const timing = await check('speed', async () => {
    const start = clock.now();
    let count = 0;
    let ms = 0;
    do {
      await round();
      count += lengths.length;
      ms = clock.now() - start;
    } while (ms < SPEED_MS);
    const perSecond = (count * 1000) / ms;
    speed = { perSecond, unit, count, meanUtf16, ms };
    const rate = perSecond < 100 ? perSecond.toPrecision(2) : perSecond.toFixed(0);
    return ok(`${rate} ${unit}/s on this machine, of ${meanUtf16.toFixed(0)} characters each`);
  });
  return { checks: [...checks, timing], speed };
}
