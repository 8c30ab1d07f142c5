import { describe, expect, it } from 'vitest';
import { GrkError } from '../../contracts/errors.ts';
import { parseTrecTopics } from './trec-topics.ts';

const parse = (text: string) =>
  parseTrecTopics({ file: 't', text }).map(({ topicId, query, where }) => `${where} ${topicId}: ${query}`);

function faultsOf(text: string): string {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof GrkError && error.code === 'GRK_GOLDEN_INVALID') return error.message;
    throw error;
  }
  throw new Error('accepted');
}

const CLASSIC = `
<top>
<num> Number: 301
<title> International Organized Crime

<desc> Description:
Identify organizations that participate in international criminal activity.

<narr> Narrative:
A relevant document must name them.
</top>

<top>
<head> Tipster Topic Description
<num> Number:  051
<dom> Domain:  International Economics
<title> Topic:  Airbus &amp; Subsidies,
  if a < b
</top>
`;

describe('topics of TREC', () => {
  it('are read from <top> records, with or without closing tags', () => {
    expect(parse(CLASSIC)).toEqual([
      't:2 301: International Organized Crime',
      't:13 051: Airbus & Subsidies, if a < b',
    ]);
    const closed = '<TOP>\r\n<NUM>7</NUM>\r\n<TITLE>two\r\n words</TITLE>\r\n<desc>d</desc></TOP>\r\n';
    expect(parse(closed)).toEqual(['t:1 7: two words']);
  });

  it('are read from lines of id and query', () => {
    expect(parse('\uFEFFq1\thow old\r\nq 2\t¿qué?\n\n')).toEqual(['t:1 q1: how old', 't:2 q 2: ¿qué?']);
  });

  it.each([
    ['two titles', '<top>\n<num> 1\n<title> a\n<title> b\n</top>', 't:1: this <top> has 2 <title> instead of one'],
    ['no number', '<top>\n<title> a\n</top>', 't:1: this <top> has 0 <num> instead of one'],
    ['no end', '<top>\n<num> 1\n<title> a\n<top>\n<num> 2\n<title> b\n</top>', 't:1: this <top> is not closed'],
    ['no end of the last', '<top>\n<num> 1\n<title> a\n', 't:1: this <top> is not closed'],
    ['a blank title', '<top>\n<num> 1\n<title>\n<desc> x\n</top>', 't:1: the query of topic "1" is blank'],
    ['an id twice', 'q1\ta\nq1\tb\n', 't:2: topic id "q1" is taken: first at t:1'],
    ['three columns', 'q1\ta\tb\n', 't:1: 3 columns instead of 2 (id, query), separated by tabs'],
    ['spaces for the tab', 'q1 what is\n', 't:1: 1 columns instead of 2 (id, query), separated by tabs'],
    ['nothing', '\n', 't: it holds no topic'],
  ])('are refused with %s', (_, text, message) => {
    expect(faultsOf(text)).toBe(message);
  });
});
