import { type KeyRow, keyTable } from '../../report/terminal/key-table.ts';
import { type DoctorLine, doctor } from '../../workbench/doctor.ts';
import { COMMANDS } from '../command-table.ts';
import { EXIT } from '../exit.ts';
import type { Io } from '../io.ts';
import type { Arguments } from '../program.ts';
import { openSession, voiceOf } from '../session.ts';

/** `grk doctor` */
export async function doctorCommand(io: Io, args: Arguments): Promise<number> {
  const lines = await doctor(openSession(io, COMMANDS.doctor, args));
  const { isJson, wantsColor } = voiceOf(args);
  if (isJson) io.out(`${JSON.stringify(lines)}\n`);
  else {
    const topics = [...new Set(lines.map(({ topic }) => topic))];
    const style = io.outStyle(wantsColor);
    const sections = topics.map(
      (topic) => `${topic}\n${keyTable(lines.filter((line) => line.topic === topic).map(rowOf), style)}`,
    );
    io.out(sections.join('\n'));
  }
  return EXIT.done;
}

function rowOf({ name, detail, status, remedy }: DoctorLine): KeyRow {
  return {
    key: name,
    value: detail,
    ...(status === 'note' ? {} : { status }),
    ...(remedy === undefined ? {} : { remedy }),
  };
}
