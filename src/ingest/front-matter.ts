import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import type { MetadataValue } from '../contracts/document.ts';
import type { LeftOut } from '../contracts/ingest.ts';
import type { FrontMatter } from './chunk/front-matter-span.ts';
import { metadataValue } from './metadata-value.ts';

export interface FrontMatterValues {
  readonly values: ReadonlyMap<string, MetadataValue | readonly MetadataValue[]>;
  readonly leftOut: readonly LeftOut[];
}

/** The fence before the first line that is parsed. */
const LINES_BEFORE = 1;

let yaml: typeof Yaml | undefined;

/** Loaded on first use: most commands read no front matter. */
function loadYaml(): typeof Yaml {
  yaml ??= createRequire(import.meta.url)('yaml') as typeof Yaml;
  return yaml;
}

/**
 * Reads front matter as YAML 1.2 (core schema): its scalars, and its lists of scalars. Maps and lists of lists are left
 * out and listed; where it is no valid YAML, all of it is, since no part of it has a meaning that is sure.
 */
export function frontMatterValues({ lines }: FrontMatter): FrontMatterValues {
  const values = new Map<string, MetadataValue | readonly MetadataValue[]>();
  const leftOut: LeftOut[] = [];
  const entries = entriesOf(lines);
  if (!Array.isArray(entries)) return { values, leftOut: [entries] };
  for (const [name, value] of entries) {
    const key = typeof name === 'object' ? undefined : String(name);
    const read = metadataValue(value);
    if (key === undefined) leftOut.push({ key: 'a key that is no scalar', why: 'nested' });
    else if (values.has(key)) leftOut.push({ key, why: 'repeated' });
    else if ('why' in read) leftOut.push({ key, why: read.why });
    else values.set(key, read.held);
  }
  return { values, leftOut };
}

/** Keys and values in their order, whole numbers as bigints; or what is wrong with the YAML, at a line of the file. */
function entriesOf(lines: readonly string[]): [unknown, unknown][] | LeftOut {
  const { parseDocument } = loadYaml();
  try {
    const document = parseDocument(lines.join('\n'), { version: '1.2', schema: 'core', intAsBigInt: true });
    const [fault] = document.errors;
    if (fault !== undefined) return invalid(reasonOf(fault.message), fault.linePos?.[0].line);
    const read: unknown = document.toJS({ mapAsMap: true });
    if (read === null) return [];
    return read instanceof Map ? [...read] : invalid('it is no map', undefined);
  } catch (error) {
    // Aliases that would fill the memory, and brackets nested too deep.
    if (error instanceof Error) return invalid(reasonOf(error.message), undefined);
    throw error;
  }
}

function invalid(reason: string, line: number | undefined): LeftOut {
  const detail = line === undefined ? reason : `line ${line + LINES_BEFORE}: ${reason}`;
  return { key: 'front matter', why: 'not-yaml', detail };
}

/** The first line of a message, without the position that stands behind it. */
function reasonOf(message: string): string {
  return (message.split('\n')[0] ?? '').replace(/(?: at line \d+, column \d+)?:?$/, '');
}
