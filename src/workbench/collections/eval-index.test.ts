import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GoldenSet } from '../../contracts/golden.ts';
import { createSession } from '../session/session.ts';
import { openGoldenCorpus } from './eval-index.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'grk golden-'));
  mkdirSync(join(folder, '.grk'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('openGoldenCorpus', () => {
  it('refuses documents that were changed after they were hashed', async () => {
    writeFileSync(join(folder, 'a.md'), 'text');
    const source = { kind: 'folder', root: folder, include: ['**/*.md'], exclude: [] } as const;
    const golden = { name: 'lamp', source } as unknown as GoldenSet;
    const session = createSession({ cwd: folder });
    const corpus = await openGoldenCorpus(session, golden);
    writeFileSync(join(folder, 'a.md'), 'other');
    await expect(corpus.read()).rejects.toMatchObject({
      code: 'GRK_CORPUS_CHANGED',
      message: 'the documents of "lamp" were changed while they were read',
    });
    expect((await (await openGoldenCorpus(session, golden)).read()).documents).toHaveLength(1);
  });
});
