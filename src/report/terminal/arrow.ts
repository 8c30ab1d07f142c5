import type { TerminalStyle } from '../style.ts';

/** Stands between what was and what is. */
export function arrowOf({ unicode }: TerminalStyle): string {
  return unicode ? '→' : '->';
}
