import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { missingGlyphs, shippedFont, textWidth } from './font.ts';
import { loadPackage } from './packages.ts';
import { renderPng } from './png.ts';
import { renderSvg } from './svg.ts';

/** Pixels of an 8-bit RGBA image without interlacing, as the PNG specification says (ISO/IEC 15948). */
function pixelsOf(png: Uint8Array): { width: number; height: number; at: (x: number, y: number) => number } {
  const bytes = Buffer.from(png);
  const width = bytes.readUInt32BE(16);
  const height = bytes.readUInt32BE(20);
  const parts: Buffer[] = [];
  for (let at = 8; at < bytes.length; at += bytes.readUInt32BE(at) + 12) {
    const length = bytes.readUInt32BE(at);
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(bytes.subarray(at + 8, at + 8 + length));
  }
  const raw = inflateSync(Buffer.concat(parts));
  const stride = width * 4;
  const out = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)];
    for (let i = 0; i < stride; i++) {
      const a = i < 4 ? 0 : (out[y * stride + i - 4] ?? 0);
      const b = y === 0 ? 0 : (out[(y - 1) * stride + i] ?? 0);
      const c = i < 4 || y === 0 ? 0 : (out[(y - 1) * stride + i - 4] ?? 0);
      const p = a + b - c;
      const [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)];
      const paeth = pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
      const add = [0, a, b, (a + b) >> 1, paeth][filter ?? 0] ?? 0;
      out[y * stride + i] = ((raw[y * (stride + 1) + 1 + i] ?? 0) + add) & 255;
    }
  }
  return { width, height, at: (x, y) => out[y * stride + x * 4] ?? 255 };
}

function darkPixels(png: Uint8Array): number {
  const { width, height, at } = pixelsOf(png);
  let dark = 0;
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) if (at(x, y) < 128) dark++;
  return dark;
}

const saying = (text: string, font = 'DejaVu Sans') =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40"><rect width="200" height="40" fill="#fff"/><text x="5" y="25" font-size="20" font-family="${font}">${text}</text></svg>`;

describe('PNG', () => {
  it.each(['Nothing +0.1234', 'שלום', 'ميزانية', 'Δ ▲ ▼ − ±'])('draws the text "%s"', async (text) => {
    const { png, missingGlyphs: missing } = await renderPng(saying(text));
    expect(missing).toEqual([]);
    expect(darkPixels(png)).toBeGreaterThan(150);
    expect(pixelsOf(png)).toMatchObject({ width: 400, height: 80 });
  });

  it('draws no text where there is none', async () => {
    expect(darkPixels((await renderPng(saying(''))).png)).toBe(0);
  });

  it('draws with its own font what asks for another', async () => {
    const [own, other] = [await renderPng(saying('abc')), await renderPng(saying('abc', 'Comic Sans MS, sans-serif'))];
    expect(darkPixels(other.png)).toBe(darkPixels(own.png));
  });

  it('says which characters it has no glyph for', async () => {
    expect((await renderPng(saying('再a試 &lt;再&gt;'))).missingGlyphs).toEqual(['再', '試']);
  });
});

describe('the shipped font', () => {
  const font = shippedFont();

  it.each([
    ['A', 1401],
    ['i', 569],
    ['−', 1716],
    ['\u0301', 0],
  ])('gives %s the width %d of its table', (char, width) => {
    expect(font.widthOf(char.codePointAt(0) ?? 0)).toBe(width / 2048);
  });

  it('measures a text by its letters, what it lacks as an em, and what is invisible as nothing', () => {
    expect(textWidth(font, 'Ai')).toBe((1401 + 569) / 2048);
    expect(textWidth(font, '再')).toBe(1);
    expect(textWidth(font, '\u2068A\u2069')).toBe(1401 / 2048);
    expect(missingGlyphs(font, 'A 再再\u2068')).toEqual(['再']);
  });
});

it('escapes text, and names what Vega finds odd', async () => {
  const text = `</script><img src=x onerror=alert(1)> & "q"`;
  const spec = {
    data: { values: [{ words: text, x: 1 }] },
    mark: { type: 'text' },
    encoding: { text: { field: 'words', type: 'nominal' }, x: { field: 'x', type: 'quantitative' } },
  };
  const { svg, warnings } = await renderSvg(spec);
  expect(warnings).toEqual([]);
  expect(svg).toContain('&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt; &amp;');
  expect(svg).not.toContain('<img');
  const odd = { ...spec, encoding: { ...spec.encoding, nothing: { field: 'x' } } };
  expect((await renderSvg(odd)).warnings.join()).toContain('nothing');
});

it('gives the same bytes twice', async () => {
  const spec = { data: { values: [{ x: 1 }] }, mark: 'point', encoding: { x: { field: 'x', type: 'quantitative' } } };
  expect((await renderSvg(spec)).svg).toBe((await renderSvg(spec)).svg);
});

it('names a package that is not there, and the command that installs it', async () => {
  const loaded = loadPackage(() => Promise.reject(new Error('no such package')), ['vega', 'vega-lite']);
  await expect(loaded).rejects.toMatchObject({
    code: 'GRK_DEPENDENCY_MISSING',
    message: 'vega and vega-lite cannot be loaded, and this image needs it',
    remedy: expect.stringContaining('npm install vega@6.4.0 vega-lite@6.4.3'),
  });
});
