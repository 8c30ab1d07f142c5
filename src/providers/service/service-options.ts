import { z } from 'zod';
import { GrkError } from '../../contracts/errors.ts';

/** Options of every model behind an address. */
export const SERVICE_OPTIONS = {
  url: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('The address to ask, where it is another than that of the makers.'),
  keyVariable: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'expected the name of an environment variable')
    .optional()
    .describe('The environment variable that holds the key for this address.'),
  timeoutMs: z.coerce.number().int().min(1).max(600_000).default(30_000).describe('Of one attempt.'),
  retries: z.coerce.number().int().min(0).max(10).default(2).describe('Attempts after the first.'),
};

/** Where the makers run a service, and the variable that holds the key for there. */
export interface ServiceHome {
  readonly url: string;
  readonly keyVariable: string;
}

/**
 * Where to ask, without a slash at the end, and the key for there. A key that the environment holds for the makers is
 * sent to nobody else.
 * @param what the model, as messages should name it
 * @param home left out: an address must be given
 * @throws GrkError GRK_CONFIG_INVALID, never with a key in it
 */
export function serviceAddress(
  what: string,
  given: { readonly url?: string | undefined; readonly keyVariable?: string | undefined },
  home: ServiceHome | undefined,
): { readonly url: string; readonly key: string | undefined } {
  const url = given.url ?? home?.url;
  if (url === undefined) throw refused(`${what} has no address`, 'Add ?url=, as in ?url=http://127.0.0.1:8080.');
  const { username, password, search, hash } = new URL(url);
  if ([username, password, search, hash].some((part) => part !== '')) {
    throw refused(
      'the address of a model holds a user name, a password, a query or a fragment',
      'Give it without: a key belongs into an environment variable, named by ?keyVariable=.',
    );
  }
  const variable = given.keyVariable ?? (given.url === undefined ? home?.keyVariable : undefined);
  return { url: url.replace(/\/+$/, ''), key: variable === undefined ? undefined : keyIn(variable, what) };
}

function keyIn(variable: string, what: string): string {
  const key = process.env[variable]?.trim() ?? '';
  if (key === '') throw refused(`${what} needs a key, and ${variable} is not set`, `Set ${variable}.`);
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw refused(`${what}: what ${variable} holds is no key`, 'A key has letters, digits and signs, without blanks.');
}

function refused(message: string, remedy: string): GrkError {
  return new GrkError('GRK_CONFIG_INVALID', message, { remedy });
}
