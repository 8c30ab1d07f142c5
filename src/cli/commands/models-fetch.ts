import { relative } from 'node:path';
import { GrkError } from '../../contracts/errors.ts';
import { withAbsolutePath } from '../../contracts/model-id.ts';
import type { FetchOutcome, FetchPlan } from '../../contracts/models.ts';
import { fetchPlanText, fetchText } from '../../report/terminal/model-view.ts';
import { bytesText } from '../../report/terminal/number.ts';
import { planFetch, runFetch } from '../../workbench/models/fetch.ts';
import { textOf } from '../arguments.ts';
import { COMMANDS } from '../command-table.ts';
import { EXIT } from '../exit.ts';
import type { Io } from '../io.ts';
import type { Arguments } from '../program.ts';
import { openSession, voiceOf } from '../session.ts';

const DEFAULT_MAX_SIZE = '1GB';
const UNITS = { '': 1, K: 1e3, M: 1e6, G: 1e9, T: 1e12 } as const;

/** `grk models fetch OWNER/MODEL@REVISION` */
export async function modelsFetchCommand(io: Io, args: Arguments): Promise<number> {
  const session = openSession(io, COMMANDS.modelsFetch, args);
  const maxBytes = bytesOf(textOf(args, 'max-size') ?? DEFAULT_MAX_SIZE);
  const planned = await planFetch(session, {
    model: String(args.model),
    dtype: textOf(args, 'dtype'),
    to: textOf(args, 'to'),
    env: io.env,
  });
  session.notice(fetchPlanText(planned.plan));
  if (planned.plan.bytes > maxBytes && !(await isAgreed(io, planned.plan, maxBytes))) {
    session.notice('nothing was fetched');
    return EXIT.done;
  }
  const outcome = await runFetch(session, planned);
  const { isJson, wantsColor } = voiceOf(args);
  io.out(
    isJson ? `${JSON.stringify(outcome)}\n` : fetchText(outcome, idFrom(io.cwd, outcome), io.outStyle(wantsColor)),
  );
  return EXIT.done;
}

/** The id with its path from a folder: the one for the configuration starts at the root of the project. */
function idFrom(cwd: string, { id, folder }: FetchOutcome): string {
  return withAbsolutePath(id, () => relative(cwd, folder));
}

async function isAgreed(io: Io, { name, bytes }: FetchPlan, maxBytes: number): Promise<boolean> {
  const size = `${name} takes ${bytesText(bytes)}, more than ${bytesText(maxBytes)}`;
  if (io.ask === undefined) {
    throw new GrkError('GRK_USAGE', size, { remedy: `Say --max-size ${Math.ceil(bytes / 1e6)}MB to fetch it.` });
  }
  return /^\s*y(es)?\s*$/i.test(await io.ask(`${size}. Fetch it? [y/N] `));
}

/** @throws GrkError GRK_USAGE */
export function bytesOf(text: string): number {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*([KMGT]?)B?$/i.exec(text.trim()) ?? [];
  const bytes = Number(number) * UNITS[unit.toUpperCase() as keyof typeof UNITS];
  if (number !== '' && Number.isSafeInteger(Math.round(bytes))) return Math.round(bytes);
  throw new GrkError('GRK_USAGE', `--max-size is "${text}", which is no size`, {
    remedy: 'Write, for example, --max-size 500MB.',
  });
}
