import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { countUp } from './counters.ts';

const folder = mkdtempSync(join(tmpdir(), 'grk counters ü-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('countUp', () => {
  it('counts each name from one, and goes on in a file that is there', () => {
    const file = join(folder, 'state', 'counters.sqlite');
    expect([countUp(file, 'a'), countUp(file, 'a'), countUp(file, 'b'), countUp(file, 'a')]).toEqual([1, 2, 1, 3]);
  });
  it('says that a file is damaged', () => {
    const file = join(folder, 'broken.sqlite');
    writeFileSync(file, 'not a database, but long enough to be read as one: '.repeat(40));
    expect(() => countUp(file, 'a')).toThrow(expect.objectContaining({ code: 'GRK_STORE_CORRUPT' }));
  });
});
