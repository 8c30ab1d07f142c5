import { z } from 'zod';
import { MeasureNameSchema } from './measure.ts';
import { VariantSchema } from './pipeline.ts';

export const DEFAULT_PRIMARY = 'nDCG@10';
export const DEFAULT_SECONDARY = ['RR@10', 'R@10', 'Success@1'] as const;

const AxisSchema = z.enum(['quality', 'abstention', 'latency', 'cost']);

/** What to run and how to read it: the file that `grk eval SUITE` takes. */
export const SuiteSchema = z
  .strictObject({
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
    guards: z
      .array(z.strictObject({ axis: AxisSchema, margin: z.number().min(0).optional() }))
      .default([])
      .describe('Axes that a headline improvement may not lose on.'),
    variants: z.array(VariantSchema).min(1),
    baseline: z
      .string()
      .optional()
      .describe('Stage id (variant/name) that others are compared with; default: the first.'),
    gates: z.array(z.string().min(1)).default([]).describe('KIND[:margin][@measure[/slice]].'),
  })
  .superRefine((suite, context) => {
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
  });
export type Suite = z.infer<typeof SuiteSchema>;
