import { z } from 'zod';

/** The part of a JSON Schema node that is walked here. */
export interface SchemaNode {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  /** Of the values of a record. */
  readonly additionalProperties?: SchemaNode | boolean;
  readonly required?: readonly string[];
  readonly items?: SchemaNode | boolean;
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
  readonly allOf?: readonly SchemaNode[];
}

/** The JSON Schema of what may be written in a file of this kind (inputs: keys with defaults are optional). */
export function inputJsonSchema(schema: z.ZodType): SchemaNode {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as SchemaNode;
}

/** A node with all branches of its unions, itself first. */
export function branches(node: SchemaNode): SchemaNode[] {
  const inner = [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])];
  return [node, ...inner.flatMap(branches)];
}

/** The nodes that describe a path, over all branches of the unions on the way. */
export function nodesAt(root: SchemaNode, path: readonly PropertyKey[]): SchemaNode[] {
  let level = branches(root);
  for (const part of path) {
    level = level.flatMap((node) => {
      const next =
        typeof part === 'number' ? node.items : (node.properties?.[String(part)] ?? node.additionalProperties);
      return typeof next === 'object' ? branches(next) : [];
    });
  }
  return level;
}

/** Keys known at a path. */
export function keysAt(root: SchemaNode, path: readonly PropertyKey[]): string[] {
  return [...new Set(nodesAt(root, path).flatMap((node) => Object.keys(node.properties ?? {})))];
}
