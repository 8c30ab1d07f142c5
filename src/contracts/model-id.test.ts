import { describe, expect, it } from 'vitest';
import { parseCombined, parseModelId, withAbsolutePath } from './model-id.ts';

describe('parseModelId', () => {
  it.each([
    ['hash', { provider: 'hash', target: '', options: {} }],
    ['static:C:\\models\\a b', { provider: 'static', target: 'C:\\models\\a b', options: {} }],
    ['static:what?', { provider: 'static', target: 'what?', options: {} }],
    ['ollama:bge-m3:latest', { provider: 'ollama', target: 'bge-m3:latest', options: {} }],
    [
      'transformers:m?dtype=q8&queryPrefix=query:+&passagePrefix=',
      { provider: 'transformers', target: 'm', options: { dtype: 'q8', queryPrefix: 'query: ', passagePrefix: '' } },
    ],
    [
      'openai:m?url=http://127.0.0.1:8080/v1',
      { provider: 'openai', target: 'm', options: { url: 'http://127.0.0.1:8080/v1' } },
    ],
  ])('takes %s apart', (id, parts) => {
    expect(parseModelId(id)).toEqual(parts);
  });
  it('refuses an option that is given twice', () => {
    expect(() => parseModelId('transformers:m?dtype=q8&dtype=fp32')).toThrow('gives the option dtype twice');
  });
});

it.each([
  ['combined(cross-tiny)', { inner: 'cross-tiny', weight: undefined }],
  ['combined( cross-encoder:a,b , 0.5 )', { inner: 'cross-encoder:a,b', weight: '0.5' }],
  ['combined(x, y)', { inner: 'x', weight: 'y' }],
  ['cross-tiny', undefined],
])('reads %s', (id, parts) => {
  expect(parseCombined(id)).toEqual(parts);
});

it.each([
  ['static:shipped', 'static:shipped'],
  ['static:m', 'static:/x/m'],
  ['transformers:m?dtype=q8', 'transformers:/x/m?dtype=q8'],
  ['combined(cross-encoder:m?maxTokens=128, 0.5)', 'combined(cross-encoder:/x/m?maxTokens=128, 0.5)'],
  ['combined(cross-tiny)', 'combined(cross-tiny)'],
  ['ollama:m', 'ollama:m'],
  ['vectors:', 'vectors:'],
])('makes the path of %s absolute: %s', (id, absolute) => {
  expect(withAbsolutePath(id, (path) => `/x/${path}`)).toBe(absolute);
});
