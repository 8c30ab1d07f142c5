import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { paragraph, sampleDocx } from '../../../test/sample-docx.ts';
import { samplePdf } from '../../../test/sample-pdf.ts';
import { createSession } from '../session/session.ts';
import { withCatalog } from '../session/state.ts';
import { citeVerify } from './cite-verify.ts';
import { ingest } from './ingest.ts';
import { search } from './search.ts';
import { storedPassages } from './stored-passages.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'grk cite ü-'));
  mkdirSync(join(folder, '.grk'));
  mkdirSync(join(folder, 'docs'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const session = (settings: Record<string, string> = {}) => createSession({ cwd: folder, settings });
const write = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, 'docs', name), content);
const index = (settings: Record<string, string> = {}) =>
  ingest(session(settings), { paths: ['docs'], dense: false, rebuild: true });
const verify = () => citeVerify(session(), 'default');

const MIXED =
  '\uFEFF# Straße 😀\r\n\r\nZwei Zeilen,\r\nmit e\u0301 und 日本語。\r\n\r\n## 👩‍👩‍👧 Familie\r\n\r\nEnde\r\n';

describe('citeVerify', () => {
  it('verifies a file with CRLF, a byte-order mark, emoji, combining marks and CJK', async () => {
    write('mixed ü.md', MIXED);
    await index();
    expect(await verify()).toMatchObject({ verified: 2, drifted: 0, missing: 0 });
  });

  it('tells of one edited character with its place', async () => {
    write('a.md', MIXED);
    await index();
    write('a.md', MIXED.replace('日本', '日木'));
    const { verified, drifted, citations } = await verify();
    expect([verified, drifted]).toEqual([1, 1]);
    const line = 'mit e\u0301 und 日';
    expect(citations.filter(({ status }) => status === 'drifted')).toMatchObject([
      {
        doc: 'docs/a.md',
        at: { line: 4, columnUtf16: line.length + 1, offsetUtf16: MIXED.indexOf('本') },
        expected: 'n,\r\nmit e\u0301 und 日本語。',
        found: 'n,\r\nmit e\u0301 und 日木語。\r\n\r\n## 👩‍👩‍👧 Famil',
      },
    ]);
  });

  it('says where a text stands that was moved', async () => {
    write('a.md', '# A\n\nfirst\n');
    await index();
    write('a.md', 'new\n\n# A\n\nfirst\n');
    expect((await verify()).citations).toMatchObject([
      { status: 'drifted', at: { line: 1, columnUtf16: 1, offsetUtf16: 0 }, movedToLine: 3 },
    ]);
  });

  it('tells of a text that ends too early at its end', async () => {
    write('a.md', '# A\n\nfirst words');
    await index();
    write('a.md', '# A\n\nfirst');
    expect((await verify()).citations).toMatchObject([{ at: { line: 3, columnUtf16: 6, offsetUtf16: 10 } }]);
  });

  it('does not take a line end of another kind for the same', async () => {
    write('a.md', 'one\r\ntwo\r\n');
    await index();
    write('a.md', 'one\ntwo\n');
    expect((await verify()).citations).toMatchObject([{ status: 'drifted', at: { line: 1, columnUtf16: 4 } }]);
  });

  it('points at characters, not at halves of them', async () => {
    write('a.md', `one 😀${'😀'.repeat(20)}\n`);
    await index();
    write('a.md', `one 😁${'😀'.repeat(20)}\n`);
    const [citation] = (await verify()).citations;
    expect(citation).toMatchObject({ at: { columnUtf16: 5 }, expected: `one 😀${'😀'.repeat(11)}` });
    expect(citation?.found).toBe(`one 😁${'😀'.repeat(11)}`);
  });

  it.each([
    ['page.html', '<h1>Wick</h1>\n<p>Trim the wick &amp; wait.</p>', '# Wick\n\nTrim the '],
    ['tool.py', 'def trim(lamp):\r\n    return wick\n', 'def trim(lamp):\r\n    return '],
    ['plain.txt', '\uFEFFTrim\fthe\u2028\rwick now', '\uFEFFTrim\fthe\u2028\r'],
  ])('tells of one edited character in %s', async (name, content, before) => {
    write(name, content);
    await ingest(session(), { paths: [`docs/${name}`], dense: false, rebuild: true });
    expect(await verify()).toMatchObject({ verified: 1, citations: [{ status: 'verified' }] });
    write(name, content.replace('wick', 'Wick'));
    const lines = before.split(/\r\n|\r|\n/);
    expect((await verify()).citations).toMatchObject([
      {
        doc: `docs/${name}`,
        status: 'drifted',
        at: { line: lines.length, columnUtf16: (lines.at(-1) ?? '').length + 1, offsetUtf16: before.length },
      },
    ]);
  });

  it('tells of one edited character in a DOCX, and in a row of a JSONL file', async () => {
    const docx = (word: string) => sampleDocx(paragraph('Errors', 'Kop1') + paragraph(`the ${word} is wet`));
    const rows = (word: string) => `{"_id":"r1","title":"Oil","text":"${word} oil"}\n{"_id":"r2","text":"kept"}\n`;
    write('a.docx', docx('wick'));
    writeFileSync(join(folder, 'rows.jsonl'), rows('Lamp'));
    await ingest(session(), { paths: ['docs', 'rows.jsonl'], dense: false, rebuild: true });
    expect(await verify()).toMatchObject({ verified: 3, citations: [{}, {}, {}] });
    write('a.docx', docx('wack'));
    writeFileSync(join(folder, 'rows.jsonl'), rows('Lamb'));
    expect((await verify()).citations).toMatchObject([
      { doc: 'docs/a.docx', status: 'drifted', at: { line: 3, columnUtf16: 6 }, found: '# Errors\n\nthe wack is wet' },
      {
        doc: 'r1',
        status: 'drifted',
        at: { line: 1, columnUtf16: 8 },
        expected: 'Oil Lamp oil',
        found: 'Oil Lamb oil',
      },
      { doc: 'r2', status: 'verified' },
    ]);
    writeFileSync(join(folder, 'rows.jsonl'), '{"_id":"r1","text":"cut of');
    expect((await verify()).citations.slice(1)).toMatchObject([
      { doc: 'r1', status: 'unreadable', reason: expect.stringContaining('rows.jsonl:1: not valid JSON') },
      { doc: 'r2', status: 'unreadable' },
    ]);
    writeFileSync(join(folder, 'rows.jsonl'), '{"_id":"r2","text":"kept"}');
    expect((await verify()).citations.slice(1)).toMatchObject([
      { doc: 'r1', status: 'missing', reason: 'there is no such document any more' },
      { doc: 'r2', status: 'verified' },
    ]);
    rmSync(join(folder, 'rows.jsonl'));
    expect((await verify()).citations.slice(1)).toMatchObject([
      { doc: 'r1', status: 'missing', reason: expect.stringContaining('rows.jsonl') },
      { doc: 'r2', status: 'missing' },
    ]);
  });

  it('gives the pages of a PDF, as indexed and of the difference', async () => {
    const pages = [['Lamps are lit.'], ['Batteries last', 'a winter.'], ['The end.']];
    write('a.pdf', samplePdf({ pages }));
    await index();
    expect((await verify()).citations.map(({ status, startPage, endPage }) => [status, startPage, endPage])).toEqual([
      ['verified', 1, 1],
      ['verified', 2, 2],
      ['verified', 3, 3],
    ]);
    write('a.pdf', samplePdf({ pages: pages.map((lines) => lines.map((line) => line.replace('winter', 'Winter'))) }));
    const drifted = (await verify()).citations.filter(({ status }) => status !== 'verified');
    expect(drifted).toMatchObject([
      { startPage: 2, at: { page: 2, line: 4, columnUtf16: 3 }, expected: expect.stringMatching(/a winter\.$/) },
    ]);
    write('a.pdf', samplePdf({ pages: [['A preface.'], ...pages] }));
    expect((await verify()).citations).toMatchObject([
      { startPage: 1, status: 'drifted', at: { page: 1, line: 1, columnUtf16: 1 }, movedToPage: 2, movedToLine: 3 },
      { startPage: 2, status: 'drifted', movedToPage: 3 },
      { startPage: 3, status: 'drifted', movedToPage: 4 },
    ]);
    await index({ 'chunker.name': 'whole' });
    expect((await verify()).citations).toMatchObject([{ status: 'verified', startPage: 1, endPage: 4 }]);
  });

  it('tells a source that is gone from one that gives no text any more, and why', async () => {
    for (const name of ['gone.md', 'empty.md', 'binary.md', 'latin.md', 'kept.md']) write(name, `# ${name}\n\ntext\n`);
    write('cut.pdf', samplePdf({ pages: [['one']] }));
    write('link.md', 'linked');
    await index();
    rmSync(join(folder, 'docs', 'gone.md'));
    rmSync(join(folder, 'docs', 'link.md'));
    symlinkSync('kept.md', join(folder, 'docs', 'link.md'));
    write('empty.md', '\n');
    write('binary.md', Buffer.from([0, 1, 2, 3]));
    write('latin.md', Buffer.from([0x23, 0x20, 0xe9]));
    write('cut.pdf', samplePdf({ pages: [['one']] }).subarray(0, 100));
    const { verified, missing, unreadable, citations } = await verify();
    expect([verified, missing, unreadable]).toEqual([1, 1, 5]);
    const states = citations.map(({ doc, status, reason }) => [doc.slice('docs/'.length), status, reason]);
    expect(states).toEqual([
      ['binary.md', 'unreadable', 'left out: binary (holds a NUL byte)'],
      ['cut.pdf', 'unreadable', expect.stringContaining('gives no text: damaged PDF')],
      ['empty.md', 'unreadable', 'left out: empty'],
      ['gone.md', 'missing', 'there is no such document any more'],
      ['kept.md', 'verified', undefined],
      ['latin.md', 'unreadable', expect.stringContaining('is not UTF-8')],
      ['link.md', 'unreadable', 'left out: symbolic link'],
    ]);
    rmSync(join(folder, 'docs'), { recursive: true });
    expect(await verify()).toMatchObject({ missing: 7, unreadable: 0 });
  });

  it('finds a file whose name the system spells in another form of Unicode', async () => {
    write('e\u0301.md', 'accents\n');
    await index();
    expect(await verify()).toMatchObject({ verified: 1, citations: [{ doc: 'docs/\u00e9.md' }] });
  });

  it('refuses the index of an eval', async () => {
    await expect(citeVerify(session(), 'eval-lamp-0123456789abcdef')).rejects.toMatchObject({ code: 'GRK_USAGE' });
  });

  it('gives from any text passages that are exact stretches of the bytes of the file', async () => {
    const piece = fc.constantFrom(
      ...[
        '\r\n',
        '\n',
        '\r',
        '# ',
        '```\n',
        '| a | b |\n',
        '\t',
        ' ',
        'word ',
        '。',
        '日本語',
        '한국어',
        'é',
        'e\u0301',
      ],
      ...['😀', '👩‍👩‍👧', '🇩🇪', '\u200d', '\u0301', '\uFEFF', '- ', 'x'.repeat(50), '\u00a0', '---\n', '\u{20000}'],
      ...['\u2028', '\u2029', '\u0085', '\f', '\v', '\r\r\n', '\u1100\u1161', '\u0e33', '\u202e'],
    );
    const text = fc
      .tuple(fc.constantFrom('', '\uFEFF'), fc.array(piece, { minLength: 1, maxLength: 60 }))
      .map(([mark, pieces]) => `${mark}x${pieces.join('')}`);
    const chunkers = ['markdown', 'recursive', 'whole'];
    const edit = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom(...chunkers), edit, async (content, chunker, edited) => {
        write('p.md', content);
        const size: Record<string, string> = chunker === 'whole' ? {} : { 'chunker.maxChars': '40' };
        await index({ 'chunker.name': chunker, ...size });
        const bytes = readFileSync(join(folder, 'docs', 'p.md'));
        const read = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
        await withCatalog(session(), async (catalog) => {
          for (const passage of storedPassages(catalog, 'default')) {
            const start = Buffer.byteLength(read.slice(0, passage.startUtf16));
            const cited = bytes.subarray(start, start + Buffer.byteLength(passage.text));
            expect(cited.equals(Buffer.from(passage.text))).toBe(true);
            expect(Buffer.byteLength(read.slice(0, passage.endUtf16))).toBe(start + cited.length);
            const lines = read.slice(0, passage.startUtf16).split(/\r\n|\n|\r/).length;
            expect(passage.startLine).toBe(lines);
          }
        });
        const { verified, citations } = await verify();
        expect(verified).toBe(citations.length);
        // One character becomes another of its length: passages that hold it drift there, no others do.
        const characters = Array.from(read);
        const at = Math.floor(edited * characters.length);
        const offsetUtf16 = characters.slice(0, at).join('').length;
        const character = characters[at] ?? '';
        const other = character.length === 2 ? '🜁' : 'ж';
        write('p.md', characters.with(at, other).join(''));
        const lines = read.slice(0, offsetUtf16).split(/\r\n|\n|\r/);
        const spans = await withCatalog(session(), async (catalog) => [...storedPassages(catalog, 'default')]);
        for (const { passageId, status, at: place } of (await verify()).citations) {
          const span = spans.find(({ id }) => id === passageId);
          const isHit = (span?.startUtf16 ?? 0) <= offsetUtf16 && offsetUtf16 < (span?.endUtf16 ?? 0);
          expect(status).toBe(isHit ? 'drifted' : 'verified');
          if (!isHit) continue;
          expect(place?.offsetUtf16).toBe(offsetUtf16);
          // An edited LF of a CRLF leaves a lone CR before it.
          const isAfterCr = character === '\n' && read[offsetUtf16 - 1] === '\r';
          expect(place?.line).toBe(lines.length);
          expect(place?.columnUtf16).toBe(isAfterCr ? 1 : (lines.at(-1)?.length ?? 0) + 1);
        }
      }),
      { numRuns: 60 },
    );
  }, 60_000);
});

it('marks the hits of a search, one drifted and one not', async () => {
  write('a.md', 'a walrus swims\n');
  write('b.md', 'a walrus sleeps\n');
  await index();
  write('b.md', 'a Walrus sleeps\n');
  const request = { query: 'walrus', mode: 'bm25', topK: 5, filters: [] } as const;
  const { hits } = await search(session(), { ...request, verify: true });
  expect(Object.fromEntries(hits.map(({ doc, citation }) => [doc, citation?.status]))).toEqual({
    'docs/a.md': 'verified',
    'docs/b.md': 'drifted',
  });
  expect((await search(session(), request)).hits.map(({ citation }) => citation)).toEqual([undefined, undefined]);
});
