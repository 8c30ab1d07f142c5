import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CacheOptions, openEmbeddingCache } from './embedding-cache.ts';

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
const vector = (...values: number[]) => ({ vector: Float32Array.from(values), truncated: false });
function open(over: Partial<CacheOptions> = {}) {
  const cache = openEmbeddingCache(file, { notice: (text) => notices.push(text), ...over });
  if (cache === undefined) throw new Error('the cache is not used');
  return cache;
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
    ['a changed bit', "UPDATE vectors SET vector = x'0000803f00000040' WHERE number = 1", 'checksum'],
    [
      'vectors that changed places',
      'UPDATE vectors SET crc32 = (SELECT crc32 FROM vectors WHERE number = 2)',
      'checksum',
    ],
    ['a flag that changed', 'UPDATE vectors SET truncated = 1 WHERE number = 1', 'checksum'],
    ['a flag that was lost', 'UPDATE vectors SET truncated = NULL WHERE number = 1', 'checksum'],
    ['a shorter vector', "UPDATE vectors SET vector = x'00000000' WHERE number = 1", 'length'],
    ['another table', 'DROP TABLE vectors; CREATE TABLE vectors (a)', 'another form'],
    ['no table', 'DROP TABLE vectors', 'another form'],
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
    tamper('ALTER TABLE vectors DROP COLUMN truncated; PRAGMA user_version = 1');
    for (const _ of [1, 2]) {
      const cache = open();
      expect(cache.read([key(1), key(2)], 2)).toEqual([vector(0.5, -0), vector(1, 2)]);
      cache.close();
    }
    expect(notices).toEqual([]);
  });
  it('leaves a cache of a newer grk alone, and does without', () => {
    filled();
    tamper('PRAGMA user_version = 99');
    expect(openEmbeddingCache(file, { notice: (text) => notices.push(text) })).toBeUndefined();
    expect(notices).toEqual([expect.stringContaining('newer grk')]);
    const raw = new Database(file);
    expect(raw.prepare('SELECT count(*) FROM vectors').pluck().get()).toBe(2);
    raw.close();
  });
  it('lets the older half go where it holds more than it may', () => {
    const first = open();
    for (const n of [1, 2, 3, 4]) first.write([key(n)], [vector(n)]);
    first.close();
    const cache = open({ maxBytes: 1 });
    expect(cache.read([1, 2, 3, 4].map(key), 1).map((row) => row?.vector[0])).toEqual([
      undefined,
      undefined,
      undefined,
      4,
    ]);
    cache.close();
    expect(notices).toEqual([]);
  });
  it('says so where a file stands in the place of the folder', () => {
    writeFileSync(join(folder, 'state'), '');
    expect(() => open()).toThrow(expect.objectContaining({ code: 'GRK_STORE_READONLY' }));
  });
});
