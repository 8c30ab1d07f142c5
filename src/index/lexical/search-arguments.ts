import { GrkError } from '../../contracts/errors.ts';
import type { Bm25Params } from '../../contracts/pipeline.ts';
import type { PassageMask } from '../../contracts/ports.ts';

/** @throws GrkError GRK_USAGE when k1 or b is outside its range */
export function checkParams({ k1, b }: Bm25Params): void {
  if (Number.isFinite(k1) && k1 >= 0 && b >= 0 && b <= 1) return;
  throw new GrkError('GRK_USAGE', `k1 ${k1} with b ${b} is no setting of BM25`, {
    remedy: 'k1 is a finite number of at least 0, b a number from 0 to 1.',
  });
}

/** @throws GrkError GRK_USAGE when the limit is no positive integer or the mask is not one byte per passage */
export function checkSearch(limit: number, mask: PassageMask | undefined, passageCount: number): void {
  if (!Number.isInteger(limit) || limit < 1) {
    throw new GrkError('GRK_USAGE', `a search cannot return ${limit} passages`, {
      remedy: 'Ask for a whole number of at least 1.',
    });
  }
  if (mask !== undefined && mask.length !== passageCount) {
    throw new GrkError(
      'GRK_USAGE',
      `a mask of ${mask.length} bytes does not fit an index of ${passageCount} passages`,
      {
        remedy: 'Give one byte per passage.',
      },
    );
  }
}

/** @throws GrkError GRK_USAGE when a text is not a string */
export function checkText(text: unknown, passage: number): asserts text is string {
  if (typeof text === 'string') return;
  throw new GrkError('GRK_USAGE', `passage ${passage} is not a text but ${text === null ? 'null' : typeof text}`, {
    remedy: 'Give one string per passage; an empty one is allowed.',
  });
}
