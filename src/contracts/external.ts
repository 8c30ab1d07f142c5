import { z } from 'zod';
import type { Determinism } from './embedder.ts';
import { IdSchema } from './ids.ts';
import type { RunStage } from './run-config.ts';

const Score = z.number().optional().describe('Higher is better. All hits of an answer have one, or none has.');
const Offset = z.int().min(0);
const Line = z.int().min(1);

/** A hit of a search from outside. A place that is no passage of the index becomes the passage that covers most of it. */
export const ExternalHitSchema = z
  .union([
    z.strictObject({ id: IdSchema, score: Score }).describe('A passage by its id.'),
    z
      .strictObject({ doc: IdSchema, score: Score })
      .describe('A document: in document unit, or where it has exactly one passage.'),
    z
      .strictObject({ doc: IdSchema, start: Offset, end: Offset, score: Score })
      .describe('UTF-16 offsets into the document as read; `end` is the first one behind the hit.'),
    z
      .strictObject({ doc: IdSchema, lines: z.tuple([Line, Line]), score: Score })
      .describe('First and last line, counted from 1, both included.'),
  ])
  .superRefine((hit, context) => {
    if ('start' in hit && hit.start >= hit.end) {
      context.addIssue({ code: 'custom', path: ['end'], message: 'must be above start' });
    }
    if ('lines' in hit && hit.lines[0] > hit.lines[1]) {
      context.addIssue({ code: 'custom', path: ['lines'], message: 'the last line is before the first' });
    }
  });

/** Body of an answer over HTTP. */
export const ExternalAnswerSchema = z.strictObject({
  hits: z.array(z.unknown()).describe('Hits, in any order where they have scores, else best first.'),
});

/** A hit whose id is a passage or a document, as run files name either. */
export interface DocnoHit {
  readonly docno: string;
  readonly score: number;
}

/** What a search of your own answers with. */
export type PlaceHit = z.infer<typeof ExternalHitSchema>;
export type ExternalHit = PlaceHit | DocnoHit;

export interface ExternalIdentity {
  /** As the run configuration records it: paths as they were written, addresses without what may be secret. */
  readonly settings: RunStage['settings'];
  readonly determinism: Determinism;
}
