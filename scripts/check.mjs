/** `npm run check`: everything that must hold before a change lands. Stops at the first fault. */
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, ROOT, run, say } from './project.mjs';

const bin = (...parts) => join(ROOT, 'node_modules', ...parts);
const node = (script, ...args) => run(process.execPath, [script, ...args]);

ensureInstalled();
step('lint and format', () => node(bin('@biomejs', 'biome', 'bin', 'biome'), 'ci', '--error-on-warnings', '.'));
step('types', () => node(bin('typescript', 'bin', 'tsc'), '--noEmit'));
step('types of the page', () => node(bin('typescript', 'bin', 'tsc'), '-p', 'src/report/html/client'));
ensureBuilt();
step('tests with coverage', () => node(bin('vitest', 'vitest.mjs'), 'run', '--coverage'));
step('coverage gates', () => node(join(ROOT, 'scripts', 'coverage-gates.mjs')));
step('unused code', () => node(bin('knip', 'bin', 'knip.js')));
step('links', () => node(bin('tsx', 'dist', 'cli.mjs'), join(ROOT, 'scripts', 'check-links.ts')));
step('samples', () => node(bin('tsx', 'dist', 'cli.mjs'), join(ROOT, 'scripts', 'samples.ts'), '--check'));
step('notebooks', () => node(bin('tsx', 'dist', 'cli.mjs'), join(ROOT, 'notebooks', 'run.ts'), '--check'));
step('api docs', () => node(bin('typedoc', 'bin', 'typedoc'), '--emit', 'none'));
step('package', () => node(bin('publint', 'src', 'cli.js'), '--strict'));
say('all checks passed');

function step(name, work) {
  say(`check: ${name} …`);
  work();
}
