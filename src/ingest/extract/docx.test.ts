import { describe, expect, it } from 'vitest';
import { paragraph, sampleDocx, sampleZip, table } from '../../../test/sample-docx.ts';
import { extractDocx } from './docx.ts';
import { UNREADABLE } from './extraction.ts';
import { unpackedBytes } from './zip-size.ts';

const WHOLE = sampleDocx(paragraph('text'));

describe('a DOCX that gives no text', () => {
  it.each([
    ['holds nothing', sampleDocx(''), UNREADABLE.docxWithoutText],
    ['holds white space', sampleDocx(paragraph('  ') + table([['', '']])), UNREADABLE.docxWithoutText],
    ['is cut off', WHOLE.subarray(0, WHOLE.length - 30), UNREADABLE.docxDamaged],
    ['is another zip file', sampleZip({ 'a.txt': 'text' }), UNREADABLE.docxDamaged],
    ['is no zip file', Buffer.from('text'), UNREADABLE.docxDamaged],
    ['is empty', new Uint8Array(0), UNREADABLE.docxDamaged],
    ['has broken XML', sampleDocx('<w:p><w:r>'), UNREADABLE.docxDamaged],
    ['is locked, or from an older Word', Buffer.from('d0cf11e0a1b11ae1', 'hex'), UNREADABLE.docxLocked],
    ['says that it is huge', sayingItIsHuge(), UNREADABLE.docxTooLarge],
  ])('%s', async (_what, bytes, unreadable) => {
    expect(await extractDocx('x.docx', bytes)).toEqual({ unreadable });
  });
});

it('gives headings by their styles, in whatever language they are named, tables and emoji', async () => {
  const body = [
    paragraph('The 📘 handbook', 'Titel'),
    paragraph('Before &lt; after'),
    paragraph('Köpfe', 'Kop1'),
    paragraph('e\u0301tude 👩‍👩‍👧 漢字'),
    paragraph('Deeper', 'Kop2'),
    table([
      ['code', 'meaning'],
      ['E1', 'too | late'],
    ]),
  ];
  expect(await extractDocx('x.docx', sampleDocx(body.join('')))).toEqual({
    title: 'The 📘 handbook',
    text: '# The 📘 handbook\n\nBefore < after\n\n# Köpfe\n\ne\u0301tude 👩‍👩‍👧 漢字\n\n## Deeper\n\ncode | meaning\nE1 | too | late',
  });
});

it('adds up what the entries of a zip file unpack to', () => {
  expect(unpackedBytes(sampleZip({ a: 'x'.repeat(5000), 'b/c': 'yz' }))).toBe(5002);
  expect(unpackedBytes(sampleZip({}))).toBe(0);
});

function sayingItIsHuge(): Uint8Array {
  const bytes = Buffer.from(WHOLE);
  bytes.writeUInt32LE(300_000_000, bytes.indexOf('PK\x01\x02', 0, 'latin1') + 24);
  return bytes;
}
