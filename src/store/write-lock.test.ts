import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withWriteLock } from './write-lock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'grk lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('withWriteLock', () => {
  it('refuses when another writer does not end in time, having said that it waits', async () => {
    let waits = 0;
    const outcome = withWriteLock(folder, { waitMs: 0 }, () =>
      withWriteLock(folder, { waitMs: 250, onWait: () => waits++ }, async () => 'ran'),
    );
    await expect(outcome).rejects.toMatchObject({ code: 'GRK_STORE_BUSY' });
    expect(waits).toBe(1);
  });
  it('stops waiting when the user stops', async () => {
    const stop = AbortSignal.abort();
    const outcome = withWriteLock(folder, { waitMs: 0 }, () =>
      withWriteLock(folder, { waitMs: 60_000, signal: stop }, async () => 'ran'),
    );
    await expect(outcome).rejects.toMatchObject({ code: 'GRK_INTERRUPTED' });
  });
  it('lets writers run one after another', async () => {
    const order: string[] = [];
    const write = (name: string) =>
      withWriteLock(folder, { waitMs: 10_000 }, async () => {
        order.push(`${name} in`);
        await new Promise((resolve) => setTimeout(resolve, 30));
        order.push(`${name} out`);
      });
    await Promise.all([write('a'), write('b')]);
    expect(order).toHaveLength(4);
    expect([order[0]?.[0], order[2]?.[0]]).toEqual([order[1]?.[0], order[3]?.[0]]);
  });
  it('is free again when its holder failed', async () => {
    await expect(
      withWriteLock(folder, { waitMs: 0 }, async () => {
        throw new Error('work failed');
      }),
    ).rejects.toThrow('work failed');
    await expect(withWriteLock(folder, { waitMs: 0 }, async () => 'free')).resolves.toBe('free');
  });
  it('is free again when its holder was killed', async () => {
    const script = join(folder, 'holder.mjs');
    const database = fileURLToPath(import.meta.resolve('better-sqlite3'));
    writeFileSync(
      script,
      `import { createRequire } from 'node:module';
       const Database = createRequire(import.meta.url)(${JSON.stringify(database)});
       const lock = new Database(${JSON.stringify(join(folder, 'writer.lock'))});
       lock.exec('BEGIN EXCLUSIVE');
       process.send('held');
       setInterval(() => lock.inTransaction, 1000);`,
    );
    const holder = fork(script, { stdio: 'inherit' });
    const ended = once(holder, 'exit');
    try {
      await once(holder, 'message');
      await expect(withWriteLock(folder, { waitMs: 0 }, async () => 'free')).rejects.toMatchObject({
        code: 'GRK_STORE_BUSY',
      });
    } finally {
      holder.kill('SIGKILL');
      await ended;
    }
    await expect(withWriteLock(folder, { waitMs: 0 }, async () => 'free')).resolves.toBe('free');
  });
});
