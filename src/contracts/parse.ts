import type { z } from 'zod';
import { type ErrorCode, GrkError } from './errors.ts';
import { inputJsonSchema, keysAt } from './json-schema.ts';
import { nearest } from './nearest.ts';

export type ParseContext = {
  /** What is being read, as the message should name it: a file, `file:line`, an option. */
  readonly what: string;
} & (
  | { readonly code: ErrorCode; readonly remedy: string }
  | { readonly code: 'GRK_INTERNAL'; readonly remedy: undefined }
);

/**
 * Checks a value against a schema.
 * @throws GrkError with the given code; every fault is named with its path, unknown keys with the nearest known one
 */
export function parseWith<S extends z.ZodType>(schema: S, value: unknown, context: ParseContext): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const faults = result.error.issues.flatMap((issue) => describeIssue({ schema, value }, issue, []));
  const message = `${context.what}: ${faults.join('; ')}`;
  const facts = { faults };
  throw context.remedy === undefined
    ? new GrkError(context.code, message, { facts })
    : new GrkError(context.code, message, { remedy: context.remedy, facts });
}

/** What was checked, and against what. */
interface Checked {
  readonly schema: z.ZodType;
  readonly value: unknown;
}

function describeIssue(checked: Checked, issue: z.core.$ZodIssue, above: readonly PropertyKey[]): string[] {
  const path = [...above, ...issue.path];
  const at = path.length === 0 ? '' : `${formatPath(path)}: `;
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(inputJsonSchema(checked.schema), path);
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
    return best.flatMap((inner) => describeIssue(checked, inner, path));
  }
  return [`${at}${wrongValue(valueAt(checked.value, path), issue) ?? issue.message}`];
}

/** A value that is missing, or is none of a choice, in our words. */
function wrongValue(value: unknown, issue: z.core.$ZodIssue): string | undefined {
  const choices = choicesOf(issue);
  if (value === undefined && (choices !== undefined || issue.code === 'invalid_type')) {
    return choices === undefined ? 'is missing' : `is missing (one of: ${choices.join(', ')})`;
  }
  if (choices === undefined || typeof value !== 'string') return undefined;
  const near = nearest(value, choices);
  return `"${value}" is not one of: ${choices.join(', ')}${near === undefined ? '' : `; did you mean "${near}"?`}`;
}

function choicesOf(issue: z.core.$ZodIssue): string[] | undefined {
  if (issue.code === 'invalid_value') return issue.values.map(String);
  const { options } = issue as { readonly options?: unknown };
  return issue.code === 'invalid_union' && Array.isArray(options) ? options.map(String) : undefined;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, part) => (typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[part] : undefined),
    value,
  );
}

export function formatPath(path: readonly PropertyKey[]): string {
  return path
    .map((part, i) => (typeof part === 'number' ? `[${part}]` : `${i === 0 ? '' : '.'}${String(part)}`))
    .join('');
}
