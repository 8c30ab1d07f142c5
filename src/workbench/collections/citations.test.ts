import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
const write = (name: string, content: string | Buffer) => writeFileSync(join(folder, 'docs', name), content);
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
      { doc: 'docs/a.md', at: { line: 4, columnUtf16: line.length + 1, offsetUtf16: MIXED.indexOf('本') } },
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

  it('names what is missing, and why', async () => {
    for (const name of ['gone.md', 'empty.md', 'binary.md', 'latin.md', 'kept.md']) write(name, `# ${name}\n\ntext\n`);
    await index();
    rmSync(join(folder, 'docs', 'gone.md'));
    write('empty.md', '\n');
    write('binary.md', Buffer.from([0, 1, 2, 3]));
    write('latin.md', Buffer.from([0x23, 0x20, 0xe9]));
    const { verified, missing, citations } = await verify();
    expect([verified, missing]).toEqual([1, 4]);
    const reasons = citations
      .filter(({ status }) => status === 'missing')
      .map(({ doc, reason }) => `${doc}: ${reason}`);
    expect(reasons).toEqual([
      'docs/binary.md: there is no text to read any more',
      'docs/empty.md: there is no text to read any more',
      expect.stringMatching(/^docs\/gone\.md: /),
      expect.stringContaining('is not UTF-8'),
    ]);
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
      ...['😀', '👩‍👩‍👧', '\u200d', '\u0301', '\uFEFF', '- ', 'x'.repeat(50), '\u00a0', '\u2028', '---\n'],
    );
    const text = fc
      .tuple(fc.constantFrom('', '\uFEFF'), fc.array(piece, { minLength: 1, maxLength: 60 }))
      .map(([mark, pieces]) => `${mark}x${pieces.join('')}`);
    const chunkers = ['markdown', 'recursive', 'whole'];
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom(...chunkers), async (content, chunker) => {
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
