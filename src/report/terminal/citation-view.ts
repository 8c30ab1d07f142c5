import type { Citation, CitationOutcome, CitationState } from '../../contracts/citation.ts';
import type { TerminalStyle } from '../style.ts';
import { inert } from './inert.ts';
import { inkOf } from './ink.ts';
import { plural } from './number.ts';

/** Passages that do not stand as they were indexed, one a line, and a closing line with the counts. */
export function citationsText(outcome: CitationOutcome, style: TerminalStyle): string {
  const { verified, drifted, missing, unreadable, citations, collection } = outcome;
  const { good, bad } = inkOf(style);
  const lines = citations
    .filter(({ status }) => status !== 'verified')
    .map((citation) => `${inert(citation.doc)}${placeOf(citation)}  ${citationText(citation, style)}`);
  const others = Object.entries({ drifted, missing, unreadable }).flatMap(([status, count]) =>
    count === 0 ? [] : [bad(`${count} ${status}`)],
  );
  const counts = [good(`${verified} verified`), ...others].join(', ');
  const closing = `collection ${inert(collection)}, ${plural(citations.length, 'passage')}: ${counts}`;
  return `${[...lines, closing].join('\n')}\n`;
}

type Place = Pick<Citation, 'startLine' | 'endLine' | 'startPage' | 'endPage'>;

/** Lines of a file that has lines, pages of one that has pages: what stands behind its name. */
export function placeOf({ startLine, endLine, startPage, endPage }: Place): string {
  if (startPage === undefined) return `:${startLine}-${endLine}`;
  return ` p. ${startPage === endPage ? startPage : `${startPage}-${endPage}`}`;
}

/** `verified`, or what is wrong and where. */
export function citationText(state: CitationState, style: TerminalStyle): string {
  const { status, at, expected = '', found = '', movedToLine, movedToPage, reason = '' } = state;
  const { good, bad } = inkOf(style);
  if (status === 'verified') return good('verified');
  if (status !== 'drifted') return `${bad(status)}: ${inert(reason)}`;
  const page = at?.page === undefined ? '' : `page ${at.page}, `;
  const place = at === undefined ? '' : `: first difference at ${page}line ${at.line}, column ${at.columnUtf16}`;
  const there = found === '' ? 'the end of the text' : `"${inert(found)}"`;
  const moved = movedToPage === undefined ? `line ${movedToLine}` : `page ${movedToPage}`;
  return [
    `${bad('drifted')}${place}`,
    `expected "${inert(expected)}", found ${there}`,
    ...(movedToLine === undefined ? [] : [`its text stands at ${moved} now`]),
  ].join('; ');
}
