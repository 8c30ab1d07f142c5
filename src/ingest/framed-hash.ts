import { createHash, hash as digest } from 'node:crypto';

/**
 * SHA-256 over a sequence of fields, each framed by its length: 8 bytes, unsigned, big-endian, that count the bytes of
 * the field, then these bytes; strings are UTF-8. No two different sequences give the same input.
 */
export interface FramedHash {
  add(field: Uint8Array | string): void;
  /** In hexadecimal digits. */
  finish(): string;
}

export function framedHash(): FramedHash {
  const hash = createHash('sha256');
  return {
    add(field) {
      const bytes = typeof field === 'string' ? Buffer.from(field, 'utf8') : field;
      hash.update(frameOf(bytes.length)).update(bytes);
    },
    finish: () => hash.digest('hex'),
  };
}

/** `framedHash` over fields that are all at hand. */
export function sha256OfFields(fields: readonly string[]): string {
  const framed = fields.flatMap((field) => {
    const bytes = Buffer.from(field, 'utf8');
    return [frameOf(bytes.length), bytes];
  });
  return digest('sha256', Buffer.concat(framed), 'hex');
}

/** SHA-256 of a text's UTF-8 bytes, in hexadecimal digits. */
export function sha256Of(text: string): string {
  return digest('sha256', text, 'hex');
}

function frameOf(length: number): Buffer {
  const frame = Buffer.alloc(8);
  // Six bytes reach 256 TiB; the first two stay 0.
  frame.writeUIntBE(length, 2, 6);
  return frame;
}
