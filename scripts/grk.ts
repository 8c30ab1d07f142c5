import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Runs the build in the project's folder, with nothing of the caller's environment that could change what it prints. */
export function grk(args: readonly string[], columns: number, root = ROOT): string {
  const env = { PATH: process.env.PATH, LANG: 'C.UTF-8', COLUMNS: String(columns) };
  const command = [join(root, 'dist', 'cli', 'main.js'), ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: root, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`grk ${args.join(' ')} ended with ${status}: ${stderr}`);
  return stdout;
}
