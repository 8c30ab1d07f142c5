import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pagesOf } from '../contracts/pages.ts';
import type { ChunkerSettings } from '../contracts/pipeline.ts';
import { compareTieKeys } from '../contracts/ranking.ts';
import { passagesOf, sortByTieOrder } from './passages.ts';
import { documentOf } from './read.ts';

const document = (text: string, id = 'a.md') => documentOf(id, `/corpus/${id}`, Buffer.from(text, 'utf8')).document;
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');
/** A length that fits one byte, as the framing of the id has it. */
const framed = (field: string) =>
  Buffer.concat([Buffer.alloc(7), Buffer.from([Buffer.byteLength(field)]), Buffer.from(field)]);

describe('passagesOf', () => {
  it('never reaches over a page break, and leaves nothing out', () => {
    const page = fc.array(fc.constantFrom('word', 'Ende.', '😀', 'e\u0301', '\n', '\n\n', ' ', 'x'.repeat(30)), {
      maxLength: 30,
    });
    const settings = fc.constantFrom<ChunkerSettings>(
      { name: 'markdown', maxChars: 40 },
      { name: 'recursive', maxChars: 40, overlapChars: 15 },
    );
    fc.assert(
      fc.property(fc.array(page, { minLength: 1, maxLength: 5 }), settings, (pages, chunker) => {
        const texts = pages.map((pieces) => pieces.join('').trim());
        const text = texts.filter((each) => each !== '').join('\n\n');
        let from = 0;
        const pageStarts = texts.map((each) => {
          const start = Math.min(from, text.length);
          if (each !== '') from += each.length + 2;
          return start;
        });
        const source = { ...document(text, 'a.txt'), extractor: 'pdf', pageStarts } as const;
        const passages = passagesOf(source, chunker);
        expect(
          passages.flatMap(({ startUtf16, endUtf16, text: cited }) => {
            const { startPage, endPage } = pagesOf({ startUtf16, endUtf16 }, pageStarts);
            return startPage === endPage && text.slice(startUtf16, endUtf16) === cited
              ? []
              : [[startPage, endPage, cited]];
          }),
        ).toEqual([]);
        const isCited = Array<boolean>(text.length).fill(false);
        for (const { startUtf16, endUtf16 } of passages) isCited.fill(true, startUtf16, endUtf16);
        expect([...text.matchAll(/\S/g)].filter(({ index }) => !isCited[index])).toEqual([]);
      }),
    );
  });
  it('keeps a document with pages whole where documents are', () => {
    const source = { ...document('one\n\ntwo', 'a.txt'), extractor: 'pdf', pageStarts: [0, 5] } as const;
    expect(passagesOf(source, { name: 'whole' }).map(({ text }) => text)).toEqual(['one\n\ntwo']);
    expect(
      passagesOf(source, { name: 'markdown', maxChars: 40 }).map(({ text, startLine }) => [text, startLine]),
    ).toEqual([
      ['one', 1],
      ['two', 3],
    ]);
  });
  it('gives span, lines, headings, text and hash of each passage', () => {
    const text = '\uFEFF# A\r\n\r\none\r\n\r\n## B\rtwo\nthree\n';
    const passages = passagesOf(document(text), { name: 'markdown', maxChars: 40 });
    expect(passages.map(({ id, contentSha256, ...rest }) => rest)).toEqual([
      {
        doc: 'a.md',
        startUtf16: 1,
        endUtf16: 11,
        startLine: 1,
        endLine: 3,
        headingPath: ['A'],
        text: '# A\r\n\r\none',
      },
      {
        doc: 'a.md',
        startUtf16: 15,
        endUtf16: 29,
        startLine: 5,
        endLine: 7,
        headingPath: ['A', 'B'],
        text: '## B\rtwo\nthree',
      },
    ]);
    expect(passages.map(({ contentSha256 }) => contentSha256)).toEqual([
      sha256('# A\r\n\r\none'),
      sha256('## B\rtwo\nthree'),
    ]);
  });

  it('derives ids from document, span and content', () => {
    const [passage] = passagesOf(document(' é😀', 'ü.md'), { name: 'whole' });
    const content = sha256(Buffer.from('é😀', 'utf8'));
    const fields = ['ü.md', '1', '4', content].map(framed);
    expect(passage?.id).toBe(sha256(Buffer.concat(fields)).slice(0, 16));
    const other = passagesOf(document(' é😀', 'u.md'), { name: 'whole' });
    expect(other[0]?.contentSha256).toBe(passage?.contentSha256);
    expect(other[0]?.id).not.toBe(passage?.id);
  });

  it('uses the document’s hash for a passage that is all of it', () => {
    const whole = document('text');
    expect(passagesOf(whole, { name: 'whole' })[0]?.contentSha256).toBe(sha256('text'));
    expect(whole.contentSha256).toBe(sha256('text'));
  });

  it('gives none for a document without text', () => {
    expect(passagesOf(document('\uFEFF\n'), { name: 'markdown', maxChars: 40 })).toEqual([]);
  });

  it('has lines that hold exactly the passage’s text', () => {
    const part = fc.constantFrom('# h', 'word word.', '- item', '', '```', '漢字', '😀');
    fc.assert(
      fc.property(fc.array(fc.tuple(part, fc.constantFrom('\n', '\r\n', '\r')), { maxLength: 30 }), (parts) => {
        const text = parts.flat().join('');
        const lines = text.split(/\r\n|\r|\n/);
        for (const passage of passagesOf(document(text), { name: 'markdown', maxChars: 40 })) {
          const held = lines.slice(passage.startLine - 1, passage.endLine);
          expect(held.join('\n')).toContain(passage.text.replaceAll(/\r\n|\r/g, '\n'));
          expect(held.at(0)?.trim()).not.toBe('');
          expect(held.at(-1)?.trim()).not.toBe('');
        }
      }),
    );
  });
});

describe('sortByTieOrder', () => {
  const passages = ['b', 'a', 'c', 'a'].flatMap((text, i) => passagesOf(document(text, `${i}.md`), { name: 'whole' }));

  it('gives the order of the tie keys, whatever the order before', () => {
    const sorted = sortByTieOrder(passages);
    expect(sortByTieOrder([...passages].reverse())).toEqual(sorted);
    expect(sorted.every((passage, i) => i === 0 || compareTieKeys(sorted[i - 1] ?? passage, passage) < 0)).toBe(true);
    expect(sorted).toHaveLength(4);
  });

  it('refuses two passages with one id', () => {
    const [first] = passages;
    expect(() => sortByTieOrder([...passages, ...(first ? [{ ...first, doc: 'other.md' }] : [])])).toThrow(
      `two passages have the id ${first?.id}, in 0.md and other.md`,
    );
  });
});
