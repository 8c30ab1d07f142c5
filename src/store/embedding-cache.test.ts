import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEmbeddingCache } from './embedding-cache.ts';
import { type CacheOptions, entryCacheSize } from './entry-cache.ts';

let folder: string;
let file: string;
let notices: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'grk cache ü-'));
  file = join(folder, 'state', 'embeddings.sqlite');
  notices = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const key = (n: number) => Uint8Array.from({ length: 32 }, (_, i) => (i === 0 ? n : i));
const TO_2 =
  'DROP TABLE uses; ALTER TABLE entries RENAME COLUMN value TO vector; ALTER TABLE entries RENAME TO vectors; PRAGMA user_version = 2';
const vector = (...values: number[]) => ({ vector: Float32Array.from(values), truncated: false });
function open(over: Partial<CacheOptions> = {}) {
  return openEmbeddingCache(file, { notice: (text) => notices.push(text), maxBytes: 2 ** 30, ...over });
}
const hex = ({ buffer, byteOffset, byteLength }: Float32Array) =>
  Buffer.from(buffer, byteOffset, byteLength).toString('hex');
function filled(): void {
  const cache = open();
  cache.write([key(1), key(2)], [vector(0.5, -0), vector(1, 2)]);
  cache.close();
}
/** Does something to the file behind the cache's back. */
function tamper(sql: string): void {
  const raw = new Database(file);
  raw.exec(sql);
  raw.close();
}

describe('openEmbeddingCache', () => {
  it('gives back every float32 bit for bit, by key, after it was closed', () => {
    let number = 0;
    fc.assert(
      fc.property(
        fc.array(fc.float32Array({ minLength: 3, maxLength: 3, noNaN: true, noDefaultInfinity: true }), {
          minLength: 1,
          maxLength: 4,
        }),
        (rows) => {
          const vectors = rows.map((row, i) => ({ vector: row, truncated: [false, true, null][i % 3] ?? null }));
          const keys = vectors.map(() =>
            key(0)
              .fill(++number % 251, 1)
              .fill(number >> 8, 2, 3),
          );
          const first = open();
          first.write(keys, vectors);
          first.close();
          const again = open();
          const found = again.read(keys, 3);
          again.close();
          expect(found.map((row) => row && [hex(row.vector), row.truncated])).toEqual(
            vectors.map((row) => [hex(row.vector), row.truncated]),
          );
        },
      ),
      { numRuns: 20 },
    );
    expect(notices).toEqual([]);
  });
  it('has no vector for a key that was never written, and keeps the first of two writes', () => {
    filled();
    const cache = open();
    cache.write([key(1)], [vector(9, 9)]);
    expect(cache.read([key(3), key(1)], 2)).toEqual([undefined, vector(0.5, -0)]);
    cache.close();
  });

  it.each([
    ['a changed bit', "UPDATE entries SET value = x'0000803f00000040' WHERE number = 1", 'checksum'],
    [
      'vectors that changed places',
      'UPDATE entries SET crc32 = (SELECT crc32 FROM entries WHERE number = 2)',
      'checksum',
    ],
    ['a flag that changed', 'UPDATE entries SET truncated = 1 WHERE number = 1', 'checksum'],
    ['a flag that was lost', 'UPDATE entries SET truncated = NULL WHERE number = 1', 'checksum'],
    ['a shorter vector', "UPDATE entries SET value = x'00000000' WHERE number = 1", 'checksum'],
    ['another table', 'DROP TABLE entries; CREATE TABLE entries (a)', 'another form'],
    ['no table', 'DROP TABLE entries', 'another form'],
  ])('drops a cache with %s, says so, and goes on with an empty one', (_, sql, why) => {
    filled();
    tamper(sql);
    const cache = open();
    expect(cache.read([key(1), key(2)], 2)).toEqual([undefined, undefined]);
    expect(notices).toEqual([expect.stringContaining(why)]);
    expect(notices[0]).toContain(file);
    cache.write([key(1)], [vector(3, 4)]);
    expect(cache.read([key(1), key(2)], 2)).toEqual([vector(3, 4), undefined]);
    cache.close();
  });
  it('drops a cache that holds NaN, though its checksum fits', () => {
    const first = open();
    first.write([key(1)], [vector(Number.NaN, 1)]);
    expect(first.read([key(1)], 2)).toEqual([undefined]);
    expect(notices).toEqual([expect.stringContaining('NaN')]);
    first.close();
  });
  it('drops a file that is no database', () => {
    filled();
    writeFileSync(file, 'this is no database, but it is long enough to be looked at as one. '.repeat(100));
    const cache = open();
    expect(cache.read([key(1)], 2)).toEqual([undefined]);
    expect(notices).toEqual([expect.stringContaining('SQLITE_NOTADB')]);
    cache.write([key(1)], [vector(3, 4)]);
    cache.close();
    const again = open();
    expect(again.read([key(1)], 2)).toEqual([vector(3, 4)]);
    again.close();
  });
  it('drops a file whose pages are damaged', () => {
    const cache = open();
    const many = Array.from({ length: 250 }, (_, i) => i);
    cache.write(
      many.map(key),
      many.map((i) => ({ vector: new Float32Array(64).fill(i), truncated: false })),
    );
    cache.close();
    const pages = new Database(file).serialize();
    pages.fill(7, 4096, pages.length - 4096);
    writeFileSync(file, pages);
    const again = open();
    expect(again.read(many.map(key), 64).every((row) => row === undefined)).toBe(true);
    expect(notices).toHaveLength(1);
    again.close();
  });
  it('takes over what version 1 held, whose embedders cut no text', () => {
    filled();
    tamper(`${TO_2}; ALTER TABLE vectors DROP COLUMN truncated; PRAGMA user_version = 1`);
    for (const _ of [1, 2]) {
      const cache = open();
      expect(cache.read([key(1), key(2)], 2)).toEqual([vector(0.5, -0), vector(1, 2)]);
      cache.close();
    }
    expect(notices).toEqual([]);
  });
  it('takes over what version 2 held', () => {
    filled();
    tamper(TO_2);
    const cache = open();
    expect(cache.read([key(1), key(2)], 2)).toEqual([vector(0.5, -0), vector(1, 2)]);
    cache.close();
    expect(notices).toEqual([]);
  });
  it('leaves a cache of a newer grk alone, and does without', () => {
    filled();
    tamper('PRAGMA user_version = 99');
    const cache = open();
    cache.write([key(3)], [vector(3, 4)]);
    expect(cache.read([key(1), key(3)], 2)).toEqual([undefined, undefined]);
    cache.close();
    expect(notices).toEqual([expect.stringContaining('newer grk')]);
    const raw = new Database(file);
    expect(raw.prepare('SELECT count(*) FROM entries').pluck().get()).toBe(2);
    raw.close();
  });
  it('lets what was longest not used go where it holds more than it may, as it is closed', () => {
    const many = Array.from({ length: 200 }, (_, n) => n);
    const first = open();
    first.write(
      many.map(key),
      many.map((n) => ({ vector: new Float32Array(256).fill(n), truncated: false })),
    );
    first.close();
    const bytes = statSync(file).size;
    const second = open();
    // The oldest is used; nothing is dropped while the cache is open.
    second.read([key(0)], 256);
    second.close();
    const third = open({ maxBytes: bytes / 2 });
    third.read([key(1)], 256);
    third.close();
    const cache = open();
    const kept = cache.read(many.map(key), 256).flatMap((row, n) => (row === undefined ? [] : [n]));
    cache.close();
    expect(kept.slice(0, 2)).toEqual([0, 1]);
    expect(kept.length).toBeGreaterThan(50);
    expect(kept.length).toBeLessThan(100);
    // Of those that were never used, the last written.
    expect(kept.slice(2)).toEqual(many.slice(2 - kept.length));
    expect(statSync(file).size).toBeLessThan(0.7 * bytes);
    expect(entryCacheSize(file)).toEqual({ entries: kept.length, bytes: statSync(file).size });
    expect(notices).toEqual([]);
  });
  it('drops everything under a bound of 0, and counts nothing where nothing can be counted', () => {
    filled();
    const cache = open({ maxBytes: 0 });
    cache.read([key(1)], 2);
    cache.close();
    expect(entryCacheSize(file)?.entries).toBe(0);
    expect(entryCacheSize(join(folder, 'nowhere'))).toBeUndefined();
    writeFileSync(file, 'no database');
    expect(entryCacheSize(file)).toEqual({ entries: null, bytes: 11 });
  });
  it('is shared by two writers', () => {
    const [a, b] = [open(), open()];
    a.write([key(1)], [vector(1)]);
    b.write([key(1), key(2)], [vector(9), vector(2)]);
    expect(a.read([key(1), key(2)], 1)).toEqual([vector(1), vector(2)]);
    a.close();
    b.close();
    expect(notices).toEqual([]);
  });
  it('goes on without a cache that stays locked, and says so once', () => {
    filled();
    const other = new Database(file);
    other.exec('BEGIN IMMEDIATE');
    const cache = open({ busyTimeoutMs: 10 });
    cache.write([key(3)], [vector(3, 4)]);
    cache.write([key(4)], [vector(3, 4)]);
    expect(cache.read([key(1)], 2)).toEqual([undefined]);
    cache.close();
    other.close();
    expect(notices).toEqual([expect.stringContaining('another grk process')]);
  });
  it('goes on without one where a file stands in the place of the folder', () => {
    writeFileSync(join(folder, 'state'), '');
    const cache = open();
    cache.write([key(1)], [vector(3, 4)]);
    expect(cache.read([key(1)], 2)).toEqual([undefined]);
    expect(notices).toEqual([expect.stringContaining('is not used')]);
  });
});
