import { existsSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { explainConfig, helpTexts, type KeyExplanation } from '../config/explain.ts';
import { CONFIG_FILE } from '../config/project.ts';
import { ConfigSchema } from '../contracts/config.ts';
import { GrkError } from '../contracts/errors.ts';
import { storeError } from '../store/store-error.ts';

const SCHEMA_FILE = fileURLToPath(new URL('../../docs/schemas/config.schema.json', import.meta.url));

export interface InitOutcome {
  readonly file: string;
  readonly keys: readonly KeyExplanation[];
}

/**
 * Writes a configuration that holds every key at its default, with what each means under `$help`.
 * @throws GrkError GRK_USAGE where there is one already, and the store errors
 */
export function writeConfig(folder: string, force: boolean): InitOutcome {
  const file = join(folder, CONFIG_FILE);
  if (existsSync(file) && !force) {
    throw new GrkError('GRK_USAGE', `${file} is there already`, {
      remedy: 'Edit it, or write a new one with `grk init --force`.',
    });
  }
  const config = { ...schemaLink(folder), $help: helpTexts(), ...ConfigSchema.parse({}) };
  try {
    writeFileSync(file, `${JSON.stringify(config, null, 2)}\n`);
  } catch (cause) {
    throw storeError(cause, folder, 'the folder of the configuration');
  }
  return { file, keys: explainConfig() };
}

/** Where grk is installed in the project itself, editors find its schema by a relative path. */
function schemaLink(folder: string): { $schema?: string } {
  const path = relative(folder, SCHEMA_FILE).split(sep).join('/');
  return path.startsWith('node_modules/') ? { $schema: `./${path}` } : {};
}
