import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { boundTextCache, folderTextCache, textCacheSize } from './text-cache.ts';

let folder: string;
let notices: string[];
const open = (path = join(folder, 'texts')) => folderTextCache(path, (text) => notices.push(text));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'grk texts ü-'));
  notices = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('gives what was kept, to another process too, and nothing else', () => {
  expect(open().find('a')).toBeUndefined();
  open().keep('a', 'text\r\n😀');
  open().keep('b', '');
  expect([open().find('a'), open().find('b'), open().find('c')]).toEqual(['text\r\n😀', '', undefined]);
  expect(readdirSync(join(folder, 'texts')).sort()).toEqual(['a.txt', 'b.txt']);
  expect(notices).toEqual([]);
});

it('drops what is damaged or stands under another name, and says so', () => {
  open().keep('a', 'text');
  const file = join(folder, 'texts', 'a.txt');
  const content = readFileSync(file, 'utf8');
  for (const [name, damaged] of [
    ['a', content.replace('text', 'tezt')],
    ['a', content.slice(0, -1)],
    ['a', ''],
    ['b', content],
  ] as const) {
    writeFileSync(join(folder, 'texts', `${name}.txt`), damaged);
    expect(open().find(name)).toBeUndefined();
    expect(readdirSync(join(folder, 'texts'))).not.toContain(`${name}.txt`);
  }
  expect(notices).toHaveLength(4);
  expect(notices[0]).toContain('is damaged; it is dropped');
});

it('keeps nothing where it cannot write, says so once, and goes on', () => {
  writeFileSync(join(folder, 'texts'), 'a file');
  const cache = open();
  cache.keep('a', 'text');
  cache.keep('b', 'text');
  expect(cache.find('a')).toBeUndefined();
  expect(notices).toEqual([expect.stringContaining('not kept for the next run')]);
});

it('lets the texts go that were longest not read, where the folder holds more than it may', () => {
  const texts = join(folder, 'texts');
  for (const [i, key] of ['a', 'b', 'c', 'd'].entries()) {
    open().keep(key, 'x'.repeat(36));
    utimesSync(join(texts, `${key}.txt`), i, i);
  }
  writeFileSync(join(texts, '.z-1.partial'), 'y'.repeat(100));
  utimesSync(join(texts, '.z-1.partial'), 9, 9);
  expect(textCacheSize(texts)).toEqual({ entries: 5, bytes: 500 });
  boundTextCache(texts, 500);
  expect(readdirSync(texts)).toHaveLength(5);
  open().find('a');
  boundTextCache(texts, 499);
  expect(readdirSync(texts).sort()).toEqual(['.z-1.partial', 'a.txt', 'd.txt']);
  boundTextCache(texts, 0);
  expect(textCacheSize(texts)).toEqual({ entries: 0, bytes: 0 });
  boundTextCache(join(folder, 'nowhere'), 0);
  expect(textCacheSize(join(folder, 'nowhere'))).toBeUndefined();
});
