import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { storedReport } from '../../test/small-report.ts';
import { CHARTS } from '../contracts/charts.ts';
import { reportPngCommand, reportSvgCommand } from './commands/report-chart.ts';
import { reportCsvCommand } from './commands/report-csv.ts';
import type { Io } from './io.ts';

const folder = mkdtempSync(join(tmpdir(), 'grk-charts-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, 'r.json'), JSON.stringify(storedReport()));
writeFileSync(join(folder, 's.json'), JSON.stringify(storedReport()));

function world() {
  const out: string[] = [];
  const err: string[] = [];
  const io = { cwd: folder, env: {}, out: (text: string) => out.push(text), err: (text: string) => err.push(text) };
  const signal = new AbortController().signal;
  return { io: { ...io, signal } as unknown as Io, stdout: () => out.join(''), stderr: () => err.join('') };
}

describe('grk report svg', () => {
  it('prints one SVG, and nothing else', async () => {
    const { io, stdout, stderr } = world();
    expect(await reportSvgCommand(io, { files: ['r.json'] })).toBe(0);
    expect(stdout()).toMatch(/^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"[\s\S]*<\/svg>\n$/);
    expect(stdout()).toContain('Difference by stage and measure');
    expect(stderr()).toBe('');
  });

  it('prints the specification with its data under --spec', async () => {
    const { io, stdout } = world();
    await reportSvgCommand(io, { files: ['r.json'], chart: ['recall'], spec: true });
    const spec = JSON.parse(stdout());
    expect(spec.$schema).toBe('https://vega.github.io/schema/vega-lite/v6.json');
    expect(spec.vconcat[0].data.values).not.toHaveLength(0);
  });

  it('writes every chart that has something to show into a folder, and names the others', async () => {
    const { io, stdout, stderr } = world();
    await reportSvgCommand(io, { files: ['r.json'], chart: ['all'], spec: true, out: 'all/' });
    expect(readdirSync(join(folder, 'all')).sort()).toEqual(
      CHARTS.filter((name) => name !== 'attribution')
        .map((name) => `${name}.vl.json`)
        .sort(),
    );
    expect(stderr()).toBe('grk: attribution: no stage is a rerank stage: there is nothing to attribute\n');
    expect(stdout()).toContain(`wrote ${join(folder, 'all', 'delta.vl.json')}: delta`);
  });

  it('sets several reports against the first', async () => {
    const { io, stdout } = world();
    await reportSvgCommand(io, { files: ['r.json', 's.json'], chart: ['delta', 'topics'], spec: true, out: 'two/' });
    expect(stdout()).toContain('topics');
    const text = readFileSync(join(folder, 'two', 'delta.vl.json'), 'utf8');
    expect(text).toContain('fusion (s) against fusion (r): NO CHANGE, identical, n = 104 topics');
  });

  it('refuses several charts without a folder', async () => {
    const { io } = world();
    const drawn = reportSvgCommand(io, { files: ['r.json'], chart: ['delta', 'risk'] });
    await expect(drawn).rejects.toMatchObject({ code: 'GRK_USAGE', remedy: 'Name a folder: --out charts/.' });
    const over = reportSvgCommand(io, { files: ['r.json'], chart: ['delta', 'risk'], out: 'r.json' });
    await expect(over).rejects.toMatchObject({
      code: 'GRK_USAGE',
      message: expect.stringContaining('r.json is a file'),
    });
  });
});

describe('grk report png', () => {
  it('writes a PNG, and says which characters its font cannot draw', async () => {
    const report = storedReport();
    writeFileSync(join(folder, 'c.json'), JSON.stringify(report).replaceAll('"static-minilm-256-int8"', '"再試行"'));
    const { io, stdout, stderr } = world();
    await reportPngCommand(io, { files: ['c.json'], chart: ['embedders'], out: 'e.png', theme: 'dark' });
    expect(readFileSync(join(folder, 'e.png')).subarray(1, 4).toString()).toBe('PNG');
    expect(stdout()).toBe(`wrote ${join(folder, 'e.png')}: embedders\n`);
    expect(stderr()).toContain('the font of the PNG lacks 3 characters (再試行), which stand as boxes');
  });

  it('refuses to print one', async () => {
    await expect(reportPngCommand(world().io, { files: ['r.json'] })).rejects.toMatchObject({
      code: 'GRK_USAGE',
      remedy: 'Name a file: --out delta.png.',
    });
  });
});

it('grk report csv prints every topic of every stage', async () => {
  const { io, stdout } = world();
  expect(await reportCsvCommand(io, { files: ['r.json'] })).toBe(0);
  expect(stdout().split('\r\n')).toHaveLength(1 + 3 * 132 + 1);
});
