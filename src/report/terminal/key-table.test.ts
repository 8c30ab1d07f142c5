import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { HOSTILE } from '../../../test/sample-report.ts';
import { displayWidth } from './display-width.ts';
import { type KeyRow, keyTable } from './key-table.ts';

const plain = (width: number) => ({ width, color: false, unicode: true });

const CONFIG: KeyRow[] = [
  { key: 'lexical.engine', value: 'bm25', origin: 'default' },
  { key: 'lexical.k1', value: '1.2', origin: 'flag' },
  { key: 'corpus.include', value: '**/*.md, **/*.txt, **/*.rst, **/*.adoc', origin: 'file grk.config.json' },
];
const DOCTOR: KeyRow[] = [
  { key: 'node', value: '20.20.2', status: 'ok' },
  {
    key: '@lancedb/lancedb',
    value: 'vectors of dense and hybrid search',
    status: 'not installed',
    remedy: 'npm install @lancedb/lancedb; bm25 works without it.',
  },
  { key: 'models/potion', value: 'model.safetensors', status: 'missing', remedy: 'Restore it from the repository.' },
];

describe('a table of keys', () => {
  it('shows where values come from, and wraps them', () => {
    expect(keyTable(CONFIG, plain(60))).toBe(
      [
        'key             value                origin',
        '─────────────────────────────────────────────────────────',
        'lexical.engine  bm25                 default',
        'lexical.k1      1.2                  flag',
        'corpus.include  **/*.md, **/*.txt,   file grk.config.json',
        '                **/*.rst, **/*.adoc',
        '',
      ].join('\n'),
    );
  });

  it('shows in words what is there and what to do', () => {
    expect(keyTable(DOCTOR, { width: 80, color: false, unicode: false })).toBe(
      [
        'status         key               value',
        '------------------------------------------------------------------------------',
        'ok             node              20.20.2',
        'not installed  @lancedb/lancedb  vectors of dense and hybrid search',
        '                                 fix: npm install @lancedb/lancedb; bm25 works',
        '                                 without it.',
        'missing        models/potion     model.safetensors',
        '                                 fix: Restore it from the repository.',
        '',
      ].join('\n'),
    );
  });

  it('says the same in colour', () => {
    const colored = keyTable(DOCTOR, { width: 80, color: true, unicode: true });
    expect(colored).toContain('\u001b[32mok\u001b[39m');
    expect(colored).toContain('\u001b[31mmissing\u001b[39m');
    expect(stripVTControlCharacters(colored)).toBe(keyTable(DOCTOR, plain(80)));
  });

  it('of nothing is nothing', () => {
    expect(keyTable([], plain(80))).toBe('');
  });

  it.each(HOSTILE)('keeps %j inert and within the width', (text) => {
    const shown = keyTable([{ key: text, value: text, origin: 'file', status: 'ok', remedy: text }], plain(80));
    expect(shown).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e]/u);
    expect(Math.max(...shown.split('\n').map(displayWidth))).toBeLessThanOrEqual(80);
  });

  it('never cuts a value', () => {
    const value = 'x'.repeat(400);
    expect(keyTable([{ key: 'k', value }], plain(60)).replace(/[^x]/g, '')).toBe(value);
  });
});
