import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

export const CONFIG_FILE = 'grk.config.json';
export const STATE_FOLDER = '.grk';

/** The nearest folder upward that holds a configuration or a state folder, else the folder itself. */
export function findProjectRoot(from: string): string {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    if (existsSync(join(folder, CONFIG_FILE)) || existsSync(join(folder, STATE_FOLDER))) return folder;
    if (dirname(folder) === folder) return resolve(from);
  }
}
