import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../contracts/golden.ts';
import { findingsText } from './findings.ts';

const plain = (width: number) => ({ width, color: false, unicode: true });
const FINDINGS: Finding[] = [
  { severity: 'warning', where: 'judgments.jsonl:12', message: 'overlap says 2, counted 3' },
  {
    severity: 'error',
    where: 'judgments.jsonl:7',
    message: 'the quote "the budget" was found twice in guides/retry.md',
  },
  { severity: 'notice', where: 'corpus/a.md', message: 'no topic has gold in this document' },
  { severity: 'error', where: 'judgments.jsonl:9', message: 'duplicate topic "t9"' },
];

describe('findings', () => {
  it('stand by severity, gravest first, each with its place, and are counted', () => {
    expect(findingsText('golden/handbook', FINDINGS, plain(50))).toBe(
      [
        '2 errors',
        '  judgments.jsonl:7',
        '    the quote "the budget" was found twice in',
        '    guides/retry.md',
        '  judgments.jsonl:9',
        '    duplicate topic "t9"',
        '',
        '1 warning',
        '  judgments.jsonl:12',
        '    overlap says 2, counted 3',
        '',
        '1 notice',
        '  corpus/a.md',
        '    no topic has gold in this document',
        '',
        'golden/handbook: 2 errors, 1 warning, 1 notice',
        '',
      ].join('\n'),
    );
  });

  it('say that there are none', () => {
    expect(findingsText('golden/handbook', [], plain(80))).toBe('golden/handbook: no findings\n');
  });

  it('say the same in colour', () => {
    const colored = findingsText('x', FINDINGS, { width: 50, color: true, unicode: true });
    expect(colored).toContain('\u001b[31m2 errors\u001b[39m');
    expect(stripVTControlCharacters(colored)).toBe(findingsText('x', FINDINGS, plain(50)));
  });

  it('keep what a golden set holds inert, and places whole', () => {
    const where = `${'long name/'.repeat(20)}\u001b[2J:7`;
    const shown = findingsText('x', [{ severity: 'error', where, message: 'a\u001b[31m\nb' }], plain(60));
    expect(shown.split('\n').slice(1, 3)).toEqual([`  ${'long name/'.repeat(20)}\\x1b[2J:7`, '    a\\x1b[31m b']);
  });
});
