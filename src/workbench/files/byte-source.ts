import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { GrkError, throwIfAborted } from '../../contracts/errors.ts';

/** What the command line calls standard input. */
export const STDIN = '-';
export const CHUNK_BYTES = 1 << 20;
/** Chunks between two looks at the event loop, so that Ctrl-C is heard. */
const CHUNKS_PER_TURN = 16;

/**
 * The bytes of a file, or of standard input for `-`, chunk by chunk; gzip is recognised by its first bytes and unpacked.
 * A chunk is valid until the next one is asked for.
 * @param shown name for messages
 * @throws GrkError GRK_FILE_UNREADABLE, GRK_INTERRUPTED
 */
export async function* readBytes(
  path: string,
  shown: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of path === STDIN ? streamChunks(process.stdin) : fileChunks(path)) {
      throwIfAborted(signal);
      yield chunk;
    }
  } catch (cause) {
    if (cause instanceof GrkError) throw cause;
    const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
    throw new GrkError('GRK_FILE_UNREADABLE', `${shown} cannot be read${code}`, {
      cause,
      remedy: 'Check that the file is there, that you may read it, and, for .gz, that it is whole.',
    });
  }
}

/** Reads in this thread: handing each chunk over from another one costs more than reading it. */
async function* fileChunks(path: string): AsyncGenerator<Uint8Array> {
  const file = openSync(path, 'r');
  let isOwn = true;
  try {
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    for (let chunk = 0; ; chunk++) {
      const length = readSync(file, buffer);
      if (length === 0) return;
      if (chunk === 0 && isGzip(buffer.subarray(0, length))) {
        // Goes on where the first chunk ended: a pipe cannot be read from its beginning again.
        isOwn = false;
        const rest = createReadStream(path, { fd: file, highWaterMark: CHUNK_BYTES });
        return yield* unzipped(buffer.subarray(0, length), rest[Symbol.asyncIterator]());
      }
      yield buffer.subarray(0, length);
      if (chunk % CHUNKS_PER_TURN === CHUNKS_PER_TURN - 1) await setImmediate();
    }
  } finally {
    if (isOwn) closeSync(file);
  }
}

async function* streamChunks(source: Readable): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterator<Buffer> = source[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done === true) return;
  yield* isGzip(first.value) ? unzipped(first.value, chunks) : followed(first.value, chunks);
}

async function* unzipped(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Uint8Array> {
  const unzip = createGunzip({ chunkSize: CHUNK_BYTES });
  const packed = Readable.from(followed(first, rest));
  packed.on('error', (error) => unzip.destroy(error));
  yield* packed.pipe(unzip);
}

async function* followed(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}
