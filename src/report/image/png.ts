import { missingGlyphs, shippedFont } from './font.ts';
import { loadPackage } from './packages.ts';

export interface RenderedPng {
  readonly png: Uint8Array;
  /** Characters that stand as boxes or not at all: the shipped font has no glyph for them. */
  readonly missingGlyphs: readonly string[];
}

const SCALE = 2;
const FAMILY = 'DejaVu Sans';

/**
 * An SVG as PNG, twice as large, its text drawn with the shipped font and no other.
 * @throws GrkError GRK_DEPENDENCY_MISSING, GRK_FILE_MISSING
 */
export async function renderPng(svg: string): Promise<RenderedPng> {
  const { Resvg } = await loadPackage(() => import('@resvg/resvg-js'), ['@resvg/resvg-js']);
  const font = shippedFont();
  const image = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: SCALE },
    font: {
      loadSystemFonts: false,
      fontFiles: [font.file],
      defaultFontFamily: FAMILY,
      sansSerifFamily: FAMILY,
    },
  }).render();
  return { png: image.asPng(), missingGlyphs: missingGlyphs(font, textsOf(svg)) };
}

/** What an SVG shows as text. */
function textsOf(svg: string): string {
  return [...svg.matchAll(/<t(?:ext|span)\b[^>]*>([^<]*)/g)].map(([, text = '']) => unescaped(text)).join(' ');
}

function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|nbsp|#(\d+));/g, (_, name: string, code?: string) => {
    if (code !== undefined) return String.fromCodePoint(Number(code));
    return { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }[name] ?? '';
  });
}
