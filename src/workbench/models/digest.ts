import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { throwIfAborted } from '../../contracts/errors.ts';

/** What a hub says of a file's content. */
export interface Expected {
  readonly size: number;
  readonly sha256: string | null;
  /** Git's hash: SHA-1 over `blob SIZE`, a zero byte and the content. */
  readonly blobSha1: string | null;
}

/** Length and hashes of content that comes in pieces. */
export class Digest {
  #bytes = 0;
  readonly #sha256: Hash = createHash('sha256');
  readonly #blobSha1: Hash;

  /** @param size as it is expected: git's hash begins with it */
  constructor(size: number) {
    this.#blobSha1 = createHash('sha1').update(`blob ${size}\0`);
  }

  get bytes(): number {
    return this.#bytes;
  }

  get sha256(): string {
    return this.#sha256.copy().digest('hex');
  }

  add(chunk: Uint8Array): void {
    this.#bytes += chunk.byteLength;
    this.#sha256.update(chunk);
    this.#blobSha1.update(chunk);
  }

  /** @throws GrkError GRK_INTERRUPTED; the error of the file system */
  async addFile(path: string, signal: AbortSignal | undefined): Promise<void> {
    for await (const chunk of createReadStream(path)) {
      throwIfAborted(signal);
      this.add(chunk as Uint8Array);
    }
  }

  /** What is not as expected, in words; undefined: all is. */
  faultOf({ size, sha256, blobSha1 }: Expected): string | undefined {
    if (this.#bytes !== size) return `it has ${this.#bytes} bytes, not ${size}`;
    const found = this.sha256;
    if (sha256 !== null && sha256 !== found) return `its SHA-256 is ${found}, not ${sha256}`;
    const blob = this.#blobSha1.copy().digest('hex');
    return blobSha1 === null || blobSha1 === blob ? undefined : `its git hash is ${blob}, not ${blobSha1}`;
  }
}

/** The digest of a file; undefined where it is not there. @throws as `addFile` */
export async function digestOf(path: string, size: number, signal?: AbortSignal): Promise<Digest | undefined> {
  if ((await sizeOf(path)) === undefined) return undefined;
  const digest = new Digest(size);
  await digest.addFile(path, signal);
  return digest;
}

/** undefined where it is not there. */
export async function sizeOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.size;
}
