import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSession } from '../session/session.ts';
import { type IngestRequest, ingest } from './ingest.ts';

let root: string;
let notices: string[];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'grk damage ü-'));
  mkdirSync(join(root, '.grk'));
  notices = [];
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (path: string, content: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
};
const run = (over: Partial<IngestRequest> = {}) => {
  const session = createSession({ cwd: root, settings: { embedder: 'hash' }, notice: (text) => notices.push(text) });
  return ingest(session, { paths: ['docs'], dense: true, rebuild: false, ...over });
};
function tenDocuments(): void {
  for (let i = 0; i < 10; i++) write(`docs/${i}.md`, `# Page ${i}\n\nword${i} walrus\n\n## More\n\nmore ${i}\n`);
}
/** Reads or writes the catalog behind its back. */
function inCatalog<T>(work: (raw: Database.Database) => T): T {
  const raw = new Database(join(root, '.grk', 'catalog.sqlite'));
  try {
    return work(raw);
  } finally {
    raw.close();
  }
}
/** All that is stored but the names of tables of vectors. */
const stored = () =>
  inCatalog((raw) =>
    ['documents', 'passages', 'collections'].map((table) =>
      (raw.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all() as Record<string, unknown>[]).map(
        ({ vectors: _table, ...row }) => row,
      ),
    ),
  );

describe('what is not there any more is never called unchanged', () => {
  it.each<[string, () => void, RegExp]>([
    ['vectors that were deleted', () => rmSync(join(root, '.grk/vectors'), { recursive: true }), /0 of 20 passages/],
    [
      'a lexical index that was damaged',
      () => void inCatalog((raw) => raw.exec("UPDATE collections SET lexical = x'00'")),
      /damaged/,
    ],
  ])('builds anew over %s, from what is known', async (_, damage, why) => {
    tenDocuments();
    await run();
    const whole = stored();
    damage();
    const dry = await run({ dryRun: true });
    expect(dry).toMatchObject({ isUnchanged: false, changes: { unchanged: 10 } });
    expect(await run()).toMatchObject({
      isUnchanged: false,
      work: { documentsCut: 0, passagesEmbedded: 0, vectorsReused: 20 },
    });
    expect(notices.filter((text) => text.startsWith('warning: the index of "default" is damaged'))).toHaveLength(2);
    expect(notices.join()).toMatch(why);
    expect(stored()).toEqual(whole);
    expect(await run()).toMatchObject({ isUnchanged: true });
  });
});

describe('rows of a JSONL file that cannot be read', () => {
  const row = (id: string) => `${JSON.stringify({ _id: id, text: `walrus ${id}` })}\n`;
  it('are unread, not deleted', async () => {
    tenDocuments();
    const paths = ['docs', 'rows.jsonl'];
    write('rows.jsonl', row('r1') + row('r2'));
    await run({ paths });
    write('rows.jsonl', `${row('r1')}{"_id": "r2"`);
    rmSync(join(root, 'docs/4.md'));
    const { changes, unread } = await run({ paths });
    expect(changes).toMatchObject({ deleted: ['docs/4.md'], unread: ['r1', 'r2'], unchanged: 9 });
    expect(unread).toEqual([
      { path: 'rows.jsonl', code: 'GRK_GOLDEN_INVALID', message: expect.stringContaining(':2') },
    ]);
  });
  it('are refused where two of them have one id, with both places', async () => {
    write('a.jsonl', row('same') + row('other'));
    write('b.jsonl', row('one') + row('same'));
    await expect(run({ paths: ['a.jsonl', 'b.jsonl'] })).rejects.toMatchObject({
      code: 'GRK_DUPLICATE_ID',
      message: expect.stringMatching(/a\.jsonl:1 and .*b\.jsonl:2/),
    });
  });
});
