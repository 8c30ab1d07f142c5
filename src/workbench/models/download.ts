import { type FileHandle, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { GrkError } from '../../contracts/errors.ts';
import { beforeRetry, type HubFile } from '../../providers/hub/hub.ts';
import { type HubAccess, type HubAnswer, HubFault, hubError, hubGet } from '../../providers/hub/hub-request.ts';
import { makeFolder } from '../../store/make-folder.ts';
import { Digest, digestOf, sizeOf } from './digest.ts';

/** An attempt that brought this much was worth it: failures are counted anew. */
const WORTHWHILE_BYTES = 1024 * 1024;
const AGAIN = 'Run the command again: it goes on where it stopped.';

export interface Download {
  readonly access: HubAccess;
  readonly address: string;
  readonly file: HubFile;
  /** Called with how much of the file is there. */
  readonly onPosition: (bytes: number) => void;
  readonly signal: AbortSignal | undefined;
}

/**
 * Fetches one file into a folder. It gets its name once it is whole and its hash is the hub's; until then it is a `.part`
 * beside an `.etag`, from which a later call goes on.
 * @returns SHA-256 of the content
 * @throws GrkError GRK_MODEL_INVALID, GRK_SERVICE_FAILED, GRK_INTERRUPTED; the error of the file system
 */
export async function download(job: Download, folder: string): Promise<string> {
  const { file, access, address, signal, onPosition } = job;
  const target = join(folder, ...file.path.split('/'));
  const part = `${target}.part`;
  makeFolder(dirname(target));
  const there = await digestOf(target, file.size, signal);
  if (there !== undefined && there.faultOf(file) === undefined) {
    onPosition(file.size);
    return there.sha256;
  }
  await rm(target, { force: true });
  let wasDiscarded = false;
  for (let failed = 0; ; ) {
    const before = (await sizeOf(part)) ?? 0;
    try {
      const digest = await fetchRest(job, part);
      const fault = digest.faultOf(file);
      if (fault === undefined) {
        await rename(part, target);
        await rm(etagFile(part), { force: true });
        return digest.sha256;
      }
      await discard(part);
      // What an earlier call left may be at fault; what came in one piece is the host's.
      if (before === 0 || wasDiscarded) throw invalid(address, fault);
      wasDiscarded = true;
    } catch (error) {
      failed = ((await sizeOf(part)) ?? 0) - before >= WORTHWHILE_BYTES ? 1 : failed + 1;
      await beforeRetry(access, error, failed, signal);
    }
  }
}

/** Appends to the part what is missing, or begins anew where the host does not go on from there. */
async function fetchRest(job: Download, part: string): Promise<Digest> {
  const { file, access, address, signal, onPosition } = job;
  const had = (await sizeOf(part)) ?? 0;
  const digest = new Digest(file.size);
  if (had >= file.size && had > 0) {
    await digest.addFile(part, signal);
    return digest;
  }
  const etag = had === 0 ? undefined : await readFile(etagFile(part), 'utf8').catch(() => undefined);
  const headers: Record<string, string> =
    had === 0 ? {} : { range: `bytes=${had}-`, ...(etag === undefined ? {} : { 'if-range': etag }) };
  return hubGet(access, address, headers, [206, 416], signal, async (answer) => {
    if (had > 0 && continues(answer, had, file.size)) await digest.addFile(part, signal);
    else await discard(part);
    if (answer.status !== 200 && digest.bytes === 0) {
      throw new HubFault(hubError(address, `answered ${answer.status} to a request for the rest`, AGAIN), true);
    }
    const length = lengthOf(answer);
    if (answer.status === 200 && length !== undefined && length !== file.size) {
      throw invalid(address, `it has ${length} bytes, not ${file.size}`);
    }
    await keepEtag(part, answer);
    const handle = await open(part, 'a');
    try {
      for await (const chunk of answer.chunks) {
        if (digest.bytes + chunk.byteLength > file.size) throw await tooLong(part, job);
        await writeAll(handle, chunk);
        digest.add(chunk);
        onPosition(digest.bytes);
      }
    } finally {
      await handle.close();
    }
    if (digest.bytes === file.size) return digest;
    throw new HubFault(hubError(address, `ended after ${digest.bytes} of ${file.size} bytes`, AGAIN), true);
  });
}

/** Whether an answer is the rest of the same content, from where the part ends. */
function continues({ status, headers }: HubAnswer, from: number, size: number): boolean {
  return status === 206 && headers.get('content-range') === `bytes ${from}-${size - 1}/${size}`;
}

/** What the server says that it sends; undefined: it does not say, or packs it. */
function lengthOf({ headers }: HubAnswer): number | undefined {
  const length = headers.get('content-length');
  return length === null || headers.has('content-encoding') ? undefined : Number(length);
}

/** Only a strong one says that bytes are equal. */
async function keepEtag(part: string, { headers }: HubAnswer): Promise<void> {
  const etag = headers.get('etag');
  if (etag === null || etag.startsWith('W/')) await rm(etagFile(part), { force: true });
  else await writeFile(etagFile(part), etag);
}

async function writeAll(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.byteLength; ) at += (await handle.write(chunk, at)).bytesWritten;
}

async function tooLong(part: string, { address, file }: Download): Promise<GrkError> {
  await discard(part);
  return invalid(address, `it has more than the ${file.size} bytes that are listed`);
}

async function discard(part: string): Promise<void> {
  await rm(part, { force: true });
  await rm(etagFile(part), { force: true });
}

function etagFile(part: string): string {
  return `${part.slice(0, -'.part'.length)}.etag`;
}

function invalid(address: string, fault: string): GrkError {
  return new GrkError('GRK_MODEL_INVALID', `${address} is not what the hub lists: ${fault}`, {
    remedy: 'Nothing of it is used. Run the command again, or ask the host about it.',
  });
}
