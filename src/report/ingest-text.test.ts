import { describe, expect, it } from 'vitest';
import type { DocumentChanges, IngestOutcome } from '../contracts/ingest.ts';
import type { CorpusProfile } from '../contracts/profile.ts';
import { ingestJson, ingestNotices, ingestText } from './ingest-text.ts';

const STYLE = { width: 80, color: false, unicode: true };
const NONE: DocumentChanges = {
  added: [],
  changed: [],
  renamed: [],
  emptied: [],
  deleted: [],
  unread: [],
  unchanged: 0,
};
const outcome = (changes: Partial<DocumentChanges>, over: Partial<IngestOutcome> = {}): IngestOutcome => ({
  collection: null,
  isUnchanged: false,
  damage: [],
  isDryRun: true,
  profile: null,
  refusal: null,
  changes: { ...NONE, ...changes },
  unread: [],
  barren: [],
  skipped: [],
  metadataLeftOut: [],
  work: null,
  ...over,
});

const SPREAD = { min: 9, median: 9, p95: 9, max: 9 };
const PROFILE: CorpusProfile = {
  documents: 1,
  chars: 9,
  types: [{ ext: 'md', documents: 1, chars: 9 }],
  documentLengths: SPREAD,
  passages: 1,
  passageLengths: SPREAD,
  chunker: { name: 'whole' },
  duplicates: [],
  nearDuplicates: { threshold: 0.8, shingleWords: 5, pairs: [] },
  languages: [{ language: null, documents: 1 }],
  sizes: [{ maxChars: 400, longerDocuments: 0 }],
};

describe('ingestText', () => {
  it('says what was lost and is built anew, and shows the profile below the plan', () => {
    const damage = [{ code: 'GRK_VECTORS_LOST', message: 'none\u001b is there' }];
    expect(ingestText('docs', outcome({}, { damage, profile: PROFILE }), STYLE)).toMatch(
      /0 unchanged; nothing was written .*\n {2}damaged, would be built anew: none\\x1b is there\n\n1 document, 1 passage/,
    );
    expect(ingestText('docs', outcome({}, { damage, isDryRun: false }), STYLE)).toContain(
      '  was damaged, built anew: ',
    );
  });
  it('shows ten of a kind and counts the rest, with what could move a cursor as escapes', () => {
    const deleted = Array.from({ length: 12 }, (_, i) => `d${i}\u001b[2J.md`);
    const text = ingestText('docs', outcome({ deleted, unchanged: 3 }), STYLE);
    expect(text).toContain(
      'dry run of collection docs: 12 deleted, 3 unchanged; nothing was written (now not built yet)',
    );
    expect(text).toContain('  deleted: d9\\x1b[2J.md\n  deleted: 2 more\n');
    expect(text).not.toContain('\u001b');
  });
  it('lists what was added and changed in a dry run only', () => {
    const changes = { added: ['a.md'], changed: ['b.md'], renamed: [{ from: 'c.md', to: 'd.md' }] };
    expect(ingestText('docs', outcome(changes), STYLE)).toMatch(
      /added: a\.md\n.*changed: b\.md\n.*renamed: c\.md to d\.md/s,
    );
    expect(ingestText('docs', outcome(changes, { isDryRun: false }), STYLE)).not.toContain('added: a.md');
  });
});

describe('ingestJson', () => {
  it('counts every kind, and lists what goes', () => {
    expect(ingestJson('docs', outcome({ emptied: ['e'], deleted: ['d'], unread: ['u'] }, { isDryRun: false }))).toEqual(
      {
        collection: 'docs',
        documents: 0,
        passages: 0,
        vectors: false,
        unchanged: false,
        dryRun: false,
        changes: { added: 0, changed: 0, renamed: 0, emptied: 1, deleted: 1, unread: 1, unchanged: 0 },
        removed: ['d', 'e', 'u'],
        renamed: [],
        unread: [],
        skipped: {},
        metadataLeftOut: [],
        barren: [],
        damage: [],
      },
    );
  });
  it('gives the plan, the refusal and the profile of a dry run in one value', () => {
    const skipped = [{ path: 'x.png', reason: 'binary' }];
    const refusal = { code: 'GRK_MASS_DELETE', message: 'why' };
    const json = ingestJson('docs', outcome({ added: ['a'] }, { skipped, refusal, profile: PROFILE }));
    expect(json).toMatchObject({ skipped: { binary: 1 }, plan: { added: ['a'], skipped }, refusal, profile: PROFILE });
  });
});

const SKIPS = [
  { path: 'x\n', reason: 'empty' },
  { path: 'b', reason: 'binary' },
  { path: 'c', reason: 'binary' },
];

describe('ingestNotices', () => {
  it('names files that could not be read, and counts skips by reason', () => {
    const unread = Array.from({ length: 11 }, (_, i) => ({ path: `${i}\n.md`, code: 'GRK_NOT_UTF8', message: 'why' }));
    const notices = ingestNotices(
      outcome({}, { unread, barren: ['', 'n\n'], skipped: SKIPS, refusal: { code: 'C', message: 'why' } }),
    );
    expect(notices[0]).toBe('not readable, left out: 0\\n.md: why');
    expect(notices.slice(10)).toEqual([
      'not readable, left out: 1 more files',
      'no document in .',
      'no document in n\\n',
      '2 skipped: binary: b first',
      '1 skipped: empty: x\\n',
      'without --dry-run it would be refused: why',
    ]);
  });
  it('names metadata that is left out, equal ones once, and nothing of empty values', () => {
    const left = [
      { doc: 'a\u001b.md', key: 'by', why: 'nested' },
      { doc: 'b.md', key: 'front matter', why: 'not-yaml', detail: 'line 2: why' },
      { doc: 'c.md', key: 'by', why: 'nested' },
      { doc: 'd.md', key: 'note', why: 'empty' },
    ] as const;
    expect(ingestNotices(outcome({}, { metadataLeftOut: left }))).toEqual([
      'metadata left out: by: a map, or a list of more than single values: a\\x1b.md and 1 more',
      'metadata left out: front matter: no valid YAML (line 2: why): b.md',
    ]);
    const many = Array.from({ length: 12 }, (_, i) => ({ doc: 'a.md', key: `k${i}`, why: 'nested' as const }));
    expect(ingestNotices(outcome({}, { metadataLeftOut: many })).slice(10)).toEqual([
      'metadata left out: 2 more kinds; --json lists all',
    ]);
  });
});
