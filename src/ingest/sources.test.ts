import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { paragraph, sampleDocx } from '../../test/sample-docx.ts';
import { samplePdf } from '../../test/sample-pdf.ts';
import type { SourceDocument } from '../contracts/document.ts';
import { pagesOf } from '../contracts/pages.ts';
import type { ChunkerSettings } from '../contracts/pipeline.ts';
import { hashCorpus, readCorpus } from './corpus.ts';
import { passagesOf } from './passages.ts';
import { readDocument } from './read.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'grk sourcés '));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (path: string, content: string | Uint8Array) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
};
const everything = () => ({ kind: 'folder' as const, root, include: ['**/*'], exclude: [] });
const options = { maxFileBytes: 1_000_000 };
const PDF = samplePdf({ title: 'Guide', pages: [['page one'], ['page two']] });

describe('files that give no text', () => {
  beforeEach(() => {
    write('good.md', '# Good\n\ntext');
    write('scan.pdf', samplePdf({ pages: ['picture'] }));
    write('locked.pdf', samplePdf({ pages: [['x']], password: 'pw' }));
    write('broken ß.pdf', 'no PDF');
    write('old.docx', Buffer.from('d0cf11e0a1b11ae1', 'hex'));
    write('broken.docx', 'no DOCX');
    write('frame.html', '<script>app()</script>');
    write('latin.html', Buffer.from('<p>caf\xe9</p>', 'latin1'));
    write('latin.txt', Buffer.from('caf\xe9', 'latin1'));
    write('photo.png', Buffer.from([0x89, 0x50, 0, 0]));
  });

  it('are each named with a reason of their own, and the rest is read', async () => {
    const unread: string[] = [];
    const onUnread = (path: string, fault: { code: string; facts: Record<string, unknown> }) =>
      unread.push(`${path}: ${fault.facts.reason ?? fault.code}`);
    const corpus = await readCorpus(everything(), { ...options, onUnread });
    expect(corpus.documents.map(({ id }) => id)).toEqual(['good.md']);
    expect(corpus.skipped).toEqual([{ path: 'photo.png', reason: 'binary (holds a NUL byte)' }]);
    expect(unread).toEqual([
      'broken ß.pdf: damaged PDF',
      'broken.docx: damaged DOCX',
      'frame.html: HTML without text',
      'latin.html: HTML that is not in UTF-8 or the character set that it names',
      'latin.txt: GRK_NOT_UTF8',
      'locked.pdf: PDF locked by a password',
      'old.docx: DOCX locked by a password, or an older Word file',
      'scan.pdf: PDF without text (scanned pictures?)',
    ]);
    expect(corpus.extractors).toEqual({});
  });

  it('stop a reading that nobody watches, with what to do', async () => {
    await expect(readCorpus({ ...everything(), include: ['scan.pdf'] }, options)).rejects.toMatchObject({
      code: 'GRK_DOCUMENT_UNREADABLE',
      message: `${join(root, 'scan.pdf')} gives no text: PDF without text (scanned pictures?)`,
      remedy: 'Give the document in another form, or leave it out with an exclude glob.',
    });
  });
});

it('gives every form of file its title, metadata and extractor, and the same hash without reading them', async () => {
  write('docs/a.html', '<title>T</title><h1>Head</h1><p>text</p>');
  write('docs/b.pdf', PDF);
  write('docs/c.docx', sampleDocx(paragraph('Kop', 'Kop1') + paragraph('tekst')));
  write('docs/d.py', '# comment\nprint(1)\n');
  write('docs/e.md', '# Md');
  write('rows.jsonl', '{"_id":"r1","title":"Row","text":"one"}\n');
  const corpus = await readCorpus(everything(), options);
  expect(corpus.documents.map(({ id, title, extractor, metadata }) => [id, title, extractor, metadata])).toEqual([
    ['docs/a.html', 'Head', 'html', { path: 'docs/a.html', ext: 'html', folder: 'docs' }],
    ['docs/b.pdf', 'Guide', 'pdf', { pages: 2, path: 'docs/b.pdf', ext: 'pdf', folder: 'docs' }],
    ['docs/c.docx', 'Kop', 'docx', { path: 'docs/c.docx', ext: 'docx', folder: 'docs' }],
    ['docs/d.py', 'd.py', 'code', { path: 'docs/d.py', ext: 'py', folder: 'docs', language: 'python' }],
    ['docs/e.md', 'Md', undefined, { path: 'docs/e.md', ext: 'md', folder: 'docs' }],
    ['r1', 'Row', undefined, {}],
  ]);
  expect(Object.keys(corpus.extractors)).toEqual(['code', 'docx', 'html', 'pdf']);
  const { corpusSha256, extractors } = await hashCorpus(everything(), options);
  expect({ corpusSha256, extractors }).toEqual({ corpusSha256: corpus.corpusSha256, extractors: corpus.extractors });
});

it('reads no headings into source code', async () => {
  const { document } = await readDocument('a.py', 'a.py', Buffer.from('# comment\n\nprint(1)\n'));
  const [passage, ...others] = passagesOf(document, { name: 'markdown', maxChars: 100 });
  expect([passage?.headingPath, others]).toEqual([[], []]);
});

/** A second implementation: line ends are counted one by one. */
function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).replaceAll('\r\n', '\n').replaceAll('\r', '\n').split('\n').length;
}

function expectExact(document: SourceDocument, settings: ChunkerSettings): void {
  for (const passage of passagesOf(document, settings)) {
    expect(document.text.slice(passage.startUtf16, passage.endUtf16)).toBe(passage.text);
    expect(passage.text.trim()).not.toBe('');
    expect(passage.startLine).toBe(lineOf(document.text, passage.startUtf16));
    expect(passage.endLine).toBe(lineOf(document.text, passage.endUtf16 - 1));
  }
}

const CHUNKERS: readonly ChunkerSettings[] = [
  { name: 'markdown', maxChars: 40 },
  { name: 'recursive', maxChars: 40, overlapChars: 10 },
  { name: 'whole' },
];
const words = fc.array(fc.constantFrom('word', 'né', 'e\u0301', '漢字', '😀👩‍👩‍👧', 'a|b', '#x', '`'), {
  minLength: 1,
  maxLength: 12,
});

describe('passages resolve to the exact text, lines and pages', () => {
  it('of text files with every kind of line end', async () => {
    const text = fc.array(
      fc.constantFrom('\r\n', '\n', '\r', '\uFEFF', '# h', ' ', 'é', '😀', 'e\u0301', '漢', 'word.'),
    );
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.constantFrom(...CHUNKERS),
        fc.constantFrom('a.md', 'a.py'),
        async (parts, chunker, id) => {
          const { document } = await readDocument(id, id, Buffer.from(parts.join('')));
          expect(document.text).toBe(parts.join(''));
          expectExact(document, chunker);
        },
      ),
    );
  });

  it('of HTML: each word that it shows, in its order, once', async () => {
    type Tree = string | { tag: string; children: Tree[] };
    const tags = ['p', 'div', 'b', 'h1', 'h2', 'ul', 'li', 'table', 'tr', 'td', 'pre', 'blockquote', 'span', 'br'];
    const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 6, withCrossShrink: true },
        words.map((list) => list.join(' ')),
        fc.record({ tag: fc.constantFrom(...tags), children: fc.array(tie('tree'), { maxLength: 4 }) }),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(tree, fc.constantFrom(...CHUNKERS), async (made, chunker) => {
        let count = 0;
        const numbered = (text: string) => text.replace(/\S+/g, (word) => `${word}_${count++}_`);
        const html = (node: Tree): string =>
          typeof node === 'string' ? numbered(node) : `<${node.tag}>${node.children.map(html).join(' ')}</${node.tag}>`;
        // Text straight in a table is moved before it by every browser, so only cells hold any here.
        const source = html(withCells(made));
        if (count === 0) return;
        const { document } = await readDocument('a.html', 'a.html', Buffer.from(source));
        const shown = [...document.text.matchAll(/_(\d+)_/g)].map(([, n]) => Number(n));
        expect(shown).toEqual(Array.from({ length: count }, (_, i) => i));
        expectExact(document, chunker);
      }),
      { numRuns: 300 },
    );

    function withCells(node: Tree): Tree {
      if (typeof node === 'string') return node;
      const children = node.children.map(withCells);
      if (node.tag !== 'table') {
        const isLoose = ['tr', 'td', 'h1', 'h2', 'p', 'pre'].includes(node.tag);
        return { tag: isLoose && node.tag.startsWith('t') ? 'div' : node.tag, children };
      }
      return {
        tag: 'table',
        children: [{ tag: 'tr', children: children.map((child) => ({ tag: 'td', children: [child] })) }],
      };
    }
  });

  it('of PDF: a passage lies on the pages that hold its words', async () => {
    const line = fc.array(fc.constantFrom('alpha', 'beta', '(x)', 'a\\b'), { minLength: 1, maxLength: 6 });
    const page = fc.array(
      line.map((list) => list.join(' ')),
      { maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(page, { minLength: 1, maxLength: 5 }), async (pages) => {
        const marked = pages.map((lines, i) => lines.map((text) => `${text} p${i + 1}.`));
        if (marked.flat().length === 0) return;
        const { document } = await readDocument('a.pdf', 'a.pdf', samplePdf({ pages: marked }));
        expectExact(document, { name: 'markdown', maxChars: 40 });
        for (const passage of passagesOf(document, { name: 'recursive', maxChars: 60, overlapChars: 0 })) {
          const { startPage, endPage } = pagesOf(passage, document.pageStarts);
          const held = [...passage.text.matchAll(/p(\d+)\./g)].map(([, n]) => Number(n));
          if (held.length === 0) continue;
          expect(startPage).toBeLessThanOrEqual(Math.min(...held));
          expect(endPage).toBeGreaterThanOrEqual(Math.max(...held));
          if (passage.text.endsWith('.')) expect(endPage).toBe(Math.max(...held));
        }
      }),
      { numRuns: 40 },
    );
  }, 30_000);
});
