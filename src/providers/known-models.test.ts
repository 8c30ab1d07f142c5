import { describe, expect, it } from 'vitest';
import { knownModel, knowsEnglishOnly, prefixNotices } from './known-models.ts';

const BGE = 'Represent this sentence for searching relevant passages: ';

describe('a model is known by its name, as', () => {
  it.each<[string, string, string]>([
    ['nomic-embed-text:v1.5', 'search_query: ', 'search_document: '],
    ['hf.co/nomic-ai/nomic-embed-text-v1.5-GGUF:Q8_0', 'search_query: ', 'search_document: '],
    ['mxbai-embed-large:latest', BGE, ''],
    ['bge-large', BGE, ''],
    ['BAAI/bge-small-en-v1.5', BGE, ''],
    ['bge-m3:567m', '', ''],
    ['all-minilm:l6-v2', '', ''],
    ['snowflake-arctic-embed:335m', BGE, ''],
    ['snowflake-arctic-embed2', 'query: ', ''],
    ['intfloat/multilingual-e5-large', 'query: ', 'passage: '],
    ['text-embedding-3-large', '', ''],
    ['text-embedding-3-small', '', ''],
    ['paraphrase-multilingual:278m', '', ''],
    ['granite-embedding:30m', '', ''],
  ])('%s', (name, queryPrefix, passagePrefix) => {
    expect(knownModel(name)).toMatchObject({ queryPrefix, passagePrefix });
  });
  it.each(['bge-large-zh-v1.5', 'my-model', '', 'llama3.2:3b'])('but not %s', (name) => {
    expect(knownModel(name)).toBeUndefined();
    expect(prefixNotices(name, { queryPrefix: 'x', passagePrefix: '' })).toEqual([]);
  });
});

it('row 78: knows which models know English only', () => {
  expect(
    ['static-minilm-256-int8', 'cross-tiny', 'Xenova/all-MiniLM-L6-v2', 'bge-small-en-v1.5'].map(knowsEnglishOnly),
  ).toEqual([true, true, true, true]);
  expect(
    ['bge-m3', 'multilingual-e5-small', 'paraphrase-multilingual-MiniLM-L12-v2', 'mine'].map(knowsEnglishOnly),
  ).toEqual([false, false, false, false]);
});
