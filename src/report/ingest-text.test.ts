import { describe, expect, it } from 'vitest';
import type { DocumentChanges, IngestOutcome } from '../contracts/ingest.ts';
import { ingestJson, ingestNotices, ingestText } from './ingest-text.ts';

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
  isDryRun: true,
  changes: { ...NONE, ...changes },
  unread: [],
  skipped: [],
  metadataLeftOut: [],
  work: null,
  ...over,
});

describe('ingestText', () => {
  it('shows ten of a kind and counts the rest, with what could move a cursor as escapes', () => {
    const deleted = Array.from({ length: 12 }, (_, i) => `d${i}\u001b[2J.md`);
    const text = ingestText('docs', outcome({ deleted, unchanged: 3 }));
    expect(text).toContain(
      'dry run of collection docs: 12 deleted, 3 unchanged; nothing was written (now not built yet)',
    );
    expect(text).toContain('  deleted: d9\\x1b[2J.md\n  deleted: 2 more\n');
    expect(text).not.toContain('\u001b');
  });
  it('lists what was added and changed in a dry run only', () => {
    const changes = { added: ['a.md'], changed: ['b.md'], renamed: [{ from: 'c.md', to: 'd.md' }] };
    expect(ingestText('docs', outcome(changes))).toMatch(/added: a\.md\n.*changed: b\.md\n.*renamed: c\.md to d\.md/s);
    expect(ingestText('docs', outcome(changes, { isDryRun: false }))).not.toContain('added: a.md');
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
      },
    );
  });
});

describe('ingestNotices', () => {
  it('names files that could not be read, and counts skips by reason', () => {
    const unread = Array.from({ length: 11 }, (_, i) => ({ path: `${i}\n.md`, code: 'GRK_NOT_UTF8', message: 'why' }));
    const notices = ingestNotices(outcome({}, { unread, skipped: [{ path: 'x', reason: 'empty' }] }));
    expect(notices[0]).toBe('not readable, left out: 0\\n.md: why');
    expect(notices.slice(10)).toEqual(['not readable, left out: 1 more files', '1 skipped: empty']);
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
