import type { Evidence } from '../../contracts/delta.ts';
import type { TerminalStyle } from '../style.ts';
import { evidenceView } from '../view/comparisons.ts';
import { inkOf } from './ink.ts';
import { countText, figureText } from './number.ts';
import { hang } from './wrap.ts';

/** What stands under a verdict: whether the declared test supports it, and what this many topics could show. */
export function evidenceLine(primary: string, evidence: Evidence, style: TerminalStyle): string {
  const { status, p, correction, familySize, interval, detectable, minimumEffect } = evidenceView(evidence);
  const facts = [`${primary} ${status}`];
  if (status !== 'identical') {
    const family = familySize > 1 ? ` after ${correction} over ${countText(familySize)}` : '';
    facts.push(`p ${p.text}${family}`);
    if (interval !== null) {
      const bounds = `${figureText(interval.lower, style)} to ${figureText(interval.upper, style)}`;
      facts.push(`${interval.level} % interval ${bounds}`);
    }
    if (detectable !== null) facts.push(`detectable here: ${figureText(detectable, style)}`);
    if (minimumEffect !== null) facts.push(`minimum effect declared: ${minimumEffect}`);
  }
  return inkOf(style).dim(hang('  evidence: ', facts.join('; '), style.width));
}
