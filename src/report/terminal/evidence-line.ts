import type { Evidence } from '../../contracts/delta.ts';
import type { TerminalStyle } from '../style.ts';
import { inkOf } from './ink.ts';
import { countText, measureText } from './number.ts';
import { hang } from './wrap.ts';

const CORRECTIONS = { holm: 'Holm', 'benjamini-hochberg': 'Benjamini-Hochberg' } as const;
const SMALLEST_SHOWN = 0.0001;

/** What stands under a verdict: whether the declared test supports it, and what this many topics could show. */
export function evidenceLine(primary: string, evidence: Evidence, style: TerminalStyle): string {
  const { status, adjustedP, correction, familySize, interval, sensitivity } = evidence;
  const facts = [`${primary} ${status}`];
  if (status !== 'identical') {
    const family = familySize > 1 ? ` after ${CORRECTIONS[correction]} over ${countText(familySize)}` : '';
    facts.push(`p ${pText(adjustedP)}${family}`);
    if (interval !== null) {
      const bounds = [interval.lower, interval.upper].map((bound) => measureText(bound, style)).join(' to ');
      facts.push(`${interval.level * 100} % interval ${bounds}`);
    }
    if (sensitivity !== null) facts.push(`detectable here: ${measureText(sensitivity.minimumDetectableEffect, style)}`);
    if (typeof sensitivity?.minimumEffect === 'number')
      facts.push(`minimum effect declared: ${sensitivity.minimumEffect}`);
  }
  return inkOf(style).dim(hang('  evidence: ', facts.join('; '), style.width));
}

function pText(p: number): string {
  return p < SMALLEST_SHOWN ? `< ${SMALLEST_SHOWN}` : p.toFixed(4);
}
