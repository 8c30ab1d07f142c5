import { GrkError } from '../../contracts/errors.ts';
import { type ImportFormat, ImportFormatSchema } from '../../contracts/golden.ts';
import { didYouMean } from '../../contracts/nearest.ts';
import { keyTable } from '../../report/terminal/key-table.ts';
import { goldenImport } from '../../workbench/golden/import.ts';
import { isOn, listOf, requiredText, textOf } from '../arguments.ts';
import { COMMANDS } from '../command-table.ts';
import { EXIT } from '../exit.ts';
import type { Io } from '../io.ts';
import type { Arguments } from '../program.ts';
import { openSession, voiceOf } from '../session.ts';

/** `grk golden import FORMAT PATH… --out FOLDER` */
export async function goldenImportCommand(io: Io, args: Arguments): Promise<number> {
  const session = openSession(io, COMMANDS.goldenImport, args);
  const outcome = await goldenImport(session, {
    format: formatOf(String(args.format)),
    paths: listOf(args, 'paths'),
    split: textOf(args, 'split'),
    map: listOf(args, 'map'),
    out: requiredText(args, 'out', 'the folder of the new golden set'),
    name: textOf(args, 'name'),
    isForced: isOn(args, 'force', false),
    isStrict: isOn(args, 'strict', false),
  });
  const { isJson, wantsColor } = voiceOf(args);
  if (isJson) {
    io.out(`${JSON.stringify(outcome)}\n`);
    return EXIT.done;
  }
  const { folder, unit, documents, topics, answerable, unknown, judgments, splits, leftOut } = outcome;
  const rows = [
    { key: 'written', value: folder },
    { key: 'unit', value: unit },
    { key: 'documents', value: String(documents) },
    { key: 'topics', value: `${topics} (${answerable} answerable, ${unknown} without a relevant judgment)` },
    { key: 'splits', value: splits.join(', ') },
    { key: 'judgments', value: String(judgments) },
    ...(leftOut.length === 0 ? [] : [{ key: 'left out', value: `${leftOut.length} judgments, in left-out.tsv` }]),
  ];
  io.out(keyTable(rows, io.outStyle(wantsColor)));
  return EXIT.done;
}

function formatOf(text: string): ImportFormat {
  const format = ImportFormatSchema.safeParse(text);
  if (format.success) return format.data;
  const known = ImportFormatSchema.options;
  throw new GrkError('GRK_UNKNOWN_NAME', `there is no format "${text}".${didYouMean(text, known)}`, {
    remedy: `Known: ${known.join(', ')}.`,
  });
}
