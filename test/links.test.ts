import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { brokenLinks, headingIds } from '../scripts/links.ts';
import { ROOT } from './binary.ts';

describe('links', () => {
  const page = join(ROOT, 'docs', 'page.md');
  const faults = (text: string) =>
    brokenLinks(page, (file) => (file === page ? text : '# Other page\n')).map(({ line, fault }) => [line, fault]);

  it('finds files and headings that are not there, with their line', () => {
    expect(faults('# A\n[x](nowhere.md)\n[y](#b)\n[z](ARCHITECTURE.md#c "t")')).toEqual([
      [2, 'no such file'],
      [3, 'no such heading'],
      [4, 'no such heading'],
    ]);
  });
  it('reads the tags of HTML that Markdown may hold', () => {
    expect(faults('<source srcset="a.svg">\n<img src="b.svg" alt="c">\n<a href="ARCHITECTURE.md">d</a>')).toEqual([
      [1, 'no such file'],
      [2, 'no such file'],
    ]);
  });
  it('takes what is there, addresses, and code for no fault', () => {
    const text =
      '# A b\n[x](ARCHITECTURE.md#other-page) [y](#a-b) [h](https://x.y/z)\n`[x](n.md)`\n```\n[x](n.md)\n```\n';
    expect(faults(text)).toEqual([]);
  });
  it('names headings as code hosts do', () => {
    expect([...headingIds('# `grk eval [suite]`\n## Ü, und so\n## Ü, und so\n```\n# no\n```')]).toEqual([
      'grk-eval-suite',
      'ü-und-so',
      'ü-und-so-1',
    ]);
  });
});
