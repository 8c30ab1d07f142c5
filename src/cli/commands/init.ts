import { type KeyRow, keyTable } from '../../report/terminal/key-table.ts';
import { writeConfig } from '../../workbench/init.ts';
import { isOn } from '../arguments.ts';
import { EXIT } from '../exit.ts';
import type { Io } from '../io.ts';
import type { Arguments } from '../program.ts';
import { voiceOf } from '../session.ts';

/** `grk init` */
export async function init(io: Io, args: Arguments): Promise<number> {
  const { file, keys } = writeConfig(io.cwd, isOn(args, 'force', false));
  const { isJson, wantsColor } = voiceOf(args);
  if (isJson) {
    io.out(`${JSON.stringify({ file, keys })}\n`);
    return EXIT.done;
  }
  const rows = keys.map(
    ({ key, meaning, choices }): KeyRow => ({
      key,
      value: choices.length < 2 ? meaning : `${meaning} (${choices.join(' | ')})`,
    }),
  );
  io.out(`wrote ${file}\n\n${keyTable(rows, io.outStyle(wantsColor), 'meaning')}\n`);
  io.out('Next: grk ingest FOLDER, then grk search "…"; or grk eval --golden PATH.\n');
  return EXIT.done;
}
