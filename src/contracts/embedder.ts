import { z } from 'zod';

/** `bitwise`: same bits on every system. `machine`: same bits on one machine. `none`: no promise. */
export const DeterminismSchema = z.enum(['bitwise', 'machine', 'none']);
export type Determinism = z.infer<typeof DeterminismSchema>;

/** Everything about an embedder that can change a vector, and its name; read from the opened model, never from configuration. */
export const EmbedderIdentitySchema = z.strictObject({
  provider: z.string().min(1),
  model: z.string().min(1).describe('Name for people; no part of what identifies it: the weights hash is.'),
  algorithm: z.string().min(1).describe('Version id of the code that makes vectors from weights.'),
  weightsSha256: z.string().describe('Hash over the weights and tokenizer files; empty where there are none.'),
  service: z
    .strictObject({
      url: z.string(),
      model: z.string().describe('As it is asked for.'),
      answering: z.string().nullable().describe('As the service names it; null where it does not.'),
    })
    .optional()
    .describe('What stands for the weights where a service gives no hash of them.'),
  dimensions: z.int().min(1),
  dtype: z.string(),
  pooling: z.string(),
  normalised: z.boolean(),
  queryPrefix: z.string(),
  passagePrefix: z.string(),
  maxTokens: z.int().min(1).nullable().describe('null: no limit, or none that is told.'),
  determinism: DeterminismSchema,
});
export type EmbedderIdentity = z.infer<typeof EmbedderIdentitySchema>;

/** What can change a number: the identity of a model without its name for people. */
export function unnamed<T extends { readonly model: string }>({ model: _name, ...rest }: T): Omit<T, 'model'> {
  return rest;
}
