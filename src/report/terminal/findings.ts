import type { Finding } from '../../contracts/golden.ts';
import type { TerminalStyle } from '../style.ts';
import { inert, sentence } from './inert.ts';
import { inkOf } from './ink.ts';
import { plural } from './number.ts';
import { wrap } from './wrap.ts';

const SEVERITIES = ['error', 'warning', 'notice'] as const;

/** Findings in the order given, gravest severity first, and a closing line with the counts. */
export function findingsText(subject: string, findings: readonly Finding[], style: TerminalStyle): string {
  const { bold, bad, warn, good } = inkOf(style);
  const paint = { error: bad, warning: warn, notice: bold };
  const groups = SEVERITIES.map((severity) => ({
    severity,
    members: findings.filter((finding) => finding.severity === severity),
  })).filter(({ members }) => members.length > 0);
  const counts = groups.map(({ severity, members }) => paint[severity](plural(members.length, severity)));
  const closing = `${inert(subject)}: ${counts.length === 0 ? good('no findings') : counts.join(', ')}`;
  const sections = groups.map(({ severity, members }) =>
    [paint[severity](plural(members.length, severity)), ...members.map((finding) => findingText(finding, style))].join(
      '\n',
    ),
  );
  return `${[...sections, closing].join('\n\n')}\n`;
}

/** The place on its own line, whole, so that editors and shells can open it. */
function findingText({ where, message }: Finding, style: TerminalStyle): string {
  const lines = wrap(sentence(message, style), style.width - 4);
  return [`  ${inert(where)}`, ...lines.map((line) => `    ${line}`)].join('\n');
}
