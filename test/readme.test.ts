import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { quickstartOutput, shownOutput, withoutLatency } from '../scripts/readme-output.ts';
import { ROOT } from './binary.ts';

it('the README shows what the quickstart prints (npm run docs)', () => {
  const shown = shownOutput(readFileSync(join(ROOT, 'README.md'), 'utf8'));
  expect(shown).toContain('(baseline)');
  expect(withoutLatency(shown)).toBe(withoutLatency(quickstartOutput(ROOT)));
});
