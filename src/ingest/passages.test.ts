import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareTieKeys } from '../contracts/ranking.ts';
import { passagesOf, sortByTieOrder } from './passages.ts';
import { documentOf } from './read.ts';

const document = (text: string, id = 'a.md') => documentOf(id, `/corpus/${id}`, Buffer.from(text, 'utf8')).document;
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');
/** A length that fits one byte, as the framing of the id has it. */
const framed = (field: string) =>
  Buffer.concat([Buffer.alloc(7), Buffer.from([Buffer.byteLength(field)]), Buffer.from(field)]);

describe('passagesOf', () => {
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
