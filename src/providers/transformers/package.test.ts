import { describe, expect, it } from 'vitest';
import { notLoaded } from './package.ts';

const fault = (code: string, message: string) => notLoaded('m', Object.assign(new Error(message), { code })).message;

describe('notLoaded', () => {
  it('tells a package that is not there from one that cannot run', () => {
    expect(fault('ERR_MODULE_NOT_FOUND', "Cannot find package '@huggingface/transformers' imported from x")).toBe(
      'm needs @huggingface/transformers, which is not installed',
    );
    const stack = "Cannot find module 'onnxruntime-node'\nRequire stack:\n- /x/@huggingface/transformers/dist/a.mjs";
    expect(fault('MODULE_NOT_FOUND', stack)).toBe(
      "m needs @huggingface/transformers, which cannot be loaded: Cannot find module 'onnxruntime-node'",
    );
    expect(fault('ERR_DLOPEN_FAILED', 'libonnxruntime.so.1: cannot open shared object file')).toMatch(
      /which cannot be loaded: libonnxruntime\.so\.1: cannot open/,
    );
  });
});
