import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSession } from '../session/session.ts';
import { indexStatus } from './index-status.ts';
import { ingest } from './ingest.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'grk söurces '));
  for (const folder of ['.grk', 'docs']) mkdirSync(join(root, folder));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const sessionOf = () => createSession({ cwd: root, settings: { embedder: 'hash' }, notice: () => {} });
const run = ({ paths }: { paths: string[] } = { paths: ['docs'] }) => {
  return ingest(sessionOf(), { paths, dense: true, rebuild: false });
};
const freshness = async () => (await indexStatus(sessionOf(), [])).collections[0]?.freshness;

function tenDocuments(): void {
  for (let i = 0; i < 10; i++) writeFileSync(join(root, `docs/${i}.md`), `# Page ${i}\n`);
}

describe('one folder has one spelling', () => {
  it('by dots, by slashes, from below, and through a link from outside of the project', async () => {
    tenDocuments();
    await run();
    const outside = mkdtempSync(join(tmpdir(), 'grk link '));
    try {
      symlinkSync(root, join(outside, 'project'));
      const places = ['./docs/', 'docs/../docs', join(root, 'docs'), join(outside, 'project/docs')];
      for (const path of places) {
        const { isUnchanged, collection } = await run({ paths: [path] });
        expect([path, isUnchanged, collection?.sources?.paths]).toEqual([path, true, ['docs']]);
      }
      expect((await run({ paths: [...places, 'docs/1.md'] })).isUnchanged).toBe(true);
    } finally {
      rmSync(outside, { recursive: true });
    }
  });
});

describe('paths that give what is indexed', () => {
  it('are those that are compared from then on, though nothing is built', async () => {
    tenDocuments();
    await run();
    mkdirSync(join(root, 'later'));
    expect(await run({ paths: ['docs', 'later'] })).toMatchObject({
      isUnchanged: true,
      collection: { sources: { paths: ['docs', 'later'] } },
    });
    expect(await freshness()).toMatchObject({ isFresh: true });
    writeFileSync(join(root, 'later/new.md'), 'a walrus');
    expect(await freshness()).toMatchObject({ added: ['later/new.md'] });
  });
});

describe('what became of the sources', () => {
  it('tells of documents that are all gone from a folder that is still there', async () => {
    writeFileSync(join(root, 'docs/a.md'), 'a walrus');
    await run();
    rmSync(join(root, 'docs/a.md'));
    expect(await freshness()).toMatchObject({ kind: 'compared', gone: ['docs/a.md'] });
  });
  it('calls no row gone that may stand in a line that cannot be read', async () => {
    const file = join(root, 'rows.jsonl');
    writeFileSync(file, '{"_id":"1","text":"a walrus"}\n{"_id":"2","text":"a seal"}\n');
    await run({ paths: ['rows.jsonl'] });
    writeFileSync(file, '{"_id":"1","text":"a walrus"}\n{"_id":"2","text":"a seal"\n');
    expect(await freshness()).toMatchObject({ kind: 'unknown', reason: expect.stringContaining('rows.jsonl:2') });
    writeFileSync(file, '{"_id":"1","text":"a walrus"}\n');
    expect(await freshness()).toMatchObject({ kind: 'compared', gone: ['2'] });
  });
});

describe('a named folder', () => {
  it('names a folder that gave nothing beside one that did', async () => {
    tenDocuments();
    mkdirSync(join(root, 'nöte'));
    writeFileSync(join(root, 'rows.jsonl'), '{"_id":"1","text":"a"}');
    expect(await run({ paths: ['docs', 'nöte', 'docs/1.md', 'rows.jsonl', '.'] })).toMatchObject({ barren: ['nöte'] });
    expect(await run({ paths: ['docs', 'rows.jsonl'] })).toMatchObject({ barren: [], isUnchanged: true });
  });
});
