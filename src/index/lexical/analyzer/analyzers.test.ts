import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnalyzerNameSchema } from '../../../contracts/pipeline.ts';
import { ANALYZER_ALGORITHMS, analyzer } from './analyzers.ts';

const plain = analyzer('plain').terms;
const english = analyzer('english').terms;
const cjk = analyzer('cjk').terms;

describe('analyzer', () => {
  it('refuses a name that it does not know, and says which it may have been', () => {
    expect(() => analyzer('englsh' as 'english')).toThrow('there is no analyzer "englsh". Did you mean "english"?');
    expect(() => analyzer('constructor' as 'english')).toThrow('there is no analyzer "constructor".');
  });

  it.each(AnalyzerNameSchema.options)(
    '%s carries its version id and finds no terms where there are no words',
    (name) => {
      expect(analyzer(name).algorithm).toBe(ANALYZER_ALGORITHMS[name]);
      for (const text of ['', ' \n\t', '—… !?', '😀 👩‍💻', '\ud800 \udfff', '-- __ ..', '\u200b\u00ad']) {
        expect(analyzer(name).terms(text)).toEqual([]);
      }
    },
  );

  it.each(AnalyzerNameSchema.options)(
    '%s gives the same terms again after its cache was filled with other texts',
    (name) => {
      const { terms } = analyzer(name);
      const before = terms('Running naïve tests of QB-2104 in 東京都');
      for (let i = 0; i < 70_000; i++) terms(`filler${i}`);
      expect(terms('Running naïve tests of QB-2104 in 東京都')).toEqual(before);
    },
  );

  it.each(AnalyzerNameSchema.options)('%s never yields an empty term, white space or a stray surrogate', (name) => {
    const { terms } = analyzer(name);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        for (const term of terms(text)) {
          expect(term).toMatch(/^[\p{L}\p{M}\p{N}._-]+$/u);
        }
      }),
    );
  });
});

describe('plain', () => {
  it.each([
    ['The Cats’ naïve café', ['the', 'cats', 'naïve', 'café']],
    ["don’t can't", ['don', 't', 'can', 't']],
    ['error QB-2104', ['error', 'qb', '2104', 'qb-2104']],
    ['--max-depth', ['max', 'depth', 'max-depth']],
    ['max_depth', ['max', 'depth', 'max-depth']],
    ['maxDepth', ['max', 'depth', 'maxdepth']],
    ['“--max-depth”', ['max', 'depth', 'max-depth']],
    ['quillback.toml', ['quillback', 'toml', 'quillback.toml']],
    ['v1.2.3 and 1.2.3', ['v1', '2', '3', 'v1.2.3', 'and', '1', '2', '3', '1.2.3']],
    ['2024-01-15', ['2024', '01', '15', '2024-01-15']],
    ['well-known state-of-the-art', ['well', 'known', 'state', 'of', 'the', 'art']],
    ['well\u2010known QB\u20112104', ['well', 'known', 'qb', '2104', 'qb-2104']],
    ['keeper\u02bcs QB\u20122104', ['keeper', 's', 'qb', '2104']],
    ['mRNA iOS GitHub DNA p53', ['mrna', 'ios', 'git', 'hub', 'github', 'dna', 'p53']],
    ['end.Next word--another a__b', ['end', 'next', 'end.next', 'word', 'another', 'a', 'b']],
    ['m² ﬁne １２３ ½', ['m2', 'fine', '123', '1', '2']],
    ['co\u00adoperate zero\u200bwidth', ['cooperate', 'zero', 'width']],
    ['СТРАНА страна ΟΔΟΣ', ['страна', 'страна', 'οδος']],
    ['straße STRASSE', ['straße', 'strasse']],
    ['__proto__ constructor', ['proto', 'constructor']],
  ])('reads %j', (text, terms) => {
    expect(plain(text)).toEqual(terms);
  });

  it('reads composed and decomposed text alike', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('é', 'Å', 'ñ', 'ệ', '각', 'が', 'a', ' '), maxLength: 30 }),
        (text) => {
          expect(plain(text.normalize('NFD'))).toEqual(plain(text.normalize('NFC')));
        },
      ),
    );
  });

  it('reads a word of a million letters as one term', () => {
    const long = 'ab'.repeat(500_000);
    expect(plain(`x ${long} y`)).toEqual(['x', long, 'y']);
  });

  it.each([
    ['joiners', `a${'-'.repeat(200_000)}b`],
    ['joiners after a quote', `“${'-'.repeat(200_000)}b`],
    ['joined parts', 'a-'.repeat(100_000)],
    ['humps', 'Ab'.repeat(100_000)],
    ['apostrophes', "a'".repeat(100_000)],
    ['format characters', 'a\u00ad'.repeat(100_000)],
  ])('takes time in proportion to a long run of %s', (_, text) => {
    const before = performance.now();
    plain(text);
    english(text);
    cjk(text);
    expect(performance.now() - before).toBeLessThan(5000);
  });
});

describe('english', () => {
  it.each([
    ['The cats were running in the houses', ['cat', 'run', 'hous']],
    ["the user’s users' it's", ['user', 'user']],
    ["guests've guests’ve guests\u02bcve they'll", ['guest', 'guest', 'guest']],
    ['relational databases', ['relat', 'databas']],
    ['the of and', []],
    ['Error QB-2104 in quillback.toml', ['error', 'qb', '2104', 'qb-2104', 'quillback', 'toml', 'quillback.toml']],
    ['max_retries --max-retries', ['max', 'retri', 'max-retri', 'max', 'retri', 'max-retri']],
  ])('reads %j', (text, terms) => {
    expect(english(text)).toEqual(terms);
  });

  it('leaves words alone that are too long to be English', () => {
    const long = 'ab'.repeat(30);
    expect(english(`${long}ing`)).toEqual([long]);
    expect(english(`${long}abing`)).toEqual([`${long}abing`]);
  });
});

describe('cjk', () => {
  it.each([
    ['東京都', ['東京', '京都']],
    ['東', ['東']],
    ['8世紀に日本', ['8', '世紀', '紀に', 'に日', '日本']],
    ['データベース', ['デー', 'ータ', 'タベ', 'ベー', 'ース']],
    ['ﾃﾞｰﾀ', ['デー', 'ータ']],
    ['검색 엔진', ['검색', '엔진']],
    [
      '設定ファイルquillback.tomlを読む',
      ['設定', '定フ', 'ファ', 'ァイ', 'イル', 'quillback', 'toml', 'quillback.toml', 'を読', '読む'],
    ],
    ['𠮷野家', ['𠮷野', '野家']],
    ['東京、大阪。', ['東京', '大阪']],
    ['Hello World', ['hello', 'world']],
  ])('reads %j', (text, terms) => {
    expect(cjk(text)).toEqual(terms);
  });
});
