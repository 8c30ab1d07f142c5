import { z } from 'zod';
import { GrkError } from '../../contracts/errors.ts';
import type { HttpWords } from '../external/http-attempt.ts';

const MAX_REASON = 300;

export interface ServiceSaying {
  /** What to do where an answer has not the right form. */
  readonly form: string;
  /** Why it refused, as its errors say it. */
  readonly reason: (body: unknown) => string | undefined;
  /** Never shown, though a service repeat it. */
  readonly key: string | undefined;
  /** What to do about a refusal; undefined: what stands in general. */
  readonly remedy?: (status: number, reason: string) => string | undefined;
  /** What to do where nobody answers. */
  readonly unreachable?: string;
}

/** How failures of a model behind an address are told: GRK_SERVICE_FAILED, with the status as a fact. */
export function serviceWords({ form, reason: reasonIn, key, remedy, unreachable }: ServiceSaying): HttpWords {
  return {
    failed: (where, what, todo, { cause, status } = {}) =>
      new GrkError('GRK_SERVICE_FAILED', `${where} ${what}`, {
        remedy: todo,
        cause,
        ...(status === undefined ? {} : { facts: { status } }),
      }),
    form,
    ...(unreachable === undefined ? {} : { unreachable }),
    refusal: (status, body) => {
      const said = reasonIn(body)?.replaceAll(/\s+/g, ' ').trim();
      const reason = said === undefined ? undefined : withoutKey(said, key).slice(0, MAX_REASON);
      const todo = remedy?.(status, reason ?? '') ?? keyRemedy(status);
      return { ...(reason === undefined ? {} : { reason }), ...(todo === undefined ? {} : { remedy: todo }) };
    },
  };
}

function keyRemedy(status: number): string | undefined {
  if (status !== 401 && status !== 403) return undefined;
  return 'Check the key: for another address than the makers’ it is named by ?keyVariable=.';
}

/** What to do where the reason of a refusal is the length of a text. */
export function tooLongRemedy(reason: string): string | undefined {
  if (!/context length|exceed|too (long|large)|must have less than|maximum.*tokens/i.test(reason)) return undefined;
  return 'Cut shorter passages, as by --set chunker.maxChars=600.';
}

export function withoutKey(text: string, key: string | undefined): string {
  return key === undefined ? text : text.replaceAll(key, '…');
}

export function keyHeader(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { authorization: `Bearer ${key}` };
}

/** Half a surrogate pair has no UTF-8 form: servers refuse it. */
export function wellFormed(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}

/** The text at one of these keys of an error. */
export function textAt(body: unknown, ...keys: readonly string[]): string | undefined {
  const parsed = z.record(z.string(), z.unknown()).safeParse(body);
  const found = keys.map((key) => parsed.data?.[key]).find((value) => value !== undefined && value !== null);
  if (found === undefined) return undefined;
  return typeof found === 'string' ? found : JSON.stringify(found);
}
