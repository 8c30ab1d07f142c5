/** `npm test`: every test, from a fresh clone on. Arguments go to vitest. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, ROOT, say, tryRun } from './project.mjs';

const RESULTS = join(ROOT, 'node_modules', '.grk-test-results.json');

ensureInstalled();
ensureBuilt();
say('running all tests …');
rmSync(RESULTS, { force: true });
const status = tryRun(process.execPath, [
  join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'),
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${RESULTS}`,
  ...process.argv.slice(2),
]);
const { passed, failed } = counts();
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exit(status);

/** A run that wrote no results counts as one failure. */
function counts() {
  try {
    const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(readFileSync(RESULTS, 'utf8'));
    return {
      passed: numPassedTests,
      failed: numFailedTests === 0 && status !== 0 ? Math.max(1, numFailedTestSuites) : numFailedTests,
    };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
