import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { GrkError } from '../contracts/errors.ts';
import { withAbsolutePath } from '../contracts/model-id.ts';
import { readJsonFile } from './json-file.ts';
import { type Layer, type ResolvedConfig, resolveConfig, type Settings, settingOf, settingPaths } from './layers.ts';
import { CONFIG_FILE, findProjectRoot, STATE_FOLDER } from './project.ts';

export interface ConfigInput {
  readonly cwd: string;
  /** `--config FILE`; default: grk.config.json of the project root, where there is one. */
  readonly file?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Dotted key to text, from options; a missing value sets nothing. */
  readonly flags: Readonly<Record<string, string | undefined>>;
  /** Nested as in the file, from a program that calls the library. */
  readonly values?: Settings | undefined;
}

export interface LoadedConfig extends ResolvedConfig {
  readonly root: string;
  readonly stateFolder: string;
  /** The file that was read, if any. */
  readonly file: string | undefined;
}

/**
 * Reads the configuration: defaults, then the file, then GRK_* variables, then options.
 * Paths in a file are relative to it; paths in variables and options to the working directory.
 * @throws GrkError GRK_CONFIG_INVALID, GRK_FILE_MISSING, GRK_FILE_UNREADABLE
 */
export function loadConfig(input: ConfigInput): LoadedConfig {
  const named = input.file === undefined ? undefined : resolve(input.cwd, input.file);
  const root = named === undefined ? findProjectRoot(input.cwd) : dirname(named);
  const file = named ?? join(root, CONFIG_FILE);
  // One that was named is read even if it is not there: reading says so.
  const hasFile = named !== undefined || existsSync(file);
  const layers: Layer[] = [];
  if (hasFile)
    layers.push({ origin: 'file', name: file, values: withAbsolutePaths(readConfigFile(file), dirname(file)) });
  for (const key of settingPaths()) {
    const name = variableOf(key);
    const text = input.env[name];
    if (text !== undefined && text !== '') layers.push(textLayer('env', name, key, text, input.cwd));
  }
  for (const [key, text] of Object.entries(input.flags)) {
    if (text !== undefined) layers.push(textLayer('flag', `--set ${key}`, key, text, input.cwd));
  }
  if (input.values !== undefined) {
    layers.push({
      origin: 'flag',
      name: 'the configuration given',
      values: withAbsolutePaths(input.values, input.cwd),
    });
  }
  return { ...resolveConfig(layers), root, stateFolder: join(root, STATE_FOLDER), file: hasFile ? file : undefined };
}

/** `lexical.k1` → `GRK_LEXICAL_K1`, `topK` → `GRK_TOP_K`. */
export function variableOf(path: string): string {
  return `GRK_${path
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('.', '_')
    .toUpperCase()}`;
}

function textLayer(origin: Layer['origin'], name: string, key: string, text: string, cwd: string): Layer {
  return { origin, name, values: withAbsolutePaths(settingOf(key, text, name), cwd) };
}

function readConfigFile(file: string): Settings {
  const value = readJsonFile(file, {
    what: 'the configuration file',
    code: 'GRK_CONFIG_INVALID',
    naming: 'Check the path and the permissions, or run `grk init` to write one.',
    mending: 'Mend the file, or write a new one with `grk init --force`.',
  });
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new GrkError('GRK_CONFIG_INVALID', `${file}: expected an object`, {
      remedy: 'Write settings as { "key": value }.',
    });
  }
  return value as Settings;
}

function withAbsolutePaths(settings: Settings, base: string): Settings {
  const result: Record<string, unknown> = { ...settings };
  if (typeof result.golden === 'string') result.golden = resolve(base, result.golden);
  if (typeof result.embedder === 'string') result.embedder = absoluteModel(result.embedder, base);
  if (typeof result.reranker === 'string') result.reranker = absoluteModel(result.reranker, base);
  return result;
}

/** An embedder or reranker id whose path, if it has one, is absolute. */
export function absoluteModel(id: string, base: string): string {
  return withAbsolutePath(id, (path) => resolve(base, path));
}
