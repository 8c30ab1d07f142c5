import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { CONTRACT_ANSWERS, externalSearchContract } from './external-search.contract.ts';
import { openModuleSearch } from './module-search.ts';

const folder = mkdtempSync(join(tmpdir(), 'grk module ü-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function open(code: string, name = 'search.mjs', timeoutMs = 5_000) {
  const file = join(folder, name);
  writeFileSync(file, code);
  return openModuleSearch({ module: name, timeoutMs }, file, name);
}
const TOPIC = { topicId: 't1', query: 'q' };
const faultOf = async (code: string, timeoutMs?: number) =>
  (await open(code, 'fault.mjs', timeoutMs)).search(TOPIC, 5).then(
    () => 'no fault',
    (error: { code: string; message: string }) => [error.code, error.message],
  );

const ANSWERS = JSON.stringify(CONTRACT_ANSWERS);
externalSearchContract('a module that answers later', () =>
  open(
    `const answers = ${ANSWERS};\nexport const search = async ({ topicId }) => answers[topicId] ?? [];`,
    'later.mjs',
  ),
);
externalSearchContract('a module that answers at once', () =>
  open(
    `const answers = ${ANSWERS};\nexport function search({ topicId }) { return answers[topicId] ?? []; }`,
    'once.mjs',
  ),
);
externalSearchContract('a CommonJS module', () =>
  open(`const answers = ${ANSWERS};\nexports.search = ({ topicId }) => answers[topicId] ?? [];`, 'common.cjs'),
);

describe('openModuleSearch', () => {
  it('gives the module the topic, the depth and a signal', async () => {
    const search = await open(
      'export const search = (topic, k, signal) => [{ id: JSON.stringify([topic, k, signal.aborted]) }];',
    );
    expect(await search.search(TOPIC, 7)).toEqual([{ id: '[{"topicId":"t1","query":"q"},7,false]' }]);
    expect([search.order, search.concurrency, search.identity.determinism]).toEqual(['score', 1, 'none']);
  });
  it.each([
    ['module.mjs', (id: string) => `export const search = () => [{ id: '${id}' }];`],
    ['common.cjs', (id: string) => `exports.search = () => [{ id: '${id}' }];`],
  ])('reads a changed file again, and hashes what it runs: %s', async (name, code) => {
    const first = await open(code('old'), name);
    const second = await open(code('new'), name);
    expect([await first.search(TOPIC, 1), await second.search(TOPIC, 1)]).toEqual([[{ id: 'old' }], [{ id: 'new' }]]);
    expect(second.identity.settings.sourceSha256).not.toBe(first.identity.settings.sourceSha256);
  });
  it('closes what can be closed', async () => {
    const search = await open(
      'let open = true; export const search = () => [{ id: String(open) }]; export const close = () => { open = false; };',
    );
    await search.close?.();
    expect(await search.search(TOPIC, 1)).toEqual([{ id: 'false' }]);
  });

  it.each([
    ['exports nothing', 'const search = 1;', 'it exports nothing'],
    ['exports another name', 'export const serach = () => [];', 'did you mean "serach"?'],
    ['exports no function', 'export const search = [];', 'exports no function "search", but a value of type object'],
    [
      'has a close that is none',
      'export const search = () => []; export const close = 1;',
      '"close" is not a function',
    ],
    ['is no JavaScript', 'export const = ;', 'broken.mjs cannot be loaded'],
    ['imports what is not there', "import './nowhere.mjs'; export const search = () => [];", 'cannot be loaded'],
    ['throws while it loads', "throw new Error('no index yet');", 'cannot be loaded: no index yet'],
  ])('refuses a module that %s', async (_, code, message) => {
    await expect(open(code, 'broken.mjs')).rejects.toMatchObject({
      code: 'GRK_EXTERNAL_INVALID',
      message: expect.stringContaining(message),
      remedy: expect.stringContaining('export async function search'),
    });
  });
  it('refuses a file that is missing or a folder, by the name that the suite gives it', async () => {
    const source = { module: 'x.mjs', timeoutMs: 10 };
    await expect(openModuleSearch(source, join(folder, 'x.mjs'), 'x.mjs')).rejects.toMatchObject({
      code: 'GRK_FILE_MISSING',
      message: expect.stringContaining('the module x.mjs does not exist'),
    });
    await expect(openModuleSearch(source, folder, 'x.mjs')).rejects.toMatchObject({ code: 'GRK_FILE_UNREADABLE' });
  });

  it.each([
    ['throws', "export const search = () => { throw new Error('index is locked'); };", 'failed: index is locked'],
    ['rejects with no error', "export const search = () => Promise.reject('no');", 'failed: no'],
    ['answers nothing', 'export const search = () => {};', 'answered nothing, not a list'],
    ['answers an object', 'export const search = () => ({ hits: [] });', 'answered a value of type object'],
    [
      'misspells a key',
      "export const search = () => [{ doc: 'a', scroe: 1 }];",
      'hits[0]: unknown key "scroe"; did you mean "score"?',
    ],
    ['gives a score that is NaN', "export const search = () => [{ doc: 'a', score: NaN }];", 'hits[0]: score'],
    ['gives an endless score', "export const search = () => [{ doc: 'a', score: 1 / 0 }];", 'hits[0]: score'],
    ['gives a score as text', "export const search = () => [{ doc: 'a', score: '1' }];", 'hits[0]: score'],
    ['gives a number as id', 'export const search = () => [{ id: 7 }];', 'hits[0]: id'],
    ['mixes two places', "export const search = () => [{ id: 'a', doc: 'b' }];", 'hits[0]: '],
    ['turns a span round', "export const search = () => [{ doc: 'a', start: 5, end: 5 }];", 'end: must be above start'],
    [
      'turns lines round',
      "export const search = () => [{ doc: 'a', lines: [3, 2] }];",
      'the last line is before the first',
    ],
    ['scores some hits', "export const search = () => [{ doc: 'a', score: 1 }, { doc: 'b' }];", 'hits[1] has no score'],
  ])('names the fault of a search that %s', async (_, code, message) => {
    expect(await faultOf(code)).toEqual(['GRK_EXTERNAL_FAILED', expect.stringContaining(message)]);
  });

  it('ends a search that takes too long, and tells the module', async () => {
    const told =
      'export const search = (t, k, signal) => new Promise((_, no) => signal.addEventListener("abort", () => no(new Error("told"))));';
    expect(await faultOf(told, 30)).toEqual(['GRK_EXTERNAL_FAILED', 'fault.mjs gave no answer within 30 ms']);
    const deaf = 'export const search = () => new Promise(() => {});';
    expect(await faultOf(deaf, 30)).toEqual(['GRK_EXTERNAL_FAILED', 'fault.mjs gave no answer within 30 ms']);
  });
  it('stops in the middle of a search when the user does', async () => {
    const search = await open('export const search = () => new Promise(() => {});', 'deaf.mjs');
    const stop = new AbortController();
    const pending = search.search(TOPIC, 5, stop.signal);
    setTimeout(() => stop.abort(), 10);
    await expect(pending).rejects.toMatchObject({ code: 'GRK_INTERRUPTED' });
  });
});
