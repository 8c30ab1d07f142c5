import { type DotKernel, strideOf } from './kernel.ts';
import { KERNEL_BASE64 } from './kernel-bytes.ts';

/** The part of the WebAssembly interface that is used; the ES libraries of TypeScript do not declare it. */
declare const WebAssembly: {
  validate(bytes: Uint8Array): boolean;
  Module: new (bytes: Uint8Array) => object;
  Memory: new (limits: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer };
  Instance: new (module: object, imports: object) => { readonly exports: Record<string, unknown> };
};

type Dots = (row: number, count: number, stride: number, query: number, out: number) => void;

const FLOAT_BYTES = 4;
const PAGE_BYTES = 65_536;
const MAX_PAGES = 65_536;

/** The compiled kernel, or undefined where this runtime has no WebAssembly SIMD. */
const compiled = compile();

function compile(): object | undefined {
  if (typeof WebAssembly === 'undefined') return undefined;
  const bytes = Uint8Array.from(atob(KERNEL_BASE64), (char) => char.charCodeAt(0));
  return WebAssembly.validate(bytes) ? new WebAssembly.Module(bytes) : undefined;
}

/**
 * The kernel of `kernel.wat` over a memory of its own.
 * @returns undefined where WebAssembly SIMD is missing, the matrix exceeds the 4 GiB that it can address, or the
 * system grants no such memory
 */
export function simdKernel(rows: number, dimensions: number): DotKernel | undefined {
  const stride = strideOf(dimensions);
  // Query and matrix start on 64-byte boundaries, as stride is a multiple of 16 floats.
  const matrixAt = stride * FLOAT_BYTES;
  const outAt = matrixAt + rows * stride * FLOAT_BYTES;
  const pages = Math.ceil((outAt + rows * FLOAT_BYTES) / PAGE_BYTES);
  if (compiled === undefined || pages > MAX_PAGES) return undefined;
  const memory = allocate(pages);
  if (memory === undefined) return undefined;
  const run = new WebAssembly.Instance(compiled, { grk: { memory } }).exports.dots as Dots;
  const out = new Float32Array(memory.buffer, outAt, rows);
  return {
    stride,
    matrix: new Float32Array(memory.buffer, matrixAt, rows * stride),
    query: new Float32Array(memory.buffer, 0, stride),
    dots: () => {
      run(matrixAt, rows, stride * FLOAT_BYTES, 0, outAt);
      return out;
    },
  };
}

function allocate(pages: number): { readonly buffer: ArrayBuffer } | undefined {
  try {
    return new WebAssembly.Memory({ initial: pages, maximum: pages });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
