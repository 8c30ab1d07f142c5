import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ALL_CHARTS, CHARTS, type ChartName, type Theme } from '../../contracts/charts.ts';
import { GrkError } from '../../contracts/errors.ts';
import { plural } from '../../contracts/rounding.ts';
import { buildChart, type Chart } from '../../report/charts/catalog.ts';
import { renderPng } from '../../report/image/png.ts';
import { renderSvg } from '../../report/image/svg.ts';
import { chartInput } from '../../workbench/chart-input.ts';
import { writeWhole } from '../../workbench/files/whole-file.ts';
import { isOn, listOf, textOf } from '../arguments.ts';
import { EXIT } from '../exit.ts';
import type { Io } from '../io.ts';
import type { Arguments } from '../program.ts';
import { noticeOf, voiceOf } from '../voice.ts';

type Ending = 'svg' | 'png' | 'vl.json';

/** `grk report svg FILE…` */
export async function reportSvgCommand(io: Io, args: Arguments): Promise<number> {
  return draw(io, args, isOn(args, 'spec', false) ? 'vl.json' : 'svg');
}

/** `grk report png FILE…` */
export async function reportPngCommand(io: Io, args: Arguments): Promise<number> {
  return draw(io, args, isOn(args, 'spec', false) ? 'vl.json' : 'png');
}

async function draw(io: Io, args: Arguments, ending: Ending): Promise<number> {
  const names = namesOf(args);
  const place = placeOf(io, args, names, ending);
  const { isJson } = voiceOf(args);
  const notice = noticeOf(io, args);
  const input = await chartInput({ cwd: io.cwd, signal: io.signal, notice }, listOf(args, 'files'), names);
  const theme: Theme = args.theme === 'dark' ? 'dark' : 'light';
  const drawn = [];
  for (const name of names) {
    const chart = buildChart(name, input, theme);
    if (chart.reason !== null) {
      notice(`${name}: ${chart.reason}`);
      // Of all charts, those that have nothing to show are left out.
      if (names.length > 1) continue;
    }
    drawn.push({ name, content: await contentOf(chart, ending, notice) });
  }
  if (place === undefined) {
    const text = drawn.map(({ content }) => `${content}\n`).join('');
    io.out(
      isJson ? `${JSON.stringify({ charts: drawn.map(({ name, content }) => ({ name, text: content })) })}\n` : text,
    );
    return EXIT.done;
  }
  const files = drawn.map(({ name, content }) => {
    const file = place.isFolder ? join(place.path, `${name}.${ending}`) : place.path;
    writeWhole(file, content, 'the chart');
    return { name, file };
  });
  if (isJson) io.out(`${JSON.stringify({ charts: files })}\n`);
  else for (const { name, file } of files) io.out(`wrote ${file}: ${name}\n`);
  return EXIT.done;
}

/** Each once, in the order asked for. */
function namesOf(args: Arguments): ChartName[] {
  const asked = listOf(args, 'chart');
  if (asked.includes(ALL_CHARTS)) return [...CHARTS];
  const names = CHARTS.filter((name) => asked.includes(name));
  return names.length === 0 ? [CHARTS[0]] : names;
}

interface Place {
  readonly path: string;
  readonly isFolder: boolean;
}

/** @throws GrkError GRK_USAGE where several charts, or bytes, have nowhere to go */
function placeOf(io: Io, args: Arguments, names: readonly ChartName[], ending: Ending): Place | undefined {
  const out = textOf(args, 'out');
  if (out === undefined) {
    if (names.length === 1 && ending !== 'png') return undefined;
    const what = names.length > 1 ? 'several charts are several files' : 'a PNG is no text';
    throw new GrkError('GRK_USAGE', `--out is missing: ${what}`, {
      remedy: names.length > 1 ? 'Name a folder: --out charts/.' : `Name a file: --out ${names[0]}.png.`,
    });
  }
  const path = resolve(io.cwd, out);
  const isFolder =
    names.length > 1 || /[/\\]$/.test(out) || statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isFolder && existsSync(path) && !statSync(path).isDirectory()) {
    throw new GrkError('GRK_USAGE', `${out} is a file, and ${names.length} charts need a folder`, {
      remedy: 'Name a folder: --out charts/.',
    });
  }
  return { path, isFolder };
}

async function contentOf(
  { name, spec }: Chart,
  ending: Ending,
  notice: (text: string) => void,
): Promise<string | Uint8Array> {
  if (ending === 'vl.json') return JSON.stringify(spec, null, 1);
  const { svg, warnings } = await renderSvg(spec);
  for (const warning of warnings) notice(`${name}: ${warning}`);
  if (ending === 'svg') return svg;
  const { png, missingGlyphs } = await renderPng(svg);
  if (missingGlyphs.length > 0) {
    const some = missingGlyphs.slice(0, 10).join('');
    notice(
      `${name}: the font of the PNG lacks ${plural(missingGlyphs.length, 'character')} (${some}${missingGlyphs.length > 10 ? '…' : ''}), which stand as boxes; the SVG has them as text: grk report svg`,
    );
  }
  return png;
}
