import { describe, expect, it } from 'vitest';
import { formatSafetensors, parseSafetensors } from './safetensors.ts';

function file(header: object | Buffer, data: readonly number[] = []): Uint8Array {
  const json = Buffer.isBuffer(header) ? header : Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(json.length));
  return Buffer.concat([length, json, Buffer.from(data)]);
}

const a = { dtype: 'I8', shape: [2, 1], data_offsets: [0, 2] };
const b = { dtype: 'F32', shape: [1], data_offsets: [2, 6] };

describe('parseSafetensors', () => {
  it.each<[string, Uint8Array, string]>([
    ['an empty file', new Uint8Array(0), '0 bytes are too few for a safetensors file'],
    [
      'a file that is cut short in the header',
      file({ a }).subarray(0, 20),
      'the header should have 55 bytes, but the file has 20: it is cut short or no safetensors file',
    ],
    ['a text file', Buffer.from('version https://git-lfs'), 'is cut short or no safetensors file'],
    ['a header that is not JSON', file(Buffer.from('{"a": ')), 'the header is not JSON'],
    ['a header that is not UTF-8', file(Buffer.from([0x22, 0xff, 0x22])), 'the header is not JSON'],
    ['a header that is a list', file([]), 'the header is not a JSON object'],
    ['a tensor that is no object', file({ a: 1 }), 'tensor "a" is not described by an object'],
    ['a tensor without dtype', file({ a: { ...a, dtype: 1 } }), 'tensor "a" has no dtype'],
    [
      'a negative size',
      file({ a: { ...a, shape: [-2, -1] } }),
      'tensor "a" has no shape of non-negative whole numbers',
    ],
    [
      'a fraction as size',
      file({ a: { ...a, shape: [0.5] } }),
      'tensor "a" has no shape of non-negative whole numbers',
    ],
    ['offsets backwards', file({ a: { ...a, data_offsets: [2, 0] } }), 'tensor "a" has no valid data_offsets'],
    ['three offsets', file({ a: { ...a, data_offsets: [0, 2, 4] } }), 'tensor "a" has no valid data_offsets'],
    ['no offsets', file({ a: { ...a, data_offsets: undefined } }), 'tensor "a" has no valid data_offsets'],
    [
      'a range that does not fit the shape',
      file({ a: { ...a, shape: [3] } }),
      'tensor "a" has 2 bytes; I8 [3] needs 3',
    ],
    [
      'a gap',
      file({ a, b: { ...b, data_offsets: [3, 7] } }, [0, 0, 0, 0, 0, 0, 0]),
      'tensor "b" starts at byte 3 of the data, expected 2',
    ],
    [
      'an overlap',
      file({ a, b: { ...b, data_offsets: [1, 5] } }, [0, 0, 0, 0, 0]),
      'tensor "b" starts at byte 1 of the data, expected 2',
    ],
    [
      'data that is cut short',
      file({ a, b }, [1, 2, 0]),
      'the tensors take 6 bytes, but 3 bytes of data follow the header',
    ],
    ['data left over', file({ a }, [1, 2, 3]), 'the tensors take 2 bytes, but 3 bytes of data follow the header'],
  ])('refuses %s', (_, bytes, message) => {
    expect(() => parseSafetensors(bytes, 'm.safetensors')).toThrow(
      expect.objectContaining({ code: 'GRK_MODEL_INVALID', message: expect.stringContaining(message) }),
    );
  });

  it('gives tensors by name, in any order of the header, without metadata', () => {
    const tensors = parseSafetensors(file({ __metadata__: { format: 'np' }, b, a }, [1, 255, 0, 0, 128, 63]), 'x');
    expect([...tensors.keys()]).toEqual(['a', 'b']);
    expect(tensors.get('a')).toMatchObject({ dtype: 'I8', shape: [2, 1] });
    expect([...(tensors.get('b')?.bytes ?? [])]).toEqual([0, 0, 128, 63]);
  });
});

describe('formatSafetensors', () => {
  it('writes what is read again, with data at a multiple of eight bytes', () => {
    const tensors = new Map([
      ['rows', { dtype: 'I8', shape: [3, 1], bytes: Uint8Array.of(1, 255, 3) }],
      ['weights', { dtype: 'F32', shape: [1], bytes: Uint8Array.of(0, 0, 128, 63) }],
    ]);
    const bytes = formatSafetensors(tensors);
    expect((bytes.length - 7) % 8).toBe(0);
    expect(parseSafetensors(bytes, 'x')).toEqual(
      new Map([...tensors].map(([name, tensor]) => [name, { ...tensor, bytes: Buffer.from(tensor.bytes) }])),
    );
  });
});
