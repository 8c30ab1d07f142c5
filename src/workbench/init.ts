import { existsSync, writeFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { explainConfig, helpTexts, type KeyExplanation } from '../config/explain.ts';
import { resolveConfig, settingOf } from '../config/layers.ts';
import { CONFIG_FILE } from '../config/project.ts';
import { NO_RERANKER } from '../contracts/config.ts';
import { GrkError } from '../contracts/errors.ts';
import { openEmbedder } from '../providers/registry.ts';
import { openReranker } from '../providers/rerankers/registry.ts';
import { storeError } from '../store/store-error.ts';

const SCHEMA_FILE = fileURLToPath(new URL('../../docs/schemas/config.schema.json', import.meta.url));

export interface InitOutcome {
  readonly file: string;
  readonly keys: readonly KeyExplanation[];
}

/**
 * Refuses to write over a configuration unless that was asked for.
 * @throws GrkError GRK_USAGE
 */
export function requireNoConfig(folder: string): void {
  const file = join(folder, CONFIG_FILE);
  if (!existsSync(file)) return;
  throw new GrkError('GRK_USAGE', `${file} is there already`, {
    remedy: 'Edit it, or write a new one with `grk init --force`.',
  });
}

/** What a new configuration can be asked about. */
export type Choice = 'golden' | 'embedder' | 'reranker';

/**
 * Refuses a golden set that is not there, and a model that cannot be opened.
 * @throws GrkError GRK_FILE_MISSING, and what opening a model throws
 */
export async function checkChoice(folder: string, choice: Choice, text: string): Promise<void> {
  if (choice === 'embedder') await openEmbedder(text, folder);
  if (choice === 'reranker' && text !== NO_RERANKER) await openReranker(text, folder);
  if (choice === 'golden' && !existsSync(resolve(folder, text))) {
    throw new GrkError('GRK_FILE_MISSING', `there is no folder ${resolve(folder, text)}`, {
      remedy: 'Name the folder of a golden set, or none yet.',
    });
  }
}

/**
 * Writes a configuration that holds every key, with what each means under `$help`.
 * @param settings dotted key to text, over the defaults; paths are relative to the folder
 * @throws GrkError GRK_CONFIG_INVALID, and the store errors
 */
export function writeConfig(folder: string, settings: Readonly<Record<string, string>>): InitOutcome {
  const file = join(folder, CONFIG_FILE);
  const layers = Object.entries(settings).map(([key, text]) => {
    const name = `--set ${key}`;
    return { origin: 'flag', name, values: settingOf(key, text, name) } as const;
  });
  const config = { ...schemaLink(folder), $help: helpTexts(), ...resolveConfig(layers).config };
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
