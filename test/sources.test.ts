import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { grk, workFolder, writeFiles } from './binary.ts';
import { paragraph, sampleDocx, table } from './sample-docx.ts';
import { samplePdf } from './sample-pdf.ts';

const folder = workFolder('sources');
const files = {
  'docs/guide ü.pdf': samplePdf({
    pages: [Array<string>(60).fill('Lamps are lit at dusk.'), ['Batteries last a winter.']],
  }),
  'docs/errors.docx': sampleDocx(paragraph('Errors', 'Kop1') + table([['LP-7', 'the wick is wet']])),
  'docs/page.html': '<title>Page</title><h1>Wicks</h1><p>Trim the wick &amp; wait.</p><script>hidden()</script>',
  'docs/scan.pdf': samplePdf({ pages: ['picture'] }),
  'docs/locked.pdf': samplePdf({ pages: [['secret']], password: 'pw' }),
  'docs/tool.py': '# a comment about lanterns\n',
  'rows.jsonl': '{"_id":"r1","title":"Oil","text":"Lamp oil is kept cool."}\n',
};

beforeAll(() => {
  writeFiles(folder, Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, Buffer.from(bytes)])));
  writeFileSync(join(folder, 'grk.config.json'), '{}');
});

describe('grk ingest --dry-run', () => {
  it('counts what is there, names what cannot be read, and writes nothing', async () => {
    const { code, out, err } = await grk(folder, ['ingest', 'docs', '--dry-run']);
    expect(out).toContain('dry run of collection default: 3 added; nothing was written (now not built yet)');
    expect(out).toContain('\n\n3 documents, ');
    expect(out).toMatch(/^docx +1 /m);
    expect(err).toContain('scan.pdf gives no text: PDF without text (scanned pictures?)');
    expect(err).toContain('locked.pdf gives no text: PDF locked by a password');
    expect(err).toContain('1 skipped: matches no include glob: docs/tool.py');
    expect(code).toBe(4);
    expect(readdirSync(join(folder, '.grk'))).toEqual([]);
    const json = JSON.parse((await grk(folder, ['ingest', 'docs', '--dry-run', '--json'])).out);
    expect(json.profile).toMatchObject({ documents: 3, duplicates: [], nearDuplicates: { threshold: 0.8, pairs: [] } });
    expect(json.changes).toMatchObject({ added: 3, deleted: 0 });
    expect(json.unread.map(({ path }: { path: string }) => path)).toEqual(['docs/locked.pdf', 'docs/scan.pdf']);
    expect(json.skipped).toEqual({ 'matches no include glob': 1 });
    expect(json.plan.skipped).toEqual([{ path: 'docs/tool.py', reason: 'matches no include glob' }]);
  });
});

describe('a collection of many forms', () => {
  beforeAll(async () => {
    const { out, err } = await grk(folder, ['ingest', 'docs', '--no-dense']);
    expect(out).toContain('3 documents');
    expect(err).toContain('docs/scan.pdf');
  });

  it('finds text of each, with its page or heading', async () => {
    expect((await grk(folder, ['search', 'batteries'])).out).toContain('docs/guide ü.pdf p. 2\n');
    const hit = async (query: string) => JSON.parse((await grk(folder, ['search', query, '--json'])).out).hits[0];
    expect(await hit('batteries')).toMatchObject({ startPage: 2, endPage: 2, text: 'Batteries last a winter.' });
    expect(await hit('LP-7')).toMatchObject({ doc: 'docs/errors.docx', headingPath: ['Errors'] });
    const html = await hit('trim');
    expect(html).toMatchObject({
      doc: 'docs/page.html',
      headingPath: ['Wicks'],
      text: '# Wicks\n\nTrim the wick & wait.',
    });
    expect(html.startPage).toBeUndefined();
    expect((await grk(folder, ['search', 'hidden'])).code).toBe(1);
  });

  it('is refused by the name of an extractor that reads otherwise now', async () => {
    const database = new Database(join(folder, '.grk', 'catalog.sqlite'));
    database.prepare(`UPDATE collections SET identity = replace(identity, '"html/1"', '"html/0"')`).run();
    database.close();
    const { code, err } = await grk(folder, ['search', 'batteries']);
    expect(err).toContain('extractors.html is "html/0" in the index, "html/1" is asked for');
    expect(code).toBe(2);
  });
});

it('ingests a JSONL file as rows, and code where it is named', async () => {
  const ingest = await grk(folder, ['ingest', 'rows.jsonl', 'docs/tool.py', '--no-dense', '--collection', 'rows']);
  expect([ingest.code, ingest.err]).toEqual([0, '']);
  expect(ingest.out).toContain('2 documents');
  const hits = async (query: string) =>
    JSON.parse((await grk(folder, ['search', query, '--json', '--collection', 'rows'])).out).hits;
  expect(await hits('oil')).toMatchObject([{ doc: 'r1' }]);
  expect(await hits('lanterns')).toMatchObject([{ doc: 'docs/tool.py', headingPath: [] }]);
});
