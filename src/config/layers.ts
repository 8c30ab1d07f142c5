import type { Config, ConfigOrigin } from '../contracts/config.ts';
import { ConfigSchema, DEFAULT_CHUNKER } from '../contracts/config.ts';
import { GrkError } from '../contracts/errors.ts';
import { branches, inputJsonSchema, nodesAt, type SchemaNode } from '../contracts/json-schema.ts';
import { didYouMean } from '../contracts/nearest.ts';
import { parseWith } from '../contracts/parse.ts';

/** Settings from one place, nested as in the file. */
export interface Layer {
  readonly origin: Exclude<ConfigOrigin, 'default'>;
  /** What messages call the place: a file, a variable, an option. */
  readonly name: string;
  readonly values: Settings;
}
export interface Settings {
  readonly [key: string]: unknown;
}

export interface ResolvedConfig {
  readonly config: Config;
  /** Where the value of each dotted key comes from. */
  readonly origins: ReadonlyMap<string, ConfigOrigin>;
}

const SCHEMA = inputJsonSchema(ConfigSchema);

/**
 * Joins layers, later ones over earlier ones, and checks the whole.
 * @throws GrkError GRK_CONFIG_INVALID
 */
export function resolveConfig(layers: readonly Layer[]): ResolvedConfig {
  const kept = ofOneChunker(layers);
  const merged = kept.reduce<Settings>((below, layer) => mergeSettings(below, layer.values), {
    // A chunker setting alone means that of the default chunker.
    chunker: { name: DEFAULT_CHUNKER },
  });
  const config = parseWith(ConfigSchema, merged, {
    what: faultyLayer(merged, kept),
    code: 'GRK_CONFIG_INVALID',
    remedy: 'Every key with its meaning is in docs/schemas/config.schema.json and in the file that `grk init` writes.',
  });
  const origins = new Map<string, ConfigOrigin>();
  for (const [path] of flatten(config)) {
    if (path.startsWith('$')) continue;
    const layer = kept.findLast(({ values }) => valueAt(values, path.split('.')) !== undefined);
    origins.set(path, layer?.origin ?? 'default');
  }
  return { config, origins };
}

/** The name of the layer that set what the schema refuses first. */
function faultyLayer(merged: Settings, layers: readonly Layer[]): string {
  const issue = ConfigSchema.safeParse(merged).error?.issues[0];
  const path =
    issue === undefined ? [] : [...issue.path.map(String), ...('keys' in issue ? issue.keys.slice(0, 1) : [])];
  return layers.findLast(({ values }) => valueAt(values, path) !== undefined)?.name ?? 'the configuration';
}

/** Dotted keys and values of the leaves; arrays are leaves. */
export function flatten(value: object, prefix = ''): [path: string, value: unknown][] {
  return Object.entries(value).flatMap(([key, item]): [string, unknown][] =>
    isSettings(item) && Object.keys(item).length > 0 ? flatten(item, `${prefix}${key}.`) : [[`${prefix}${key}`, item]],
  );
}

/**
 * Reads one `dotted.key=value` text by the type that the schema gives to the key.
 * @throws GrkError GRK_CONFIG_INVALID for an unknown key
 */
export function settingOf(path: string, text: string, name: string): Settings {
  const parts = path.split('.');
  const nodes = nodesAt(SCHEMA, parts);
  if (nodes.length === 0 && !isUnderRecord(parts)) {
    const known = settingPaths();
    throw new GrkError('GRK_CONFIG_INVALID', `${name}: unknown key "${path}".${didYouMean(path, known)}`, {
      remedy: `Known keys: ${known.join(', ')}.`,
    });
  }
  return parts.reduceRight<unknown>((inner, key) => ({ [key]: inner }), typed(text, nodes)) as Settings;
}

/** All dotted keys that may be set. */
export function settingPaths(): string[] {
  const walk = (node: SchemaNode, prefix: string): string[] =>
    branches(node).flatMap((branch) =>
      Object.entries(branch.properties ?? {}).flatMap(([key, child]) => {
        const inner = walk(child, `${prefix}${key}.`);
        return inner.length > 0 ? inner : [`${prefix}${key}`];
      }),
    );
  return [...new Set(walk(SCHEMA, ''))].filter((path) => !path.startsWith('$'));
}

function isUnderRecord(parts: readonly string[]): boolean {
  return parts.length === 3 && parts[0] === 'fusion' && parts[1] === 'weights';
}

function typed(text: string, nodes: readonly SchemaNode[]): unknown {
  const types = new Set(nodes.map((node) => node.type));
  if (types.has('array')) return listIn(text);
  if (types.has('string')) return text;
  if (types.has('boolean') && /^(true|false)$/.test(text)) return text === 'true';
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

/** A JSON array, or parts between commas; commas within the braces of a glob separate nothing. */
function listIn(text: string): unknown {
  if (text.trim().startsWith('[')) {
    try {
      return JSON.parse(text);
    } catch {
      // A glob may begin with a bracket too.
    }
  }
  return text.split(/,(?![^{]*\})/).map((part) => part.trim());
}

/**
 * Without the chunker settings that were made for another chunker: those of every layer up to the last one that names
 * another than the chunker in force. A setting from a layer that names none is for whichever is in force.
 */
function ofOneChunker(layers: readonly Layer[]): Layer[] {
  const nameIn = ({ values }: Layer) => valueAt(values, ['chunker', 'name']);
  const name = layers.map(nameIn).findLast((each) => each !== undefined) ?? DEFAULT_CHUNKER;
  const lastOther = layers.findLastIndex((layer) => (nameIn(layer) ?? name) !== name);
  return layers.map((layer, i) => {
    if (i > lastOther) return layer;
    const { chunker: _other, ...values } = layer.values;
    return { ...layer, values };
  });
}

/** Upper over lower, key by key. */
function mergeSettings(lower: Settings, upper: Settings): Settings {
  const result: Record<string, unknown> = { ...lower };
  for (const [key, value] of Object.entries(upper)) {
    const below = result[key];
    result[key] = isSettings(value) && isSettings(below) ? mergeSettings(below, value) : value;
  }
  return result;
}

function valueAt(settings: Settings, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isSettings(value) ? value[key] : undefined), settings);
}

function isSettings(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
