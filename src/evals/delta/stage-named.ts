import { GrkError } from '../../contracts/errors.ts';
import { didYouMean } from '../../contracts/nearest.ts';

/**
 * The stage id that people mean: the id itself, or a name that only one stage has.
 * @param ids `variant/name`
 * @param where begins the message
 * @throws GrkError GRK_UNKNOWN_NAME with the nearest id or name, or with the ids that share the name
 */
export function stageNamed(ids: readonly string[], text: string, where = ''): string {
  if (ids.includes(text)) return text;
  const nameOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);
  const named = ids.filter((id) => nameOf(id) === text);
  const [only, ...others] = named;
  if (only !== undefined && others.length === 0) return only;
  if (others.length > 0) {
    throw new GrkError('GRK_UNKNOWN_NAME', `${where}several stages are named "${text}"`, {
      remedy: `Name one by its id: ${named.join(', ')}.`,
    });
  }
  const hint = didYouMean(text, [...ids, ...new Set(ids.map(nameOf))]);
  throw new GrkError('GRK_UNKNOWN_NAME', `${where}there is no stage "${text}".${hint}`, {
    remedy: `Stages: ${ids.join(', ')}.`,
  });
}
