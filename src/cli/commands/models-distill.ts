import { keyTable } from '../../report/terminal/key-table.ts';
import { type DistillOutcome, distill } from '../../workbench/models/distill.ts';
import { DEFAULT_PASSAGES } from '../../workbench/models/distill-texts.ts';
import { countOf, listOf, requiredText, textOf } from '../arguments.ts';
import { COMMANDS } from '../command-table.ts';
import { EXIT } from '../exit.ts';
import type { Io } from '../io.ts';
import type { Arguments } from '../program.ts';
import { openSession, voiceOf } from '../session.ts';

/** `grk models distill TEACHER --to FOLDER` */
export async function modelsDistillCommand(io: Io, args: Arguments): Promise<number> {
  const session = openSession(io, COMMANDS.modelsDistill, args);
  const outcome = await distill(session, {
    teacher: String(args.teacher),
    to: requiredText(args, 'to', 'the folder of the new embedder'),
    corpus: listOf(args, 'corpus'),
    texts: textOf(args, 'texts'),
    passages: countOf(args, 'passages', DEFAULT_PASSAGES),
    dimensions: textOf(args, 'dimensions') === undefined ? undefined : countOf(args, 'dimensions', 1),
  });
  const { isJson, wantsColor } = voiceOf(args);
  io.out(isJson ? `${JSON.stringify(outcome)}\n` : keyTable(rowsOf(outcome), io.outStyle(wantsColor)));
  return EXIT.done;
}

function rowsOf({ folder, dimensions, tokens, weightsSha256, texts, fit }: DistillOutcome) {
  return [
    { key: 'written', value: folder },
    { key: 'rows', value: `${tokens} tokens of ${dimensions} dimensions, int8` },
    { key: 'weights sha256', value: weightsSha256 },
    {
      key: 'texts',
      value:
        texts === null
          ? 'none: the vocabulary alone was used, and nothing was fitted or measured'
          : `${texts.used} of ${texts.found} passages, ${texts.truncated} of them cut`,
    },
    ...(fit === null
      ? []
      : [
          {
            key: 'fit',
            value: `mean cosine to the teacher ${fit.distilled.toFixed(4)} on ${fit.heldOutPassages} held-out passages (${fit.prior.toFixed(4)} before)`,
          },
        ]),
  ];
}
