import { vectorsFault } from './vectors-fault.ts';

/** A two-dimensional array as NumPy stores it, row-major. */
export interface NpyMatrix {
  readonly rows: number;
  readonly columns: number;
  readonly dtype: 'float32' | 'float64';
  /** All numbers of a row, exactly. */
  readonly row: (number: number) => Float64Array;
}

const MAGIC = Buffer.from('\x93NUMPY', 'latin1');
const REMEDY = 'Save it in Python with np.save("texts.npy", np.ascontiguousarray(vectors, dtype="float32")).';

/**
 * Reads the .npy format, versions 1 to 3. Source: numpy.lib.format.
 * @throws GrkError GRK_MODEL_INVALID for another file, type, order or number of dimensions, and for one that is cut
 */
export function readNpy(file: string, bytes: Buffer): NpyMatrix {
  const fault = (what: string) => vectorsFault(file, what, REMEDY);
  if (bytes.length < 12 || !bytes.subarray(0, 6).equals(MAGIC)) throw fault('not an .npy file');
  const version = bytes.readUInt8(6);
  if (version < 1 || version > 3) throw fault(`.npy of version ${version} is not known`);
  const start = version === 1 ? 10 : 12;
  const dataStart = start + (version === 1 ? bytes.readUInt16LE(8) : bytes.readUInt32LE(8));
  const header = bytes.subarray(start, dataStart).toString('utf8');
  const descr = /'descr':\s*'([^']*)'/.exec(header)?.[1];
  const order = /'fortran_order':\s*(True|False)/.exec(header)?.[1];
  const shape = /'shape':\s*\(([^)]*)\)/.exec(header)?.[1];
  if (dataStart > bytes.length || order === undefined || shape === undefined) throw fault('the header cannot be read');
  const width = descr === '<f4' ? 4 : descr === '<f8' ? 8 : undefined;
  if (width === undefined)
    throw fault(`numbers of the type ${descr ?? 'record'}, expected float32 or float64 ("<f4", "<f8")`);
  if (order === 'True') throw fault('stored column by column (fortran_order)');
  const [rows = 0, columns = 0, ...more] = shape
    .split(',')
    .flatMap((part) => (part.trim() === '' ? [] : [Number(part)]));
  if (more.length > 0 || columns < 1) throw fault(`the shape (${shape.trim()}), expected (rows, dimensions)`);
  const expected = rows * columns * width;
  if (bytes.length - dataStart !== expected) {
    throw fault(`${bytes.length - dataStart} bytes of numbers, expected ${expected} for ${rows} × ${columns}`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset + dataStart, expected);
  const at = (index: number) => (width === 4 ? view.getFloat32(4 * index, true) : view.getFloat64(8 * index, true));
  return {
    rows,
    columns,
    dtype: width === 4 ? 'float32' : 'float64',
    row: (number) => Float64Array.from({ length: columns }, (_, i) => at(number * columns + i)),
  };
}
