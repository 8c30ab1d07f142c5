import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GrkError } from '../contracts/errors.ts';
import { loadConfig, variableOf } from './load.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'grk config ü-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const load = (over: Partial<Parameters<typeof loadConfig>[0]> = {}) =>
  loadConfig({ cwd: root, env: {}, flags: {}, ...over });
const write = (value: unknown) =>
  writeFileSync(join(root, 'grk.config.json'), typeof value === 'string' ? value : JSON.stringify(value));

function errorOf(work: () => unknown): GrkError {
  try {
    work();
  } catch (error) {
    if (error instanceof GrkError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('loadConfig', () => {
  it('refuses a named file that is not there', () => {
    const error = errorOf(() => load({ file: 'nope.json' }));
    expect([error.code, error.message]).toEqual([
      'GRK_FILE_MISSING',
      `the configuration file ${join(root, 'nope.json')} does not exist`,
    ]);
  });
  it('refuses a file that is not JSON, or not an object', () => {
    write('{,}');
    expect(errorOf(() => load()).message).toContain('is not JSON');
    write('[1]');
    expect(errorOf(() => load()).message).toContain('expected an object');
  });
  it('refuses an unknown key in file and option, naming the nearest', () => {
    write({ lexical: { k: 1 } });
    expect(errorOf(() => load()).message).toContain('lexical: unknown key "k"');
    write({});
    expect(errorOf(() => load({ flags: { 'lexical.kk1': '1' } })).message).toBe(
      '--set lexical.kk1: unknown key "lexical.kk1". Did you mean "lexical.k1"?',
    );
  });
  it.each([
    ['**/*.md, notes/*.txt', ['**/*.md', 'notes/*.txt']],
    ['**/*.{md,txt},*.rst', ['**/*.{md,txt}', '*.rst']],
    ['["**/*", "a,b"]', ['**/*', 'a,b']],
    ['[ab]*.md,c', ['[ab]*.md', 'c']],
  ])('reads the list %s', (text, globs) => {
    expect(load({ flags: { 'corpus.include': text } }).config.corpus.include).toEqual(globs);
  });
  it('refuses a list of other things than texts', () => {
    expect(errorOf(() => load({ flags: { 'corpus.include': '[1]' } })).message).toContain('corpus.include');
  });
  it('refuses a number that is none', () => {
    expect(errorOf(() => load({ env: { GRK_LEXICAL_K1: 'much' } })).message).toContain(
      'lexical.k1: Invalid input: expected number',
    );
  });

  it('takes flags over variables over the file over defaults, and says which', () => {
    write({ lexical: { k1: 1, b: 0.1 }, topK: 50 });
    const { config, origins } = load({ env: { GRK_LEXICAL_B: '0.2', GRK_TOP_K: '60' }, flags: { topK: '70' } });
    expect([config.lexical.k1, config.lexical.b, config.topK, config.fusion.k]).toEqual([1, 0.2, 70, 60]);
    expect(['lexical.k1', 'lexical.b', 'topK', 'fusion.k'].map((key) => origins.get(key))).toEqual([
      'file',
      'env',
      'flag',
      'default',
    ]);
  });
  it('finds the project root from a folder below it', () => {
    write({ topK: 5 });
    const below = join(root, 'a', 'b');
    mkdirSync(below, { recursive: true });
    expect(load({ cwd: below })).toMatchObject({ root, config: { topK: 5 }, stateFolder: join(root, '.grk') });
  });
  it('reads paths of the file relative to it, and paths of options relative to the working directory', () => {
    write({ golden: 'gold', embedder: 'static:models/m' });
    const below = join(root, 'sub');
    mkdirSync(below);
    const { config } = load({ cwd: below });
    expect([config.golden, config.embedder]).toEqual([join(root, 'gold'), `static:${join(root, 'models', 'm')}`]);
    expect(load({ cwd: below, flags: { golden: 'gold' } }).config.golden).toBe(join(below, 'gold'));
  });
  it('has the shipped reranker by default, and resolves the path of scripted scores where it is written', () => {
    expect(load().config.reranker).toBe('combined(cross-tiny)');
    write({ reranker: 'scripted:s.jsonl' });
    expect(load().config.reranker).toBe(`scripted:${join(root, 's.jsonl')}`);
    expect(load({ flags: { reranker: 'noop' } }).config.reranker).toBe('noop');
  });
  it('replaces a chunker of another name as a whole', () => {
    write({ chunker: { name: 'recursive', maxChars: 500, overlapChars: 50 } });
    expect(load({ flags: { 'chunker.name': 'markdown' } }).config.chunker).toEqual({
      name: 'markdown',
      maxChars: 1200,
    });
    expect(load({ flags: { 'chunker.maxChars': '600' } }).config.chunker).toEqual({
      name: 'recursive',
      maxChars: 600,
      overlapChars: 50,
    });
  });
  it('keeps a chunker setting that is given beside another name, in any order and from any place', () => {
    const recursive = { name: 'recursive', maxChars: 300, overlapChars: 0 };
    write({ chunker: { name: 'markdown', maxChars: 500 } });
    const settings = { 'chunker.maxChars': '300', 'chunker.name': 'recursive' };
    expect(load({ flags: settings }).config.chunker).toEqual(recursive);
    expect(load({ env: { GRK_CHUNKER_MAX_CHARS: '300', GRK_CHUNKER_NAME: 'recursive' } }).config.chunker).toEqual(
      recursive,
    );
    const mixed = load({ env: { GRK_CHUNKER_MAX_CHARS: '300' }, flags: { 'chunker.name': 'recursive' } });
    expect([mixed.config.chunker, mixed.origins.get('chunker.maxChars')]).toEqual([recursive, 'env']);
  });
  it('says default where the value of a lower place went with its chunker', () => {
    write({ chunker: { name: 'recursive', maxChars: 500, overlapChars: 50 } });
    const { origins } = load({ flags: { 'chunker.name': 'markdown' } });
    expect(['chunker.name', 'chunker.maxChars'].map((key) => origins.get(key))).toEqual(['flag', 'default']);
  });
  it('refuses a setting that the named chunker does not have, naming where it is set', () => {
    const error = errorOf(() => load({ env: { GRK_CHUNKER_MAX_CHARS: '300' }, flags: { 'chunker.name': 'whole' } }));
    expect([error.code, error.message]).toEqual([
      'GRK_CONFIG_INVALID',
      expect.stringContaining('GRK_CHUNKER_MAX_CHARS: chunker: the key "maxChars"'),
    ]);
  });
  it('sets the weight of one leg', () => {
    expect(load({ flags: { 'fusion.weights.bm25': '2' } }).config.fusion.weights).toEqual({ bm25: 2 });
  });
  it('reads lists from commas', () => {
    expect(load({ env: { GRK_SECONDARY: 'RR@10, R@10' } }).config.secondary).toEqual(['RR@10', 'R@10']);
  });
  it('accepts a byte-order mark', () => {
    write('\uFEFF{"topK": 7}');
    expect(load().config.topK).toBe(7);
  });
});

describe('variableOf', () => {
  it('names the variable of a key', () => {
    expect(['lexical.k1', 'topK', 'corpus.maxFileBytes'].map(variableOf)).toEqual([
      'GRK_LEXICAL_K1',
      'GRK_TOP_K',
      'GRK_CORPUS_MAX_FILE_BYTES',
    ]);
  });
});
