import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createSession } from '../session/session.ts';
import { goldenAdd } from './add.ts';
import { goldenCheck } from './check.ts';
import { goldenInit } from './init.ts';

const cwd = mkdtempSync(join(tmpdir(), 'grk golden init ü '));
afterAll(() => rmSync(cwd, { recursive: true }));
mkdirSync(join(cwd, 'my docs'));
writeFileSync(join(cwd, 'my docs', 'a.txt'), 'Hedgehogs sleep in winter.\n');

describe('goldenInit', () => {
  it('begins a set that judgments can be added to, about what an ingest would read', async () => {
    const golden = join('golden', 'mine');
    expect(goldenInit(createSession({ cwd }), { folder: golden, corpus: 'my docs' }).name).toBe('mine');
    const session = createSession({ cwd, settings: { golden } });
    const place = { doc: 'a.txt', quote: 'sleep in winter' };
    await goldenAdd(session, { query: 'when do hedgehogs sleep', grade: 3, ...place });
    const { topics, documents, findings } = await goldenCheck(session);
    expect([topics, documents]).toEqual([1, 1]);
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  });
  it.each([
    [{ folder: 'my docs', corpus: 'my docs' }, 'GRK_USAGE', 'is not empty'],
    [{ folder: 'new', corpus: 'nowhere' }, 'GRK_FILE_MISSING', 'no documents at'],
    [{ folder: '/', corpus: 'my docs' }, 'GRK_USAGE', 'names no folder'],
  ])('refuses %o and writes nothing', (request, code, message) => {
    const before = readdirSync(cwd);
    const begin = () => goldenInit(createSession({ cwd }), request);
    expect(begin).toThrow(expect.objectContaining({ code, message: expect.stringContaining(message) }));
    expect(readdirSync(cwd)).toEqual(before);
  });
});
