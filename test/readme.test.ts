import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { excerpt, withExcerpt } from '../scripts/readme-output.ts';
import { ROOT } from './binary.ts';

const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');

it('the README shows stages and verdicts of the sample (npm run docs)', () => {
  const readme = textOf('README.md');
  expect(withExcerpt(readme, excerpt(textOf('reports/show.txt')))).toBe(readme);
});
