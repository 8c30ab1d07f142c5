import { createHash } from 'node:crypto';
import { DISTILL_ALGORITHM, type DistilledRows, REFIT } from '../../distill/distil.ts';
import { SIF_COEFFICIENT } from '../../distill/sif.ts';
import type { ChosenTexts } from './distill-texts.ts';
import type { OpenTeacher, Taught } from './teacher-outputs.ts';

interface Facts {
  readonly teacher: OpenTeacher;
  readonly taught: Taught;
  readonly chosen: ChosenTexts | undefined;
  readonly rows: DistilledRows;
  readonly dimensions: number;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** SOURCE.md of a distilled embedder: all that it was made of. Equal inputs give equal bytes: no date, no path. */
export function sourcePage(facts: Facts): Uint8Array {
  const { teacher, dimensions, files } = facts;
  const { model, weightsSha256, dtype, pooling, passagePrefix, maxTokens } = teacher.embedder.identity;
  const { size } = teacher.vocabulary;
  const lines = [
    `# Static embedder distilled from ${model}`,
    '',
    `Layout: model2vec, int8; tensor "embeddings" [${size}, ${dimensions}] and "weights" [${size}] (scale of a row times what its token counts).`,
    'Reads texts to their end, without prefixes: the sum of the rows of known tokens, scaled to length 1.',
    '',
    '## Teacher',
    '',
    `- transformers, model ${model}, dtype ${dtype}, pooling ${pooling}, passage prefix ${JSON.stringify(passagePrefix)}, at most ${maxTokens} tokens of a passage`,
    `- weightsSha256 ${weightsSha256} (over graph, tokenizer and configuration)`,
    `- texts and tokens were run one at a time (batch 1), threads ${teacher.threads}; nothing is drawn at random, so there is no seed`,
    '',
    '## Texts',
    '',
    ...textLines(facts),
    '',
    '## Method',
    '',
    ...methodLines(facts),
    '',
    '## Licence',
    '',
    `Derived from the weights of ${model}, and its vocabulary: their licence and notices apply to these files. What the texts`,
    'that it was fitted on ask for applies beside it; none of them is contained here.',
    '',
    '## Files',
    '',
    '| file | bytes | sha256 |',
    '|---|---|---|',
    ...[...files].map(
      ([name, bytes]) => `| ${name} | ${bytes.length} | ${createHash('sha256').update(bytes).digest('hex')} |`,
    ),
    '',
  ];
  return new TextEncoder().encode(lines.join('\n'));
}

function textLines({ chosen, taught, teacher }: Facts): string[] {
  if (chosen === undefined) {
    return ['None: the vocabulary alone was used. Nothing was fitted to passages, and no fit was measured.'];
  }
  const { texts, found, sha256, sources } = chosen;
  return [
    ...sources.map((source) => `- ${source}`),
    `- ${texts.length} of ${found} different passages were used: the first in the order of the sha256 of their JSON`,
    `- sha256 of the list (JSON, one a line): ${sha256}`,
    `- of ${taught.truncated} the teacher read the first ${teacher.passageTokens} tokens only`,
  ];
}

function methodLines({ rows: { share, fit }, dimensions, teacher }: Facts): string[] {
  const { lambda, rounds, steps } = REFIT;
  return [
    `- algorithm ${DISTILL_ALGORITHM}`,
    `- prior: each of ${teacher.vocabulary.tokenIds.length} tokens in its frame of special tokens through the teacher; the mean of the centred output at the first place and of the centred one at the token; mean length 1`,
    ...(fit === null
      ? []
      : [
          `- regression: closed-form ridge by conjugate gradient, lambda ${lambda}, ${rounds} rounds of ${steps} steps, towards the teacher's vectors less their mean over the fitted passages`,
        ]),
    `- ${dimensions} principal axes about the origin, which hold ${percent(share)} of the rows' squared length`,
    `- SIF ${SIF_COEFFICIENT} by rank in the vocabulary; rows of special and unused tokens are zero; int8 by row`,
    ...(fit === null
      ? []
      : [
          '',
          '## Fit',
          '',
          `Mean cosine to the teacher's vectors less their mean, over ${fit.heldOutPassages} passages that were not among the ${fit.fittedPassages} fitted: ${fit.distilled.toFixed(4)}`,
          `for these files (what lies outside of their axes counts as missed), ${fit.prior.toFixed(4)} before the regression, in full width.`,
          'It says how near the teacher they come on texts of this kind, not how well they rank.',
        ]),
  ];
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
