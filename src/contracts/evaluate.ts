import { z } from 'zod';
import type { ConfigInput } from './config.ts';
import { StageNameSchema } from './pipeline.ts';
import type { SearchFunction } from './ports.ts';
import type { SuiteInput } from './suite.ts';

const Name = z.string().min(1);
const Search = z.custom<SearchFunction>(
  (value) => typeof value === 'function',
  'expected a function (topic, k, signal) => hits',
);

const InlineSearchSchema = z.strictObject({
  search: Search,
  version: Name.optional().describe('What you call the state of that search; it is part of the run configuration.'),
  canAbstain: z.boolean().optional().describe('It has a rule by which it returns nothing.'),
  timeoutMs: z.int().min(1).optional().describe('Per topic.'),
});

/** What the library’s `evaluate` is asked for; what is left out is as on the command line. */
export const EvaluateOptionsSchema = z.strictObject({
  golden: Name.optional().describe('Folder of the golden set; default: the suite’s, else the configuration’s.'),
  suite: z
    .union([Name, z.custom<SuiteInput>(isObject)])
    .optional()
    .describe('Suite file, or what would stand in one; paths in it are relative to `cwd` then.'),
  search: z
    .record(z.string(), z.union([Search, InlineSearchSchema]))
    .superRefine((searches, context) => {
      for (const name of Object.keys(searches)) {
        const fault = StageNameSchema.safeParse(name).error?.issues[0]?.message;
        if (fault !== undefined) context.addIssue({ code: 'custom', path: [name], message: fault });
      }
    })
    .optional()
    .describe('Searches by name. Without a suite each is a stage, compared with bm25; a suite names them as sources.'),
  split: Name.optional().describe('A split, or `all`; default: dev, else test, else the only one.'),
  topics: Name.optional().describe('Glob over topic ids.'),
  categories: z.array(Name).optional(),
  measures: z.array(Name).optional().describe('Measures beside the standard ones.'),
  embedder: Name.optional(),
  reranker: Name.optional(),
  topK: z.int().min(1).optional().describe('How deep rankings are kept and scored.'),
  repeats: z.int().min(1).optional().describe('How often each topic is run to time it; default: the suite’s.'),
  config: z
    .custom<ConfigInput>(isObject, 'expected an object of configuration keys')
    .optional()
    .describe('Configuration keys over those of grk.config.json.'),
  texts: z.boolean().optional().describe('False: no passage texts in the report.'),
  out: Name.optional().describe('Where the report is written too; default: nowhere.'),
  cwd: Name.optional().describe(
    'Paths are relative to it, and the project is found from it; default: that of the process.',
  ),
  signal: z.custom<AbortSignal>((value) => isObject(value) && 'aborted' in value, 'expected an AbortSignal').optional(),
});

export type EvaluateOptions = z.input<typeof EvaluateOptionsSchema>;
export type InlineSearch = z.input<typeof InlineSearchSchema>;

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
