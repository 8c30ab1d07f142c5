import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSession } from '../session/session.ts';
import { ingest } from './ingest.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'grk söurces '));
  for (const folder of ['.grk', 'docs']) mkdirSync(join(root, folder));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const run = ({ paths }: { paths: string[] } = { paths: ['docs'] }) => {
  const session = createSession({ cwd: root, settings: { embedder: 'hash' }, notice: () => {} });
  return ingest(session, { paths, dense: true, rebuild: false });
};

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

describe('a named folder', () => {
  it('names a folder that gave nothing beside one that did', async () => {
    tenDocuments();
    mkdirSync(join(root, 'nöte'));
    writeFileSync(join(root, 'rows.jsonl'), '{"_id":"1","text":"a"}');
    expect(await run({ paths: ['docs', 'nöte', 'docs/1.md', 'rows.jsonl', '.'] })).toMatchObject({ barren: ['nöte'] });
    expect(await run({ paths: ['docs', 'rows.jsonl'] })).toMatchObject({ barren: [], isUnchanged: true });
  });
});
