import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const BEGIN = '<!-- quickstart:begin -->\n```text\n';
const END = '```\n<!-- quickstart:end -->';

/** What `npm run quickstart` prints on an 80-column terminal, with more options where some are given; run from the build. */
export function quickstartOutput(root: string, ...options: string[]): string {
  const args = [join(root, 'dist', 'cli', 'main.js'), 'eval', '--golden', 'golden/handbook', ...options];
  const env = { PATH: process.env.PATH, LANG: 'C.UTF-8', COLUMNS: '80' };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`grk eval ended with ${status}: ${stderr}`);
  return stdout;
}

/** The README with the output put between its marks. */
export function withOutput(readme: string, output: string): string {
  const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error('the README has lost its quickstart marks');
  return `${readme.slice(0, begin + BEGIN.length)}${output}${readme.slice(end)}`;
}

/** The output shown in the README. */
export function shownOutput(readme: string): string {
  return readme.slice(readme.indexOf(BEGIN) + BEGIN.length, readme.indexOf(END));
}

/** Without what differs from run to run: the latency at the end of a stage's row. */
export function withoutLatency(output: string): string {
  return output.replace(/^((?:bm25|dense|fusion|rerank)\b.*?) +\d+\.\d+$/gm, '$1');
}
