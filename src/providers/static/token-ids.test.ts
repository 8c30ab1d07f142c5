import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Tokenizer } from '@huggingface/tokenizers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SHIPPED_MODEL_FOLDER } from '../registry.ts';
import { bertIds, wholeTextIds } from './token-ids.ts';

const json = JSON.parse(readFileSync(join(SHIPPED_MODEL_FOLDER, 'tokenizer.json'), 'utf8'));
const tokenizer = new Tokenizer(json, {});
const settings = { addedTokens: ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'], isLowerCasing: true };
const whole = wholeTextIds(tokenizer);
const fast = bertIds(tokenizer, settings);

const SHARED = process.env.GRK_SHARED ?? resolve(fileURLToPath(import.meta.url), '../../../../../shared');
const SCIFACT = join(SHARED, 'datasets/scifact');

/** Pieces that a tokenizer treats in some special way. */
const PIECES = [
  'the',
  'Lease',
  'expires',
  'unaffable',
  'GRK',
  '0x1F',
  '1,234.5',
  'x'.repeat(100),
  'x'.repeat(101),
  "don't",
  '[MASK]',
  '[mask]',
  '[UNK]',
  '[',
  ']',
  '##s',
  'Σ',
  'ΟΔΟΣ',
  'ὈΔΥΣΣΕΎΣ',
  'σ',
  'ς',
  'é',
  'e\u0301',
  'İ',
  'ı',
  'ß',
  'ﬁ',
  'Ångström',
  '\u212b',
  '\u212a',
  '日本語',
  '漢',
  '\uf900',
  'テスト',
  '한국어',
  '\u{20000}',
  '👩‍👩‍👧‍👦',
  '🇩🇪',
  '≠',
  '=\u0338',
  '\u037e',
  '\u1fef',
  '–',
  '…',
  '“q”',
  '·',
  '’',
  '\u00a0',
  '\u3000',
  '\u2028',
  '\u200b',
  '\u200d',
  '\ufeff',
  '\ufffd',
  '\u0000',
  '\u0007',
  '\u000b',
  '\u000c',
  '\u001f',
  '\u007f',
  '\u0085',
  '\u00ad',
  ' ',
  '\t',
  '\n',
  '\r\n',
  '\ud800',
  '\udc00',
  '\u0301',
  '\u20dd',
  '\u0903',
  '\ue000',
  '_',
  '`',
  '~',
  '^',
  '$',
  '#',
  "'",
  '.',
  ':',
  '/',
  '\\',
];

describe('bertIds', () => {
  it('gives the ids of the library for texts of special pieces, joined in any way', () => {
    const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, (value) => {
        expect(fast(value)).toEqual(whole(value));
      }),
      { numRuns: 2000 },
    );
  });

  it('gives the ids of the library for any Unicode text, lone surrogates included', () => {
    const units = fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes));
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string(), units);
    const spaced = fc.tuple(text, fc.constantFrom(' ', '.', "'", '\n', ''), text).map((parts) => parts.join(''));
    fc.assert(
      fc.property(spaced, (value) => {
        expect(fast(value)).toEqual(whole(value));
      }),
      { numRuns: 2000 },
    );
  });

  it.each([...PIECES, ...PIECES.map((piece) => `a${piece}b ${piece} c`)])(
    'gives the ids of the library for %j',
    (text) => {
      expect(fast(text)).toEqual(whole(text));
    },
  );

  it('keeps letter case where the tokenizer does', () => {
    const cased = new Tokenizer({ ...json, normalizer: { ...json.normalizer, lowercase: false } }, {});
    const text = 'The lease of Berlin expires';
    const ids = bertIds(cased, { ...settings, isLowerCasing: false })(text);
    expect(ids).toEqual(wholeTextIds(cased)(text));
    expect(ids).not.toEqual(fast(text));
  });

  it('remembers pieces, not results: the second answer equals the first', () => {
    const first = fast('Unforgettable, unforgettable!');
    expect(fast('Unforgettable, unforgettable!')).toEqual(first);
    expect(first).toEqual(whole('Unforgettable, unforgettable!'));
  });

  const present = existsSync(SCIFACT);
  it.skipIf(!present)(
    `gives the ids of the library for SciFact${present ? '' : ' (skipped: shared data not present)'}`,
    () => {
      const files = readdirSync(SCIFACT)
        .filter((name) => name.startsWith('corpus'))
        .sort();
      const lines = files.flatMap((name) => readFileSync(join(SCIFACT, name), 'utf8').trim().split('\n'));
      // Every fifth document: the whole takes the library too long.
      const texts = lines.filter((_, i) => i % 5 === 0).map((line) => JSON.parse(line).text as string);
      expect(texts.length).toBeGreaterThan(1000);
      for (const text of texts) expect(fast(text)).toEqual(whole(text));
    },
  );
});
