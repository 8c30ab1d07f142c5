/** Holds the coverage gates: the whole, and the core file by file so that a well-covered file cannot hide a thin one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, say } from './project.mjs';

const read = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
const { whole, core } = read('test/coverage-core.json');
const summary = read('coverage/coverage-summary.json');

const faults = [];
if (summary.total.lines.pct < whole.lines)
  faults.push(`the whole has ${summary.total.lines.pct} % of lines covered (gate ${whole.lines} %)`);
for (const { file, lines, reason } of core) {
  const found = summary[join(ROOT, file)];
  if (found === undefined) faults.push(`${file} is gated (${reason}), but was not measured`);
  else if (found.lines.pct < lines)
    faults.push(`${file} has ${found.lines.pct} % of lines covered (gate ${lines} %: ${reason})`);
}
for (const fault of faults) say(`coverage: ${fault}`);
say(`coverage: ${summary.total.lines.pct} % of lines, ${core.length} core files`);
process.exit(faults.length === 0 ? 0 : 1);
