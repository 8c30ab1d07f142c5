import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSession } from '../session/session.ts';
import { ingest } from './ingest.ts';
import { type SearchMode, search } from './search.ts';

let root: string;
const session = (settings: Record<string, string> = {}) => createSession({ cwd: root, settings });
const ask = (settings: Record<string, string>, mode: SearchMode = 'bm25') =>
  search(session(settings), { query: 'walrus', mode, topK: 3, filters: [] });

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'grk search ü-'));
  mkdirSync(join(root, '.grk'));
  writeFileSync(join(root, 'a.md'), '# A\n\nwalrus\n');
  await ingest(session({ 'chunker.maxChars': '300' }), { paths: ['a.md'], dense: false, rebuild: false });
});
afterAll(() => rmSync(root, { recursive: true }));

describe('search', () => {
  it.each([
    [{ 'lexical.analyzer': 'cjk' }, 'analyzer is "english" in the index, "cjk" is asked for'],
    [{ 'lexical.engine': 'minisearch' }, 'engine is "bm25" in the index, "minisearch" is asked for'],
    [{ 'chunker.maxChars': '500' }, 'chunker is {"maxChars":300,"name":"markdown"} in the index'],
  ])('refuses %j for an index that was built otherwise', async (settings, message) => {
    await expect(ask(settings)).rejects.toMatchObject({
      code: 'GRK_IDENTITY_MISMATCH',
      message: expect.stringContaining(message),
    });
  });
  it('takes the chunker of the index where none is set', async () => {
    expect((await ask({})).hits.map(({ doc }) => doc)).toEqual(['a.md']);
    expect((await ask({ 'chunker.maxChars': '300' })).hits).toHaveLength(1);
  });
});
