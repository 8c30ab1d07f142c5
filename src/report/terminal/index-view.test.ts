import { describe, expect, it } from 'vitest';
import type { CollectionStatus, IndexFinding, IndexStatus } from '../../contracts/index-state.ts';
import { citationsText } from './citation-view.ts';
import { indexDoctorText, indexStatusText } from './index-view.ts';
import { bytesText } from './number.ts';

const STYLE = { width: 100, color: false, unicode: true };

const COLLECTION: CollectionStatus = {
  name: 'docs',
  isEval: false,
  documents: 1,
  passages: 1200,
  vectors: { stored: 1100, truncated: 7 },
  identity: {
    readingAlgorithm: 'reading/1',
    chunker: { name: 'markdown', maxChars: 1200 },
    chunkerAlgorithm: 'markdown/1',
    contextAlgorithm: 'heading-context/1',
    analyzer: 'english',
    analyzerAlgorithm: 'english/1',
    engine: 'bm25',
    engineAlgorithm: 'bm25-lucene/1',
    embedder: null,
  },
  lexicalBytes: 1_500,
  textBytes: 20,
  vectorBytes: 3_000_000,
  freshness: { kind: 'compared', isFresh: false, changed: ['a', 'b\u001b[31m', 'c', 'd'], added: [], gone: ['e'] },
};
const status = (...collections: CollectionStatus[]): IndexStatus => ({
  stateFolder: '/x/.grk',
  catalogBytes: 999,
  collections,
  unusedTables: [],
  caches: [],
});

describe('indexStatusText', () => {
  it('shows coverage, sizes and what changed; names of documents are inert', () => {
    const text = indexStatusText(status(COLLECTION), STYLE);
    expect(text).toContain('1 document, 1,200 passages');
    expect(text).toContain('1,100 of 1,200 passages; 7 texts cut to fit');
    expect(text).toContain('texts 20 B, lexical index 1.5 kB, vectors 3.0 MB');
    expect(text).toContain('4 changed: a, b\\x1b[31m, c, …; 1 gone: e');
    expect(text).not.toContain('\u001b');
  });
  it('says what is not known, and shows indexes of evals apart', () => {
    const unknown = { ...COLLECTION, vectors: null, freshness: { kind: 'unknown', reason: 'no folder' } as const };
    const text = indexStatusText(
      status(unknown, { ...COLLECTION, name: 'eval-x', isEval: true, freshness: null }),
      STYLE,
    );
    expect(text).toContain('none: bm25 only');
    expect(text).toContain('not compared: no folder');
    expect(text).toMatch(/indexes of evals \(1\)\n[\s\S]*eval-x +1 document, 1,200 passages, 3\.0 MB/);
    const untold = { ...COLLECTION, vectors: { stored: 2, truncated: null } };
    expect(indexStatusText(status(untold), STYLE)).toContain(
      '2 of 1,200 passages; how many texts were cut is not known',
    );
    expect(indexStatusText(status(), STYLE)).toContain('no collections');
    expect(indexStatusText(status(), STYLE)).not.toContain('caches');
  });
  it('shows how much of its bound a cache takes', () => {
    const caches = [
      { name: 'embeddings.sqlite', entries: 1_200, bytes: 3_000_000, maxBytes: 2_000_000_000 },
      { name: 'extractions', entries: 1, bytes: 20, maxBytes: 1_000 },
      { name: 'x', entries: null, bytes: 20, maxBytes: 1_000 },
    ];
    const text = indexStatusText({ ...status(), caches }, STYLE);
    expect(text).toMatch(/embeddings\.sqlite +1,200 entries, 3\.0 MB of 2\.0 GB\n/);
    expect(text).toMatch(/extractions +1 entry, 20 B of 1\.0 kB\n/);
    expect(text).toMatch(/x +entries not counted, 20 B of 1\.0 kB\n/);
  });
});

describe('indexDoctorText', () => {
  it('puts faults first, each with its remedy, and counts', () => {
    const finding = (over: Partial<IndexFinding>): IndexFinding => ({
      ...{ collection: 'docs', code: 'x', severity: 'notice', message: 'seen', remedy: 'look', isRepairable: false },
      ...over,
    });
    const findings = [finding({}), finding({ severity: 'fault', code: 'y', message: 'gone', collection: null })];
    const text = indexDoctorText({ collections: ['docs'], findings }, STYLE);
    expect(text).toBe(
      '  fault state folder (y)\n    gone\n    fix: look\n\n  notice collection docs (x)\n    seen\n    fix: look\n\n1 collection checked: 1 fault, 1 notice\n',
    );
    expect(indexDoctorText({ collections: [], findings: [] }, STYLE)).toBe('0 collections checked: no faults\n');
  });
});

describe('citationsText', () => {
  it('lists what does not stand as it was indexed, with lines or pages, and counts', () => {
    const place = { passageId: 'p', startLine: 3, endLine: 4 };
    const at = { line: 3, columnUtf16: 7, offsetUtf16: 20 };
    const drift = { ...place, status: 'drifted', at, expected: 'a\r\n\u001bb', found: 'a\nb' } as const;
    const text = citationsText(
      {
        ...{ collection: 'docs', verified: 1, drifted: 3, missing: 1, unreadable: 1 },
        citations: [
          { ...place, doc: 'a.md', status: 'verified' },
          { ...drift, doc: 'b.md', movedToLine: 9 },
          { ...drift, doc: 'b.pdf', startPage: 2, endPage: 3, at: { ...at, page: 3 }, movedToLine: 9, movedToPage: 1 },
          { ...drift, doc: 'c.md', found: '' },
          { ...place, doc: 'd.md', status: 'missing', reason: 'gone' },
          { ...place, doc: 'e.pdf', startPage: 2, endPage: 2, status: 'unreadable', reason: 'locked\n' },
        ],
      },
      STYLE,
    );
    expect(text.split('\n')).toEqual([
      'b.md:3-4  drifted: first difference at line 3, column 7; expected "a\\r\\n\\x1bb", found "a\\nb"; its text stands at line 9 now',
      'b.pdf p. 2-3  drifted: first difference at page 3, line 3, column 7; expected "a\\r\\n\\x1bb", found "a\\nb"; its text stands at page 1 now',
      'c.md:3-4  drifted: first difference at line 3, column 7; expected "a\\r\\n\\x1bb", found the end of the text',
      'd.md:3-4  missing: gone',
      'e.pdf p. 2  unreadable: locked\\n',
      'collection docs, 6 passages: 1 verified, 3 drifted, 1 missing, 1 unreadable',
      '',
    ]);
  });
});

describe('bytesText', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [9_949, '9.9 kB'],
    [9_950, '10 kB'],
    [999_499, '999 kB'],
    [999_500, '1.0 MB'],
    [2_300_000_000, '2.3 GB'],
  ])('writes %d as %s', (bytes, text) => {
    expect(bytesText(bytes)).toBe(text);
  });
});
