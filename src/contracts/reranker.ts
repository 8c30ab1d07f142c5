import { z } from 'zod';
import { DeterminismSchema } from './embedder.ts';

/** Everything about a reranker that can change a score, and its name; read from the opened model. */
export const RerankerIdentitySchema = z.strictObject({
  provider: z.string().min(1),
  model: z.string().min(1).describe('Name for people; no part of what identifies it: the weights hash is.'),
  algorithm: z.string().regex(/^[a-z0-9-]+\/\d+$/, 'expected name/version'),
  weightsSha256: z.string().describe('Hash over what scores are made from; empty where there is nothing.'),
  settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  determinism: DeterminismSchema,
});
export type RerankerIdentity = z.infer<typeof RerankerIdentitySchema>;
