import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readJsonFile } from './json-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'grk jsön-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const KIND = { what: 'the suite', code: 'GRK_CONFIG_INVALID', naming: 'Name one.', mending: 'Mend it.' } as const;
const read = (name: string, content?: string | Uint8Array) => {
  if (content !== undefined) writeFileSync(join(folder, name), content);
  return readJsonFile(join(folder, name), KIND);
};
const refused = (code: string, message: string | RegExp, remedy: string) =>
  expect.objectContaining({ code, message: expect.stringMatching(message), remedy });

it('refuses a file that is not there, naming the nearest beside it', () => {
  writeFileSync(join(folder, 'nightly.json'), '{}');
  expect(() => read('nihgtly.json')).toThrow(
    refused(
      'GRK_FILE_MISSING',
      /^the suite .*nihgtly\.json does not exist\. Did you mean "nightly\.json"\?$/,
      'Name one.',
    ),
  );
  expect(() => read('nightly.json/below')).toThrow(refused('GRK_FILE_MISSING', 'does not exist', 'Name one.'));
});

it('refuses a folder', () => {
  mkdirSync(join(folder, 'place'));
  expect(() => read('place')).toThrow(refused('GRK_FILE_UNREADABLE', /^the suite .*place is a folder$/, 'Name one.'));
});

it('refuses what is no JSON, and an empty file', () => {
  expect(() => read('bad', '{"a": 1,}')).toThrow(refused('GRK_CONFIG_INVALID', /bad is not JSON: \S/, 'Mend it.'));
  expect(() => read('bad', '')).toThrow(refused('GRK_CONFIG_INVALID', /bad is not JSON: \S/, 'Mend it.'));
});

it('refuses what is no UTF-8 rather than reading other characters in its place (ir_datasets#208)', () => {
  const latin = Uint8Array.from([0x22, 0xe9, 0x22]);
  expect(() => read('latin', latin)).toThrow(
    refused('GRK_CONFIG_INVALID', /latin is not valid UTF-8$/, 'Save the file as UTF-8.'),
  );
});

it('reads a byte-order mark and other than ASCII (ir_datasets#151)', () => {
  expect(read('marked', '\uFEFF{"é": "～😀"}')).toEqual({ é: '～😀' });
});
