import { modelFault } from './model-fault.ts';
import type { Tensor } from './safetensors.ts';

/** Rows of a static model and how tokens find theirs. */
export interface StaticMatrix {
  readonly dimensions: number;
  readonly rowCount: number;
  /** Number format of the rows, as model2vec names it. */
  readonly dtype: string;
  /** Row-major. */
  readonly rows: Int8Array | Float32Array | Float64Array;
  /** Row of each token id; undefined where a token's id is its row. */
  readonly mapping: Int32Array | undefined;
  /** What the row of each token id is multiplied with. */
  readonly weights: Float64Array;
}

/** Of model2vec, and of the StaticEmbedding of sentence-transformers. */
const ROW_TENSORS = ['embeddings', 'embedding.weight'];
const KNOWN_TENSORS = [...ROW_TENSORS, 'weights', 'mapping'];
const DTYPES: Readonly<Record<string, string>> = {
  I8: 'int8',
  F16: 'float16',
  BF16: 'bfloat16',
  F32: 'float32',
  F64: 'float64',
};
const FLOATS = ['F16', 'BF16', 'F32', 'F64'];
/** Beyond what single precision holds, sums of squares in double precision could overflow. */
const LARGEST = (2 - 2 ** -23) * 2 ** 127;

/** @throws GrkError GRK_MODEL_INVALID naming file and tensor */
export function readMatrix(tensors: ReadonlyMap<string, Tensor>, file: string): StaticMatrix {
  const names = [...tensors.keys()].sort();
  const unknown = names.find((name) => !KNOWN_TENSORS.includes(name));
  if (unknown !== undefined)
    throw modelFault(file, `the tensor "${unknown}" belongs to a layout that is not read here`);
  const [name, ...more] = names.filter((each) => ROW_TENSORS.includes(each));
  if (more.length > 0) throw modelFault(file, 'it has both "embeddings" and "embedding.weight"');
  const tensor = tensors.get(name ?? '');
  if (name === undefined || tensor === undefined)
    throw modelFault(file, `there is no tensor "embeddings" (found: ${names.join(', ') || 'none'})`);
  const dtype = DTYPES[tensor.dtype];
  if (dtype === undefined)
    throw modelFault(file, `"${name}" is ${tensor.dtype}; what is read: ${Object.keys(DTYPES).join(', ')}`);
  const [rowCount, dimensions, ...others] = tensor.shape;
  if (rowCount === undefined || dimensions === undefined || others.length > 0 || rowCount * dimensions === 0)
    throw modelFault(file, `"${name}" has the shape [${tensor.shape.join(', ')}], expected [rows, dimensions]`);
  const rows = tensor.dtype === 'I8' ? view(Int8Array, tensor) : floats(tensor);
  if (!(rows instanceof Int8Array)) checkFinite(rows, dimensions, name, file);
  const mapping = readMapping(tensors.get('mapping'), rowCount, file);
  const tokens = mapping?.length ?? rowCount;
  return { dimensions, rowCount, dtype, rows, mapping, weights: readWeights(tensors.get('weights'), tokens, file) };
}

function readMapping(tensor: Tensor | undefined, rowCount: number, file: string): Int32Array | undefined {
  if (tensor === undefined) return undefined;
  if (tensor.dtype !== 'I64' && tensor.dtype !== 'I32')
    throw modelFault(file, `"mapping" is ${tensor.dtype}; what is read: I64, I32`);
  if (tensor.shape.length !== 1 || tensor.shape[0] === 0)
    throw modelFault(file, `"mapping" has the shape [${tensor.shape.join(', ')}], expected [tokens]`);
  const values = tensor.dtype === 'I64' ? Array.from(view(BigInt64Array, tensor), Number) : view(Int32Array, tensor);
  const bad = values.findIndex((row) => row < 0 || row >= rowCount);
  if (bad >= 0)
    throw modelFault(file, `"mapping" sends token ${bad} to row ${values[bad]}, but the model has ${rowCount} rows`);
  return Int32Array.from(values);
}

function readWeights(tensor: Tensor | undefined, tokens: number, file: string): Float64Array {
  if (tensor === undefined) return new Float64Array(tokens).fill(1);
  if (!FLOATS.includes(tensor.dtype))
    throw modelFault(file, `"weights" is ${tensor.dtype}; what is read: ${FLOATS.join(', ')}`);
  if (tensor.shape.length !== 1 || tensor.shape[0] !== tokens)
    throw modelFault(file, `"weights" has the shape [${tensor.shape.join(', ')}], expected [${tokens}]`);
  const weights = Float64Array.from(floats(tensor));
  checkFinite(weights, 1, 'weights', file);
  return weights;
}

/** @throws for NaN, infinity and what is near to it, naming the row */
function checkFinite(values: Float32Array | Float64Array, width: number, name: string, file: string): void {
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? Number.NaN;
    if (value >= -LARGEST && value <= LARGEST) continue;
    throw modelFault(file, `"${name}" holds ${value} at row ${Math.floor(i / width)}`);
  }
}

function floats(tensor: Tensor): Float32Array | Float64Array {
  if (tensor.dtype === 'F64') return view(Float64Array, tensor);
  if (tensor.dtype === 'F32') return view(Float32Array, tensor);
  const halves = view(Uint16Array, tensor);
  if (tensor.dtype === 'BF16') return new Float32Array(Uint32Array.from(halves, (bits) => bits << 16).buffer);
  const values = Float32Array.from({ length: 1 << 16 }, (_, bits) => half(bits));
  return Float32Array.from(halves, (bits) => values[bits] ?? Number.NaN);
}

/** The value of a number in half precision (IEEE 754 binary16). */
function half(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
}

interface ArrayKind<T> {
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): T;
  readonly BYTES_PER_ELEMENT: number;
}

/** The numbers of a tensor: in place, or copied where the file does not align them. */
function view<T>(Kind: ArrayKind<T>, { bytes }: Tensor): T {
  const size = Kind.BYTES_PER_ELEMENT;
  const aligned = bytes.byteOffset % size === 0 ? bytes : new Uint8Array(bytes);
  return new Kind(aligned.buffer, aligned.byteOffset, aligned.byteLength / size);
}
