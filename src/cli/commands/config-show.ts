import { flatten } from '../../config/layers.ts';
import { type KeyRow, keyTable } from '../../report/terminal/key-table.ts';
import { isOn } from '../arguments.ts';
import { COMMANDS } from '../command-table.ts';
import { EXIT } from '../exit.ts';
import type { Io } from '../io.ts';
import type { Arguments } from '../program.ts';
import { openSession, voiceOf } from '../session.ts';

/** `grk config show [--origin]` */
export async function configShowCommand(io: Io, args: Arguments): Promise<number> {
  const { loaded } = openSession(io, COMMANDS.configShow, args);
  const { isJson, wantsColor } = voiceOf(args);
  const wantsOrigin = isOn(args, 'origin', false);
  const rows = flatten(loaded.config)
    .filter(([key]) => !key.startsWith('$'))
    .map(([key, value]): KeyRow & { raw: unknown } => ({
      key,
      value: textOf(value),
      raw: value,
      ...(wantsOrigin ? { origin: loaded.origins.get(key) ?? 'default' } : {}),
    }));
  if (isJson) {
    const entries = rows.map(({ key, raw, origin }) => [key, origin === undefined ? raw : { value: raw, origin }]);
    io.out(
      `${JSON.stringify({ root: loaded.root, file: loaded.file ?? null, config: Object.fromEntries(entries) })}\n`,
    );
  } else {
    io.out(
      keyTable(
        rows.map(({ raw: _raw, ...row }) => row),
        io.outStyle(wantsColor),
      ),
    );
  }
  return EXIT.done;
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.join(', ') : JSON.stringify(value);
}
