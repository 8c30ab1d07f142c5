import { shippedFont, textWidth } from './font.ts';
import { loadPackage } from './packages.ts';

export interface RenderedSvg {
  readonly svg: string;
  /** What Vega found odd about the specification; empty for those of this package. */
  readonly warnings: readonly string[];
}

/** What Vega exports and its types do not name. */
interface TextMeasuring {
  readonly textMetrics: { width: (item: { readonly fontSize?: number }, text: unknown) => number };
}

/**
 * Renders a Vega-Lite specification with its data inside, without browser and canvas.
 * @throws GrkError GRK_DEPENDENCY_MISSING, GRK_FILE_MISSING
 */
export async function renderSvg(spec: Readonly<Record<string, unknown>>): Promise<RenderedSvg> {
  const [vega, { compile }] = await loadPackage(
    () => Promise.all([import('vega'), import('vega-lite')]),
    ['vega', 'vega-lite'],
  );
  const font = shippedFont();
  // Without canvas Vega guesses widths by the number of characters.
  (vega as unknown as TextMeasuring).textMetrics.width = ({ fontSize = 11 }, text) =>
    textWidth(font, String(text ?? '')) * fontSize;
  const warnings: string[] = [];
  const logger = vega.logger(vega.Warn);
  logger.warn = (...words) => {
    warnings.push(words.map(String).join(' '));
    return logger;
  };
  const compiled = compile(spec as unknown as Parameters<typeof compile>[0], { logger }).spec;
  const view = new vega.View(vega.parse(compiled), { renderer: 'none', logger });
  try {
    return { svg: await view.toSVG(), warnings };
  } finally {
    view.finalize();
  }
}
