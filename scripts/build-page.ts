/** Bundles the script and the style of the page into `page-assets.ts`, with the hashes by which the page lets them run. A test fails when the two differ. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import { inkOf } from '../src/report/charts/theme.ts';

const ROOM = new URL('../src/report/html/', import.meta.url);
const MINISEARCH = new URL('../node_modules/minisearch/', import.meta.url);

/** @returns the text of `page-assets.ts` for the committed sources */
export async function pageAssets(): Promise<string> {
  const [script, style] = [await scriptOf(), await styleOf()];
  return [
    '/** Script and style of the page; written by `scripts/build-page.ts`. */',
    ...Object.entries({ SCRIPT: script, SCRIPT_SHA256: hashOf(script), STYLE: style, STYLE_SHA256: hashOf(style) }).map(
      ([name, text]) => `export const ${name} = ${JSON.stringify(text)};`,
    ),
    '',
  ].join('\n');
}

async function scriptOf(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL('package.json', MINISEARCH), 'utf8')) as { version: string };
  const licence = await readFile(new URL('LICENSE.txt', MINISEARCH), 'utf8');
  const built = await build({
    entryPoints: [fileURLToPath(new URL('client/main.ts', ROOM))],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
    tsconfigRaw: '{}',
  });
  const [output] = built.outputFiles;
  if (output === undefined) throw new Error('nothing was bundled');
  return `/* MiniSearch ${version}\n${licence.trim()} */\n${output.text}`;
}

/** The colours of charts are exchanged by name, so that one drawing serves light and dark. */
async function styleOf(): Promise<string> {
  const [light, dark] = [inkOf('light'), inkOf('dark')];
  const { series, ...named } = light;
  const pairs = new Map([
    ...series.map((color, at) => [color, dark.series[at] ?? color] as const),
    ...Object.entries(named).map(([name, color]) => [color, dark[name as keyof typeof named]] as const),
  ]);
  const rules = [...pairs].flatMap(([from, to]) =>
    ['fill', 'stroke'].map((part) => `.either svg [${part}="${from}"] { ${part}: ${to}; }`),
  );
  const css = await readFile(new URL('page.css', ROOM), 'utf8');
  const charts = `@media screen and (prefers-color-scheme: dark) {\n${rules.join('\n')}\n}`;
  return (await transform(`${css}\n${charts}`, { loader: 'css', minify: true, charset: 'utf8' })).code;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeFile(new URL('page-assets.ts', ROOM), await pageAssets());
  console.log('wrote src/report/html/page-assets.ts');
}
