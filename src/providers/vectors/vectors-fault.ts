import { GrkError } from '../../contracts/errors.ts';

export const VECTORS_REMEDY =
  'Rows are {"role", "text", "vector"}; or {"role", "text"} beside an .npy with one row for each. role: query or passage; left out: both.';

/** @param where the file, or `file:line` */
export function vectorsFault(where: string, what: string, remedy = VECTORS_REMEDY): GrkError {
  return new GrkError('GRK_MODEL_INVALID', `${where}: ${what}`, { remedy });
}
