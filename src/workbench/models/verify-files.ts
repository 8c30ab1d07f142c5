import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Session } from '../session/state.ts';
import { type Finding, failed, notPossible, ok } from './checks.ts';
import { digestOf } from './digest.ts';
import { LOCK_FILE, type LockedFiles, readLock } from './lock-file.ts';
import { readOrigin } from './origin.ts';

const SOURCE_FILE = 'SOURCE.md';
/** A row of its table of files: name, bytes, SHA-256. */
const SOURCE_ROW = /^\| (\S+) \| (\d+) \| ([0-9a-f]{64}) \|\s*$/gm;
/** Files that change what a model answers. */
const DECISIVE = /^(config|tokenizer|tokenizer_config)\.json$|^model\.safetensors$|^onnx\/model[^/]*$/;

/**
 * Holds the files of a model against the lock file where they were fetched, else against the table of their SOURCE.md.
 * @throws GrkError GRK_MODEL_INVALID, GRK_CONFIG_INVALID, GRK_INTERRUPTED
 */
export async function checkFiles(session: Session, folder: string): Promise<Finding> {
  const origin = readOrigin(folder);
  if (origin === undefined) {
    const listed = sourceTable(folder);
    return listed === undefined
      ? notPossible('they were not fetched, and no SOURCE.md lists their hashes')
      : compared(session, folder, listed, SOURCE_FILE);
  }
  const locked = readLock(session.loaded.root).models[origin.name];
  if (locked?.commit === origin.commit) return compared(session, folder, locked.files, LOCK_FILE);
  const what = locked === undefined ? 'no' : 'another';
  return notPossible(`${LOCK_FILE} holds ${what} commit of ${origin.name}; this is ${origin.commit}`);
}

async function compared(session: Session, folder: string, listed: LockedFiles, where: string): Promise<Finding> {
  const there = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
  const unlisted = there.find((path) => DECISIVE.test(path) && listed[path] === undefined);
  if (unlisted !== undefined) return failed(`${where} does not list ${unlisted}`);
  let count = 0;
  // Other number formats of the same model, or what it was made with, may be listed too.
  for (const [path, { size, sha256 }] of Object.entries(listed)) {
    const digest = await digestOf(join(folder, ...path.split('/')), size, session.signal);
    if (digest === undefined) continue;
    const fault = digest.faultOf({ size, sha256, blobSha1: null });
    if (fault !== undefined) return failed(`${path} is not the file that ${where} lists: ${fault}`);
    count++;
  }
  return ok(`${count} files, each with the size and SHA-256 that ${where} lists`);
}

function sourceTable(folder: string): LockedFiles | undefined {
  const file = join(folder, SOURCE_FILE);
  if (!existsSync(file)) return undefined;
  const rows = [...readFileSync(file, 'utf8').matchAll(SOURCE_ROW)];
  if (rows.length === 0) return undefined;
  return Object.fromEntries(
    rows.map(([, path = '', size, sha256 = '']) => [path, { size: Number(size), sha256 }] as const),
  );
}
