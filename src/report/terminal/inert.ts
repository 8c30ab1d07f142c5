import type { TerminalStyle } from '../style.ts';
import { inert } from '../view/inert.ts';

export { inert, inertProse } from '../view/inert.ts';

const ASCII_FORMS: Readonly<Record<string, string>> = {
  '−': '-',
  '—': '-',
  '–': '-',
  '±': '+/-',
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '…': '...',
  '≥': '>=',
  '≤': '<=',
  '×': 'x',
};

/** A sentence of ours, such as a verdict: inert, and its signs in ASCII where the terminal has no others. */
export function sentence(text: string, style: TerminalStyle): string {
  const safe = inert(text.replace(/\s+/gu, ' ').trim());
  return style.unicode ? safe : safe.replace(/[−—–±’‘“”…≥≤×]/g, (char) => ASCII_FORMS[char] ?? char);
}
