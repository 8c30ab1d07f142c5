import type { Citation, CitationOutcome } from '../../contracts/citation.ts';
import type { TerminalStyle } from '../style.ts';
import { inert } from './inert.ts';
import { inkOf } from './ink.ts';
import { plural } from './number.ts';

/** Passages that do not stand as they were indexed, one a line, and a closing line with the counts. */
export function citationsText(outcome: CitationOutcome, style: TerminalStyle): string {
  const { verified, drifted, missing, citations, collection } = outcome;
  const { good, bad } = inkOf(style);
  const lines = citations
    .filter(({ status }) => status !== 'verified')
    .map(
      (citation) =>
        `${inert(citation.doc)}:${citation.startLine}-${citation.endLine}  ${citationText(citation, style)}`,
    );
  const others = [drifted > 0 ? bad(`${drifted} drifted`) : '', missing > 0 ? bad(`${missing} missing`) : ''];
  const counts = [good(`${verified} verified`), ...others].filter((text) => text !== '').join(', ');
  const closing = `collection ${inert(collection)}, ${plural(citations.length, 'passage')}: ${counts}`;
  return `${[...lines, closing].join('\n')}\n`;
}

/** `verified`, or what is wrong and where. */
export function citationText(
  { status, at, movedToLine, reason }: Pick<Citation, 'status' | 'at' | 'movedToLine' | 'reason'>,
  style: TerminalStyle,
): string {
  const { good, bad } = inkOf(style);
  if (status === 'verified') return good('verified');
  if (status === 'missing') return `${bad('missing')}: ${inert(reason ?? '')}`;
  const place = at === undefined ? '' : `: first difference at line ${at.line}, column ${at.columnUtf16}`;
  return `${bad('drifted')}${place}${movedToLine === undefined ? '' : `; its text stands at line ${movedToLine} now`}`;
}
