import { z } from 'zod';
import { MeasureNameSchema } from './measure.ts';
import { VariantInFileSchema, VariantSchema } from './pipeline.ts';

export const DEFAULT_PRIMARY = 'nDCG@10';
export const DEFAULT_SECONDARY = ['RR@10', 'R@10', 'Success@1'] as const;

export const MAX_REPEATS = 100;

const AxisSchema = z.enum(['quality', 'abstention', 'latency', 'cost']);

export const GuardSchema = z.strictObject({
  axis: AxisSchema,
  margin: z
    .number()
    .min(0)
    .optional()
    .describe('How much may be lost: a share of the topics, or of the latency. Latency needs one.'),
});
export type Guard = z.infer<typeof GuardSchema>;

const SUITE_SHAPE = {
  $schema: z.string().optional(),
  golden: z
    .string()
    .min(1)
    .optional()
    .describe('Golden set, relative to the suite file; default: the configuration’s.'),
  split: z.string().min(1).optional().describe('A split, or `all`; default: dev, else test, else the only one.'),
  excludeSelf: z.boolean().default(false).describe('Leave out a document whose id is the topic’s id.'),
  primary: MeasureNameSchema.default(DEFAULT_PRIMARY),
  secondary: z.array(MeasureNameSchema).default([...DEFAULT_SECONDARY]),
  minimumEffect: z
    .number()
    .positive()
    .optional()
    .describe('Smallest difference in the primary measure worth acting on.'),
  alpha: z.number().gt(0).lt(1).default(0.05).describe('Error rate over the declared family of comparisons.'),
  guards: z.array(GuardSchema).default([]).describe('Axes that a headline improvement may not lose on.'),
  baseline: z
    .string()
    .optional()
    .describe('Stage id (variant/name) that others are compared with; default: the first.'),
  gates: z.array(z.string().min(1)).default([]).describe('[STAGE=]KIND[:margin][@measure[/slice]].'),
  repeats: z
    .int()
    .min(1)
    .max(MAX_REPEATS)
    .default(1)
    .describe('How often each topic is run to time it, stages interleaved; latency is compared from 2 on.'),
};

/** What to run and how to read it, every parameter given. */
export const SuiteSchema = z
  .strictObject({ ...SUITE_SHAPE, variants: z.array(VariantSchema).min(1) })
  .superRefine(checkIds);
export type Suite = z.infer<typeof SuiteSchema>;

/** The file that `grk eval SUITE` takes: what it leaves out is as the configuration has it. */
export const SuiteFileSchema = z
  .strictObject({
    ...SUITE_SHAPE,
    excludeSelf: z
      .boolean()
      .optional()
      .describe('Leave out a document whose id is the topic’s id; default: the configuration’s.'),
    primary: MeasureNameSchema.optional().describe(
      'The measure that evidence and gates use; default: the configuration’s.',
    ),
    secondary: z
      .array(MeasureNameSchema)
      .optional()
      .describe('Measures that also set the direction; default: the configuration’s.'),
    variants: z.array(VariantInFileSchema).min(1),
  })
  .superRefine(checkIds);
export type SuiteFile = z.infer<typeof SuiteFileSchema>;
/** A suite as it is written. */
export type SuiteInput = z.input<typeof SuiteFileSchema>;

interface Identified {
  readonly baseline?: string | undefined;
  readonly variants: readonly { readonly name: string; readonly stages: readonly { readonly name: string }[] }[];
}

function checkIds(suite: Identified, context: z.RefinementCtx): void {
  const ids = new Set<string>();
  for (const variant of suite.variants) {
    for (const stage of variant.stages) {
      const id = `${variant.name}/${stage.name}`;
      if (ids.has(id))
        context.addIssue({ code: 'custom', path: ['variants'], message: `two variants are named "${variant.name}"` });
      ids.add(id);
    }
  }
  if (suite.baseline !== undefined && !ids.has(suite.baseline)) {
    context.addIssue({
      code: 'custom',
      path: ['baseline'],
      message: `"${suite.baseline}" is not a stage of this suite (known: ${[...ids].join(', ')})`,
    });
  }
}
