import { modelFault } from './model-fault.ts';

export interface Tensor {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly bytes: Uint8Array;
}

const LENGTH_BYTES = 8;
/** Bytes per value of the types that are read here; other types pass unchecked and are refused by who needs them. */
const VALUE_BYTES: Readonly<Record<string, number>> = { I8: 1, U8: 1, F16: 2, BF16: 2, F32: 4, I32: 4, F64: 8, I64: 8 };

/**
 * Reads a safetensors file: eight bytes of header length (little-endian), a JSON header of names, types, shapes and
 * byte ranges, then the data, which the ranges must cover without gap or overlap.
 * @param file name for messages
 * @throws GrkError GRK_MODEL_INVALID
 */
export function parseSafetensors(bytes: Uint8Array, file: string): Map<string, Tensor> {
  if (bytes.length < LENGTH_BYTES) throw modelFault(file, `${bytes.length} bytes are too few for a safetensors file`);
  const headerBytes = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true));
  if (headerBytes > bytes.length - LENGTH_BYTES) {
    throw modelFault(
      file,
      `the header should have ${headerBytes} bytes, but the file has ${bytes.length}: it is cut short or no safetensors file`,
    );
  }
  const data = bytes.subarray(LENGTH_BYTES + headerBytes);
  const header = parseHeader(bytes.subarray(LENGTH_BYTES, LENGTH_BYTES + headerBytes), file);
  const entries = Object.entries(header).filter(([name]) => name !== '__metadata__');
  const tensors = entries
    .map(([name, entry]) => readEntry(name, entry, file))
    .sort((a, b) => a.start - b.start || a.end - b.end);
  let at = 0;
  for (const { name, start, end } of tensors) {
    if (start !== at) throw modelFault(file, `tensor "${name}" starts at byte ${start} of the data, expected ${at}`);
    at = end;
  }
  if (at !== data.length)
    throw modelFault(file, `the tensors take ${at} bytes, but ${data.length} bytes of data follow the header`);
  return new Map(
    tensors.map(({ name, dtype, shape, start, end }) => [name, { dtype, shape, bytes: data.subarray(start, end) }]),
  );
}

function parseHeader(bytes: Uint8Array, file: string): Record<string, unknown> {
  try {
    const header: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (isRecord(header)) return header;
  } catch (cause) {
    throw modelFault(file, 'the header is not JSON', cause);
  }
  throw modelFault(file, 'the header is not a JSON object');
}

interface HeaderEntry {
  readonly name: string;
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly start: number;
  readonly end: number;
}

function readEntry(name: string, entry: unknown, file: string): HeaderEntry {
  const fault = (text: string) => modelFault(file, `tensor "${name}" ${text}`);
  if (!isRecord(entry)) throw fault('is not described by an object');
  const { dtype, shape, data_offsets: offsets } = entry;
  if (typeof dtype !== 'string') throw fault('has no dtype');
  if (!isSizes(shape)) throw fault('has no shape of non-negative whole numbers');
  const [start, end, ...rest] = isSizes(offsets) ? offsets : [];
  if (start === undefined || end === undefined || rest.length > 0 || end < start)
    throw fault('has no valid data_offsets');
  const expected = shape.reduce((product, size) => product * size, VALUE_BYTES[dtype] ?? Number.NaN);
  if (!Number.isNaN(expected) && end - start !== expected) {
    throw fault(`has ${end - start} bytes; ${dtype} [${shape.join(', ')}] needs ${expected}`);
  }
  return { name, dtype, shape, start, end };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSizes(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((size) => Number.isSafeInteger(size) && size >= 0);
}

/** Writes what `parseSafetensors` reads, in the order given; the data starts at a multiple of eight bytes. */
export function formatSafetensors(tensors: ReadonlyMap<string, Tensor>): Uint8Array {
  let at = 0;
  const entries = [...tensors].map(([name, { dtype, shape, bytes }]) => {
    const start = at;
    at += bytes.length;
    return [name, { dtype, shape, data_offsets: [start, at] }];
  });
  const json = JSON.stringify(Object.fromEntries(entries));
  const header = Buffer.from(json.padEnd(Math.ceil(json.length / LENGTH_BYTES) * LENGTH_BYTES));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeBigUInt64LE(BigInt(header.length));
  return Buffer.concat([length, header, ...[...tensors.values()].map(({ bytes }) => bytes)]);
}
