import { isUtf8 } from 'node:buffer';

/** How far into a file its character set may be named (WHATWG HTML, 13.2.3.2). */
const PRESCAN_BYTES = 1024;
const NAMED = /<meta\s[^>]*?charset\s*=\s*["']?\s*([\w:.-]+)|^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w:.-]+)/i;

/**
 * The text of an HTML file: UTF-8 where its bytes are, else the character set that it names.
 * @returns undefined where no set is named, none is known by that name, or its bytes do not fit it
 */
export function decodeHtml(bytes: Uint8Array): string | undefined {
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes);
  const head = Buffer.from(bytes.subarray(0, PRESCAN_BYTES)).toString('latin1');
  const [, meta, xml] = NAMED.exec(head) ?? [];
  const label = meta ?? xml;
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    // An unknown name and a wrong one come to the same: the file does not say what its bytes mean.
    return undefined;
  }
}
