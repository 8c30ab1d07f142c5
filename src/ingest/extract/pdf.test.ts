import { describe, expect, it } from 'vitest';
import { samplePdf } from '../../../test/sample-pdf.ts';
import { UNREADABLE } from './extraction.ts';
import { loadFor } from './optional-package.ts';
import { extractPdf } from './pdf.ts';

const TWO_PAGES = samplePdf({
  title: 'Two pages',
  pages: [['First line', 'second line', '', 'another paragraph (in brackets)'], ['On the second page']],
});

describe('a PDF that gives no text', () => {
  it.each([
    ['is locked', samplePdf({ pages: [['secret']], password: 'open sesame' }), UNREADABLE.pdfLocked],
    ['holds pictures only', samplePdf({ pages: ['picture', 'picture'] }), UNREADABLE.pdfWithoutText],
    ['is cut off', TWO_PAGES.subarray(0, 300), UNREADABLE.pdfDamaged],
    ['is something else', Buffer.from('<html>not found</html>'), UNREADABLE.pdfDamaged],
    ['is noise', Uint8Array.from({ length: 2000 }, (_, i) => (i * 7919) % 251), UNREADABLE.pdfDamaged],
    ['needs character maps', withNamedEncoding('UniGB-UCS2-H'), UNREADABLE.pdfCharacterMaps],
  ])('%s', async (_what, bytes, unreadable) => {
    expect(await extractPdf('x.pdf', bytes)).toEqual({ unreadable });
  });
});

it('gives lines, paragraphs, pages and title', async () => {
  const before = Uint8Array.from(TWO_PAGES);
  const text = 'First line\nsecond line\n\nanother paragraph (in brackets)\n\nOn the second page';
  expect(await extractPdf('x.pdf', TWO_PAGES)).toEqual({
    text,
    title: 'Two pages',
    pageStarts: [0, text.indexOf('On the')],
    metadata: { pages: 2 },
  });
  expect(TWO_PAGES).toEqual(before);
});

it('opens what is encrypted without a password', async () => {
  expect(await extractPdf('x.pdf', samplePdf({ pages: [['for all']], password: '' }))).toMatchObject({
    text: 'for all',
  });
});

it('counts pages without text, which start where the next one does', async () => {
  const bytes = samplePdf({ pages: ['picture', ['a'], 'picture', ['b'], 'picture'] });
  expect(await extractPdf('x.pdf', bytes)).toEqual({
    text: 'a\n\nb',
    pageStarts: [0, 0, 3, 3, 4],
    metadata: { pages: 5, pagesWithoutText: 3 },
  });
});

it('names the file and the package that is missing', async () => {
  const missing = () => Promise.reject(new Error('Cannot find package'));
  await expect(loadFor('docs/x.pdf', 'unpdf', '1.7.0', missing)).rejects.toMatchObject({
    code: 'GRK_DEPENDENCY_MISSING',
    message: 'docs/x.pdf cannot be read: the package unpdf is not installed',
    remedy: expect.stringContaining('npm install unpdf@1.7.0'),
  });
});

/** A font whose codes mean what a map outside the file says. */
function withNamedEncoding(encoding: string): Uint8Array {
  const font = `<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /${encoding} /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /FontDescriptor << /Type /FontDescriptor /FontName /STSong-Light /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /StemV 80 /CapHeight 700 >> >>] >>`;
  const plain = Buffer.from(samplePdf({ pages: [['O`']] })).toString('latin1');
  // The table of offsets is wrong now; readers look for the objects themselves then.
  return Buffer.from(plain.replace('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>', font), 'latin1');
}
