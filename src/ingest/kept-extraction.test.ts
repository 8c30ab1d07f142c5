import { expect, it, vi } from 'vitest';
import { paragraph, sampleDocx } from '../../test/sample-docx.ts';
import { samplePdf } from '../../test/sample-pdf.ts';
import { extractorOf } from './extractors.ts';
import { keptExtraction } from './kept-extraction.ts';
import { readDocument } from './read.ts';

function cacheInMemory() {
  const texts = new Map<string, string>();
  return {
    texts,
    find: vi.fn((key: string) => texts.get(key)),
    keep: vi.fn((key: string, text: string) => void texts.set(key, text)),
  };
}

it.each([
  ['a.pdf', samplePdf({ title: 'T', pages: [['one', '', 'two'], 'picture', ['three']] })],
  ['a.docx', sampleDocx(paragraph('H', 'Kop1') + paragraph('e\u0301 😀'))],
])('gives the document of %s that reading it gives, and extracts it once', async (id, bytes) => {
  const cache = cacheInMemory();
  const fresh = await readDocument(id, id, bytes);
  const first = await readDocument(id, id, bytes, cache);
  const second = await readDocument(`other/${id}`, id, bytes, cache);
  expect([first, second.document.text]).toEqual([fresh, fresh.document.text]);
  expect(second.document).toEqual({
    ...fresh.document,
    id: `other/${id}`,
    metadata: { ...fresh.document.metadata, path: `other/${id}`, folder: 'other' },
  });
  expect(cache.keep).toHaveBeenCalledTimes(1);
});

it('extracts again for other bytes and another version, and keeps no reason for having no text', async () => {
  const cache = cacheInMemory();
  const extract = vi.fn(() => Promise.resolve({ text: 't' }));
  const bytes = Uint8Array.from([1, 2]);
  for (const version of ['pdf/1', 'pdf/1', 'pdf/2']) await keptExtraction(cache, version, bytes, extract);
  await keptExtraction(cache, 'pdf/1', Uint8Array.from([1, 3]), extract);
  expect(extract).toHaveBeenCalledTimes(3);
  await expect(readDocument('a.pdf', 'a.pdf', bytes, cache)).rejects.toMatchObject({ code: 'GRK_DOCUMENT_UNREADABLE' });
  expect(cache.texts.size).toBe(3);
});

it('reads text and HTML anew each time', async () => {
  const cache = cacheInMemory();
  for (const id of ['a.md', 'a.html', 'a.py']) await readDocument(id, id, Buffer.from('<p>text'), cache);
  expect(cache.find).not.toHaveBeenCalled();
  expect(extractorOf('a.html').id).toBe('html');
});
