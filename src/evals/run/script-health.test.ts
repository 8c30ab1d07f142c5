import { describe, expect, it } from 'vitest';
import { scriptWarnings } from './script-health.ts';

const parts = [
  { where: 'variant "v"', model: 'all-MiniLM-L6-v2' },
  { where: 'v/rerank', model: 'cross-tiny' },
];

describe('row 78: queries in a language that a model does not know', () => {
  it('are counted for each model that knows English only', () => {
    const warnings = scriptWarnings(parts, ['восстановить файл', 'restore a file', '恢复文件 a', 'x 1']);
    expect(warnings.map(({ message }) => message)).toEqual([
      'variant "v": 2 of 4 queries are written in another script than Latin, and all-MiniLM-L6-v2 knows English only',
      'v/rerank: 2 of 4 queries are written in another script than Latin, and cross-tiny knows English only',
    ]);
  });
  it('are none where the letters are Latin, or there are none', () => {
    expect(scriptWarnings(parts, ['Größe ändern', 'naïve', '404', '', 'λ of the ridge'])).toEqual([]);
    expect(scriptWarnings([], ['восстановить'])).toEqual([]);
  });
  it('are told of from one in twenty on', () => {
    const among = (others: number) => ['восстановить', ...Array.from({ length: others }, () => 'restore')];
    expect([scriptWarnings(parts, among(19)).length, scriptWarnings(parts, among(20)).length]).toEqual([2, 0]);
  });
});
