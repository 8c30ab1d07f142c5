import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { GrkError } from '../../contracts/errors.ts';

/** A TrueType font as far as widths of texts need it. */
export interface Font {
  readonly file: string;
  /** Width of a character in ems; undefined where the font has no glyph for it. */
  readonly widthOf: (codePoint: number) => number | undefined;
}

const FILE = fileURLToPath(new URL('../../../fonts/DejaVuSans.ttf', import.meta.url));
let shipped: Font | undefined;

/** The font that the package ships. @throws GrkError GRK_FILE_MISSING where the installation lost it */
export function shippedFont(): Font {
  shipped ??= readFont(FILE, readBytes());
  return shipped;
}

function readBytes(): Buffer {
  try {
    return readFileSync(FILE);
  } catch (cause) {
    throw new GrkError('GRK_FILE_MISSING', `the font ${FILE} cannot be read, and images need it`, {
      remedy: 'Install grk again.',
      cause,
    });
  }
}

/** Reads head, hhea, hmtx and cmap (formats 4 and 12) as OpenType 1.9 lays them out. */
export function readFont(file: string, bytes: Buffer): Font {
  const tables = tablesOf(bytes);
  const at = (tag: string): number => {
    const offset = tables.get(tag);
    if (offset === undefined) throw new GrkError('GRK_INTERNAL', `the font ${file} has no table "${tag}"`);
    return offset;
  };
  const unitsPerEm = bytes.readUInt16BE(at('head') + 18);
  const metrics = bytes.readUInt16BE(at('hhea') + 34);
  const glyphOf = characterMap(bytes, at('cmap'));
  const widths = at('hmtx');
  return {
    file,
    widthOf: (codePoint) => {
      const glyph = glyphOf(codePoint);
      return glyph === 0 ? undefined : bytes.readUInt16BE(widths + Math.min(glyph, metrics - 1) * 4) / unitsPerEm;
    },
  };
}

function tablesOf(bytes: Buffer): Map<string, number> {
  const entries = Array.from({ length: bytes.readUInt16BE(4) }, (_, i) => 12 + i * 16);
  return new Map(entries.map((at) => [bytes.toString('latin1', at, at + 4), bytes.readUInt32BE(at + 8)]));
}

/** Code point to glyph; 0 for none. */
function characterMap(bytes: Buffer, cmap: number): (codePoint: number) => number {
  const subtables = Array.from({ length: bytes.readUInt16BE(cmap + 2) }, (_, i) => {
    return cmap + bytes.readUInt32BE(cmap + 4 + i * 8 + 4);
  });
  const find = (format: number) => subtables.find((at) => bytes.readUInt16BE(at) === format);
  const [full, plane] = [find(12), find(4)];
  return (codePoint) => {
    if (full !== undefined) return inGroups(bytes, full, codePoint);
    return plane === undefined || codePoint > 0xffff ? 0 : inSegments(bytes, plane, codePoint);
  };
}

function inGroups(bytes: Buffer, table: number, codePoint: number): number {
  const groups = bytes.readUInt32BE(table + 12);
  for (let i = 0; i < groups; i++) {
    const at = table + 16 + i * 12;
    const first = bytes.readUInt32BE(at);
    if (codePoint >= first && codePoint <= bytes.readUInt32BE(at + 4)) {
      return bytes.readUInt32BE(at + 8) + codePoint - first;
    }
  }
  return 0;
}

function inSegments(bytes: Buffer, table: number, codePoint: number): number {
  const size = bytes.readUInt16BE(table + 6);
  for (let i = 0; i < size; i += 2) {
    if (codePoint > bytes.readUInt16BE(table + 14 + i)) continue;
    const first = bytes.readUInt16BE(table + 16 + size + i);
    if (codePoint < first) return 0;
    const delta = bytes.readUInt16BE(table + 16 + 2 * size + i);
    const rangeAt = table + 16 + 3 * size + i;
    const range = bytes.readUInt16BE(rangeAt);
    if (range === 0) return (codePoint + delta) & 0xffff;
    const glyph = bytes.readUInt16BE(rangeAt + range + (codePoint - first) * 2);
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  }
  return 0;
}

/** Not drawn: what joins, isolates or varies others. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;
/** Of a character that the font lacks: another font draws it, mostly as wide as an em. */
const OTHER_WIDTH = 1;

/** Width of a text in ems, letter by letter: no kerning, no ligatures. */
export function textWidth(font: Font, text: string): number {
  let width = 0;
  for (const char of text) {
    if (!INVISIBLE.test(char)) width += font.widthOf(char.codePointAt(0) ?? 0) ?? OTHER_WIDTH;
  }
  return width;
}

/** Characters of a text that the font has no glyph for, each once. */
export function missingGlyphs(font: Font, text: string): string[] {
  const chars = new Set([...text].filter((char) => !/\s/.test(char) && !INVISIBLE.test(char)));
  return [...chars].filter((char) => font.widthOf(char.codePointAt(0) ?? 0) === undefined);
}
