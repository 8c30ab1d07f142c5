import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readVocabulary } from './vocabulary.ts';

const folder = mkdtempSync(join(tmpdir(), 'grk vocabulary ü '));
afterAll(() => rmSync(folder, { recursive: true }));
function write(tokenizer: object): string {
  const file = join(folder, 'tokenizer.json');
  writeFileSync(file, JSON.stringify(tokenizer));
  return file;
}

describe('readVocabulary', () => {
  it('leaves special and unused tokens out, whatever their place', async () => {
    const vocab = { '[PAD]': 0, '[unused0]': 1, b: 4, a: 3, '[unused]': 5 };
    const added_tokens = [
      { id: 0, content: '[PAD]', special: true },
      { id: 7, content: 'whole', special: false },
      { id: 9, content: '<unused12>', special: false },
    ];
    const { tokenIds, size } = await readVocabulary(write({ model: { vocab }, added_tokens }));
    expect([tokenIds, size]).toEqual([[3, 4, 5, 7], 10]);
  });

  it('reads a list of tokens with scores too', async () => {
    const vocab = [
      ['<s>', 0],
      ['▁a', -1.5],
      ['b', -2],
    ];
    const added_tokens = [{ id: 0, content: '<s>', special: true }];
    expect((await readVocabulary(write({ model: { vocab }, added_tokens }))).tokenIds).toEqual([1, 2]);
  });

  it.each<[object, string]>([
    [{}, 'it has no vocabulary of tokens with ids'],
    [{ model: { vocab: { a: -1 } } }, '-1 is no token id'],
  ])('refuses %j', async (tokenizer, message) => {
    await expect(readVocabulary(write(tokenizer))).rejects.toThrow(message);
  });
});
