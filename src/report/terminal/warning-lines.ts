import type { ReportWarning } from '../../contracts/report.ts';
import type { TerminalStyle } from '../style.ts';
import { sentence } from './inert.ts';
import { inkOf } from './ink.ts';
import { hang } from './wrap.ts';

/** One paragraph per warning, each with what to do about it. */
export function warningLines(warnings: readonly ReportWarning[], style: TerminalStyle): string[] {
  const { warn, dim } = inkOf(style);
  return warnings.map(({ message, remedy }) => {
    const text = hang('! ', sentence(message, style), style.width);
    const lines = [`${warn('!')}${text.slice(1)}`];
    if (remedy !== undefined) lines.push(dim(hang('  ', sentence(remedy, style), style.width)));
    return lines.join('\n');
  });
}
