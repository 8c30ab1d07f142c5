import { ConfigSchema } from '../contracts/config.ts';
import { branches, inputJsonSchema, nodesAt, type SchemaNode } from '../contracts/json-schema.ts';
import { settingPaths } from './layers.ts';

export interface KeyExplanation {
  readonly key: string;
  readonly meaning: string;
  /** Values to choose from; empty where any of the type will do. */
  readonly choices: readonly string[];
}

const SCHEMA = inputJsonSchema(ConfigSchema);

/** Every configuration key with its meaning and choices, from the schema that checks it. */
export function explainConfig(): KeyExplanation[] {
  return settingPaths().map((key) => {
    const path = key.split('.');
    const nodes = nodesAt(SCHEMA, path);
    const parents = nodesAt(SCHEMA, path.slice(0, -1));
    return {
      key,
      meaning:
        nodes.map((node) => node.description).find((text) => text !== undefined) ??
        meaningOf(parents, path.at(-1) ?? ''),
      choices: [...new Set(nodes.flatMap(choicesOf))],
    };
  });
}

/** One line per key, for the `$help` of a configuration file. */
export function helpTexts(): Record<string, string> {
  return Object.fromEntries(
    explainConfig().map(({ key, meaning, choices }) => [
      key,
      choices.length < 2 ? meaning : `${meaning} Choices: ${choices.join(', ')}.`,
    ]),
  );
}

function choicesOf(node: SchemaNode): string[] {
  return [...(node.enum ?? []), ...(node.const === undefined ? [] : [node.const])].map(String);
}

/** A union's discriminator has no description of its own: its branches explain it. */
function meaningOf(parents: readonly SchemaNode[], key: string): string {
  const texts = parents.flatMap((parent) =>
    branches(parent).flatMap((branch) => {
      const value = branch.properties?.[key]?.const;
      return value === undefined || branch.description === undefined ? [] : [`${String(value)}: ${branch.description}`];
    }),
  );
  return [...new Set(texts)].join(' ');
}
