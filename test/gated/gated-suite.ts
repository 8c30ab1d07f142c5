import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { afterAll, expect } from 'vitest';
import type { RerankAttribution } from '../../src/contracts/attribution.ts';
import type { StageDelta } from '../../src/contracts/delta.ts';
import { type Report, ReportSchema } from '../../src/contracts/report.ts';
import { grk, ROOT, workFolder, writeFiles } from '../binary.ts';
import { SHARED } from '../trec-input.ts';

const DATASETS = join(SHARED, 'datasets');
const OUT = join(ROOT, 'reports', 'gated');

export const HANDBOOK = join(ROOT, 'golden', 'handbook');
export const hasDatasets = existsSync(DATASETS);
/** Ends the names of tests that need collections and reference values that are no part of the project. */
export const whySkipped = hasDatasets ? '' : ' (skipped: shared data not present)';
export const dataset = (name: string) => join(DATASETS, name);
/** The text of a file of the shared models. */
export const sharedModelFile = (name: string) => readFileSync(join(SHARED, 'models', name), 'utf8');

/** A model of the shared ones, else one that `grk models fetch` got. A suite that was asked for never passes without it. */
export function modelFolder(name: string): string {
  const shared = join(SHARED, 'models', name);
  if (existsSync(shared)) return shared;
  const fetched = join(ROOT, '.grk', 'models');
  const isIt = (folder: string) => folder === name || folder.split('--').at(-1)?.split('@')[0] === name;
  const found = existsSync(fetched) ? readdirSync(fetched).find(isIt) : undefined;
  if (found !== undefined) return join(fetched, found);
  throw new Error(
    `the model ${name} is neither in ${join(SHARED, 'models')} nor in ${fetched}: fetch it with grk models fetch OWNER/${name}@COMMIT`,
  );
}

interface Known {
  readonly value: number;
  readonly tolerance: number;
}

/** One value that a suite measured, beside the one that is known for it. */
interface Row {
  readonly what: string;
  readonly measured: number;
  readonly known: Known | null;
}

export interface Evaluated {
  readonly report: Report;
  readonly deltas: readonly StageDelta[];
  readonly attribution: readonly RerankAttribution[];
  readonly err: string;
  /** The mean of the primary measure of a stage, by its id. */
  readonly mean: (stage: string) => number;
}

export interface GatedSuite {
  readonly folder: string;
  /** Runs a suite in the binary, with a state folder of its own; the report is kept. */
  readonly evaluate: (name: string, suite: object) => Promise<Evaluated>;
  /** Notes a value for the summary, and holds it against the known one. */
  readonly expectKnown: (what: string, measured: number, known: Known) => void;
  readonly note: (what: string, measured: number) => void;
}

/** What a suite measured goes to `reports/gated/NAME.json`, `NAME.md` and the summary of a GitHub job. */
export function gatedSuite(suite: string): GatedSuite {
  const folder = workFolder(`gated ${suite}`);
  const rows: Row[] = [];
  const verdicts: string[] = [];
  const reports: string[] = [];
  mkdirSync(OUT, { recursive: true });
  afterAll(() => {
    const page = [
      `## Gated ${suite} run`,
      '',
      '| value | measured | known |',
      '|---|---|---|',
      ...rows.map(({ what, measured, known }) => `| ${what} | ${measured.toFixed(4)} | ${knownText(known)} |`),
      '',
      ...verdicts.map((text) => `- ${text}`),
      '',
    ].join('\n');
    writeFileSync(join(OUT, `${suite}.json`), `${JSON.stringify({ suite, rows, verdicts, reports }, null, 2)}\n`);
    writeFileSync(join(OUT, `${suite}.md`), page);
    const { GITHUB_STEP_SUMMARY: summary } = process.env;
    if (summary !== undefined && summary !== '') appendFileSync(summary, page);
  });
  return {
    folder,
    evaluate: async (name, wanted) => {
      const file = `${suite}-${name}.report.json`;
      writeFiles(folder, { [`${name}/.grk/.keep`]: '', [`${name}/suite.json`]: JSON.stringify(wanted) });
      const args = ['eval', 'suite.json', '--out', join(OUT, file), '--json'];
      const { code, out, err } = await grk(join(folder, name), args, { isProcess: true });
      expect([code, code === 0 ? '' : err]).toEqual([0, '']);
      const { deltas, attribution } = JSON.parse(out) as Pick<Evaluated, 'deltas' | 'attribution'>;
      const report = ReportSchema.parse(JSON.parse(readFileSync(join(OUT, file), 'utf8')));
      expect(JSON.stringify(report)).not.toContain(folder.split(sep).at(-1));
      const mean = (stage: string) =>
        report.stages.find(({ id }) => id === stage)?.means[report.declared.primary] ?? Number.NaN;
      reports.push(file);
      expectHonest(deltas, mean, report.declared.primary);
      for (const { axis, verdict } of deltas)
        if (axis === 'quality' && verdict !== null) verdicts.push(`${name}: ${verdict}`);
      return { report, deltas, attribution, err, mean };
    },
    expectKnown: (what, measured, known) => {
      rows.push({ what, measured, known });
      expect(Math.abs(measured - known.value), `${what}: ${measured}, known ${knownText(known)}`).toBeLessThanOrEqual(
        known.tolerance,
      );
    },
    note: (what, measured) => {
      rows.push({ what, measured, known: null });
    },
  };
}

/** Every stage that was compared has a verdict, winner or not, and it says the difference of the means in the report. */
function expectHonest(deltas: readonly StageDelta[], mean: (stage: string) => number, primary: string): void {
  const quality = deltas.filter(({ axis }) => axis === 'quality');
  expect(quality.length).toBeGreaterThan(0);
  for (const { stage, baseline, measures, verdict } of quality) {
    const difference = mean(stage) - mean(baseline);
    expect(measures[primary]?.delta).toBeCloseTo(difference, 12);
    expect(measures[primary]?.direction).toBe(difference > 0 ? 'up' : difference < 0 ? 'down' : 'none');
    const shown = `${primary} ${difference < 0 ? '−' : '+'}${Math.abs(difference).toFixed(4)}`;
    expect(verdict).toContain(difference === 0 ? primary : shown);
  }
}

function knownText(known: Known | null): string {
  return known === null ? '–' : `${Number(known.value.toFixed(4))} ± ${known.tolerance}`;
}
