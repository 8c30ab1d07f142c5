import { GrkError } from '../../contracts/errors.ts';
import { type ExternalHit, ExternalHitSchema } from '../../contracts/external.ts';
import { parseWith } from '../../contracts/parse.ts';

export const ANSWER_REMEDY =
  'An answer is a list of hits: {id}, {doc}, {doc, start, end} or {doc, lines}, each with a finite score, or none with one.';

/**
 * Checks the hits of an answer.
 * @param where the search, as messages should name it
 * @throws GrkError GRK_EXTERNAL_FAILED naming the first hit that is wrong
 */
export function readHits(value: unknown, where: string): ExternalHit[] {
  if (!Array.isArray(value)) throw failed(where, `answered ${kindOf(value)}, not a list of hits`, ANSWER_REMEDY);
  const hits = value.map((hit, i) =>
    parseWith(ExternalHitSchema, hit, {
      what: `${where}: hits[${i}]`,
      code: 'GRK_EXTERNAL_FAILED',
      remedy: ANSWER_REMEDY,
    }),
  );
  const without = hits.findIndex(({ score }) => score === undefined);
  if (without >= 0 && hits.some(({ score }) => score !== undefined)) {
    throw failed(where, `hits[${without}] has no score, but others have one`, ANSWER_REMEDY);
  }
  return hits;
}

export function failed(where: string, what: string, remedy: string, cause?: unknown): GrkError {
  return new GrkError('GRK_EXTERNAL_FAILED', `${where} ${what}`, { remedy, cause });
}

function kindOf(value: unknown): string {
  return value === null || value === undefined ? 'nothing' : `a value of type ${typeof value}`;
}
