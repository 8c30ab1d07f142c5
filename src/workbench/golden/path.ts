import { GrkError } from '../../contracts/errors.ts';

/**
 * The golden set that an option, the configuration or a suite names.
 * @param file where else one can be named
 * @throws GrkError GRK_USAGE where none does
 */
export function requireGoldenPath(path: string | undefined, command: string, file = 'grk.config.json'): string {
  if (path !== undefined) return path;
  throw new GrkError('GRK_USAGE', 'no golden set is named', {
    remedy: `Name one: ${command} --golden PATH, or "golden" in ${file}. docs/guides/02-golden-set.md begins one.`,
  });
}
