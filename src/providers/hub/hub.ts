import { z } from 'zod';
import { GrkError } from '../../contracts/errors.ts';
import { parseWith } from '../../contracts/parse.ts';
import { pause } from '../external/deadline.ts';
import { type HubAccess, HubFault, hubError, hubGet } from './hub-request.ts';

/** Largest answer of the hub about itself, and largest file that is read into memory. */
const MAX_TEXT_BYTES = 4 * 1024 * 1024;
/** Pages of a listing: a thousand files each. */
const MAX_PAGES = 20;
const MAX_DELAY_MS = 8_000;

export const COMMIT = /^[0-9a-f]{40}$/;

/** What hubs add beside this is not read. */
const RevisionSchema = z.object({ sha: z.string().regex(COMMIT) });
const EntrySchema = z.object({
  type: z.string(),
  path: z.string(),
  size: z.int().min(0),
  oid: z.string(),
  lfs: z.object({ oid: z.string().regex(/^[0-9a-f]{64}$/), size: z.int().min(0) }).optional(),
});

/** A file as a hub lists it. */
export interface HubFile {
  readonly path: string;
  readonly size: number;
  /** Of large files; null: the hub has none. */
  readonly sha256: string | null;
  /** Git's hash of a file that is stored in git itself: SHA-1 over `blob SIZE`, a zero byte and the content. */
  readonly blobSha1: string | null;
}

/** A hub as far as a model is fetched from it. */
export interface Hub {
  readonly access: HubAccess;
  /** @throws GrkError GRK_SERVICE_FAILED, GRK_INTERRUPTED */
  commitOf(name: string, revision: string, signal?: AbortSignal): Promise<string>;
  /** All files of a commit. @throws as `commitOf` */
  files(name: string, commit: string, signal?: AbortSignal): Promise<HubFile[]>;
  /** The content of a small file. @throws as `commitOf` */
  read(name: string, commit: string, path: string, signal?: AbortSignal): Promise<Buffer>;
  addressOf(name: string, commit: string, path: string): string;
}

export function openHub(access: HubAccess): Hub {
  const { host } = access;
  const api = (name: string) => `${host}/api/models/${name}`;
  const addressOf = (name: string, commit: string, path: string) =>
    `${host}/${name}/resolve/${commit}/${path.split('/').map(encodeURIComponent).join('/')}`;
  const ask = (address: string, signal: AbortSignal | undefined) =>
    again(access, signal, () =>
      hubGet(access, address, {}, [], signal, async ({ headers, chunks }) => ({
        bytes: await collected(chunks, address),
        next: nextPage(headers.get('link'), address),
      })),
    );
  return {
    access,
    addressOf,
    commitOf: async (name, revision, signal) => {
      if (COMMIT.test(revision)) return revision;
      const address = `${api(name)}/revision/${encodeURIComponent(revision)}`;
      const { bytes } = await ask(address, signal);
      return parsed(RevisionSchema, bytes, address).sha;
    },
    files: async (name, commit, signal) => {
      const files: HubFile[] = [];
      let address: string | undefined = `${api(name)}/tree/${commit}?recursive=true`;
      for (let page = 0; address !== undefined; page++) {
        if (page === MAX_PAGES)
          throw hubError(address, `lists more than ${MAX_PAGES} pages of files`, 'Choose another.');
        const { bytes, next } = await ask(address, signal);
        const entries = parsed(z.array(EntrySchema), bytes, address);
        files.push(...entries.filter(({ type }) => type === 'file').map(fileOf));
        address = next;
      }
      return files;
    },
    read: async (name, commit, path, signal) => (await ask(addressOf(name, commit, path), signal)).bytes,
  };
}

function fileOf({ path, size, oid, lfs }: z.infer<typeof EntrySchema>): HubFile {
  if (lfs !== undefined) return { path, size: lfs.size, sha256: lfs.oid, blobSha1: null };
  return { path, size, sha256: null, blobSha1: COMMIT.test(oid) ? oid : null };
}

/** Tries again where that may help. @param tries attempts that failed before, without anything gained */
export async function again<T>(access: HubAccess, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  for (let failed = 0; ; ) {
    try {
      return await work();
    } catch (error) {
      failed++;
      await beforeRetry(access, error, failed, signal);
    }
  }
}

/**
 * Waits before another attempt.
 * @param failed attempts so far
 * @throws the fault where none may help, or all were tried
 */
export async function beforeRetry(
  { retries, retryDelayMs }: HubAccess,
  error: unknown,
  failed: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (!(error instanceof HubFault)) throw error;
  const { fault, canRetry, waitMs } = error;
  if (!canRetry) throw fault;
  if (failed > retries) {
    const { code, message, remedy = '', cause } = fault;
    throw new GrkError(code, `${message} (${failed} attempts)`, { remedy, cause });
  }
  await pause(waitMs ?? Math.min(MAX_DELAY_MS, retryDelayMs * 2 ** (failed - 1)), signal);
}

async function collected(chunks: AsyncIterable<Uint8Array>, address: string): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    bytes += chunk.byteLength;
    if (bytes > MAX_TEXT_BYTES) throw hubError(address, `answered more than ${MAX_TEXT_BYTES} bytes`, NO_HUB);
  }
  return Buffer.concat(parts);
}

const NO_HUB = 'See whether a model hub stands there.';

function parsed<S extends z.ZodType>(schema: S, bytes: Buffer, address: string): z.output<S> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw hubError(address, 'answered what is not JSON', NO_HUB, cause);
  }
  return parseWith(schema, value, { what: address, code: 'GRK_SERVICE_FAILED', remedy: NO_HUB });
}

/** The address of the next page of a listing, where there is one; never one of another host. */
function nextPage(link: string | null, address: string): string | undefined {
  const [, target] = /<([^>]+)>\s*;\s*rel="?next"?/.exec(link ?? '') ?? [];
  if (target === undefined || !URL.canParse(target, address)) return undefined;
  const next = new URL(target, address);
  if (next.origin === new URL(address).origin) return next.href;
  throw hubError(address, 'continues its listing on another host', NO_HUB);
}
