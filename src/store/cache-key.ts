import { hash as digest } from 'node:crypto';
import { cpus } from 'node:os';
import { canonicalJson } from '../contracts/canonical-json.ts';
import type { Determinism } from '../contracts/embedder.ts';

/** What keys begin with: a hash over everything of a model that can change what it makes. */
export function spaceOf(what: object): string {
  return digest('sha256', canonicalJson(what), 'hex');
}

/**
 * A machine and the code that models run in, where their output holds there only; else null.
 * @param runtime packages that run models, with their versions
 */
export function machineOf(determinism: Determinism, runtime: string): string | null {
  if (determinism !== 'machine') return null;
  return [process.platform, process.arch, process.version, cpus()[0]?.model ?? '', runtime].join(' ');
}

/** Half a surrogate pair has no UTF-8 form of its own, so a text that holds one is hashed with it as an escape. */
export function keyOf(space: string, text: string): Buffer {
  const exact = /\p{Surrogate}/u.test(text) ? `json ${JSON.stringify(text)}` : `text ${text}`;
  return digest('sha256', `${space} ${exact}`, 'buffer');
}
