import { GrkError } from '../../contracts/errors.ts';
import { type AnalyzerName, AnalyzerNameSchema } from '../../contracts/pipeline.ts';
import { ANALYZER_ALGORITHMS } from './analyzer/analyzers.ts';

const MAGIC = 'GRKLEX';
const FORMAT = 1;
const PREFIX_BYTES = 16;

/** What a serialised index says about itself. */
export interface Seal {
  /** The engine's version id. */
  readonly algorithm: string;
  readonly analyzer: AnalyzerName;
}

/**
 * Puts a payload behind a header. Layout, integers little-endian: 6 bytes `GRKLEX`, u16 format, u32 checksum over
 * all that follows, u32 byte length of the header, header (JSON, padded with spaces to 4 bytes), payload.
 */
export function sealBytes(seal: Seal, payload: Uint8Array): Uint8Array {
  const text = JSON.stringify({
    algorithm: seal.algorithm,
    analyzer: seal.analyzer,
    analyzerAlgorithm: ANALYZER_ALGORITHMS[seal.analyzer],
  });
  const header = new TextEncoder().encode(text.padEnd(Math.ceil(text.length / 4) * 4));
  const bytes = new Uint8Array(PREFIX_BYTES + header.length + payload.length);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(MAGIC));
  view.setUint16(6, FORMAT, true);
  view.setUint32(12, header.length, true);
  bytes.set(header, PREFIX_BYTES);
  bytes.set(payload, PREFIX_BYTES + header.length);
  view.setUint32(8, checksum(bytes.subarray(12)), true);
  return bytes;
}

/**
 * Takes a payload out again; it shares memory with `bytes`.
 * @throws GrkError GRK_STORE_CORRUPT when anything differs from what `sealBytes` wrote for this engine
 */
export function unsealBytes(bytes: Uint8Array, algorithm: string): { analyzer: AnalyzerName; payload: Uint8Array } {
  if (bytes.length < PREFIX_BYTES || new TextDecoder().decode(bytes.subarray(0, 6)) !== MAGIC) {
    throw corrupt('these bytes are no lexical index');
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const format = view.getUint16(6, true);
  if (format !== FORMAT) throw corrupt(`the lexical index has format ${format}; this version reads format ${FORMAT}`);
  if (view.getUint32(8, true) !== checksum(bytes.subarray(12))) {
    throw corrupt(`the lexical index is damaged: its ${bytes.length} bytes do not match their checksum`);
  }
  const headerEnd = PREFIX_BYTES + view.getUint32(12, true);
  const header: Record<string, unknown> = parseHeader(bytes.subarray(PREFIX_BYTES, headerEnd));
  if (header.algorithm !== algorithm) {
    throw corrupt(`the lexical index was written by "${header.algorithm}", not by "${algorithm}"`);
  }
  const analyzer = AnalyzerNameSchema.safeParse(header.analyzer).data;
  if (analyzer === undefined || header.analyzerAlgorithm !== ANALYZER_ALGORITHMS[analyzer]) {
    throw corrupt(`the lexical index was analysed by "${header.analyzerAlgorithm}", which this version does not know`);
  }
  return { analyzer, payload: bytes.subarray(headerEnd) };
}

export function corrupt(message: string, cause?: unknown): GrkError {
  return new GrkError('GRK_STORE_CORRUPT', message, {
    remedy: 'Index the documents again; the lexical index is derived from them and holds nothing else.',
    cause,
  });
}

function parseHeader(bytes: Uint8Array): Record<string, unknown> {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw corrupt('the header of the lexical index cannot be read', cause);
  }
}

/**
 * A hash over little-endian 32-bit words and the length (FNV-1a's step on words, with a rotation).
 * Each step is a bijection of the state, so a change within one word always shows.
 */
function checksum(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const whole = bytes.length - (bytes.length % 4);
  let hash = bytes.length | 0;
  for (let at = 0; at < whole; at += 4) {
    hash = Math.imul(hash ^ view.getInt32(at, true), 0x01000193);
    hash = (hash << 13) | (hash >>> 19);
  }
  for (let at = whole; at < bytes.length; at++) hash = Math.imul(hash ^ view.getUint8(at), 0x01000193);
  return hash >>> 0;
}
