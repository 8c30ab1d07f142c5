/** Every link between Markdown files must lead to a file, and to a heading where it names one. Addresses are not asked. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brokenLinks } from './links.ts';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: ROOT,
  encoding: 'utf8',
});
const files = listed.split('\0').filter((name) => name !== '' && existsSync(join(ROOT, name)));
const broken = files
  // Documents of golden sets link to pages of their own world.
  .filter((name) => !name.startsWith('golden/'))
  .flatMap((name) =>
    brokenLinks(join(ROOT, name), (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)),
  )
  .map(({ file, line, target, fault }) => `${relative(ROOT, file)}:${line}: ${target}: ${fault}`);
for (const text of broken) console.error(text);
console.error(`${files.length} Markdown files, ${broken.length} broken links`);
if (broken.length > 0) process.exitCode = 1;
