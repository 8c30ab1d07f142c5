import type { z } from 'zod';
import { type ErrorCode, GrkError } from './errors.ts';
import { inputJsonSchema, keysAt } from './json-schema.ts';
import { nearest } from './nearest.ts';

export interface ParseContext {
  /** What is being read, as the message should name it: a file, `file:line`, an option. */
  readonly what: string;
  readonly code: ErrorCode;
  readonly remedy?: string;
}

/**
 * Checks a value against a schema.
 * @throws GrkError with the given code; every fault is named with its path, unknown keys with the nearest known one
 */
export function parseWith<S extends z.ZodType>(schema: S, value: unknown, context: ParseContext): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const faults = describeIssues(schema, result.error.issues);
  throw new GrkError(context.code, `${context.what}: ${faults.join('; ')}`, {
    ...(context.remedy === undefined ? {} : { remedy: context.remedy }),
    facts: { faults },
  });
}

function describeIssues(schema: z.ZodType, issues: readonly z.core.$ZodIssue[]): string[] {
  return issues.flatMap((issue) => describeIssue(schema, issue, []));
}

function describeIssue(schema: z.ZodType, issue: z.core.$ZodIssue, above: readonly PropertyKey[]): string[] {
  const path = [...above, ...issue.path];
  const at = path.length === 0 ? '' : `${formatPath(path)}: `;
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(inputJsonSchema(schema), path);
    return issue.keys.map((key) => {
      if (known.includes(key)) return `${at}the key "${key}" does not go with the others here`;
      const near = nearest(key, known);
      const hint = near === undefined ? ` (known: ${known.join(', ')})` : `; did you mean "${near}"?`;
      return `${at}unknown key "${key}"${hint}`;
    });
  }
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    // The branch with the fewest faults is the one that was meant.
    const branches = issue.errors.filter((errors) => errors.length > 0);
    const best = branches.reduce((a, b) => (b.length < a.length ? b : a), branches[0] ?? []);
    return best.flatMap((inner) => describeIssue(schema, inner, path));
  }
  return [`${at}${issue.message}`];
}

export function formatPath(path: readonly PropertyKey[]): string {
  return path
    .map((part, i) => (typeof part === 'number' ? `[${part}]` : `${i === 0 ? '' : '.'}${String(part)}`))
    .join('');
}
