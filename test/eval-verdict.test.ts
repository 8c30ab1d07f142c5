import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ReportSchema } from '../src/contracts/report.ts';
import { grk, smallGolden, workFolder } from './binary.ts';

const folder = workFolder('verdict');
beforeAll(() => smallGolden(join(folder, 'gold')));

const VARIANTS = [
  { name: 'flat', stages: [{ kind: 'bm25' }] },
  { name: 'steep', stages: [{ kind: 'bm25', k1: 2, b: 1 }] },
];
function suite(name: string, extra: object): string {
  writeFileSync(join(folder, name), JSON.stringify({ golden: 'gold', variants: VARIANTS, ...extra }));
  return name;
}

describe('bad input', () => {
  it.each([
    ['0', '--repeats is "0", which is not a whole number from 1'],
    ['many', '--repeats is "many", which is not a whole number from 1'],
    ['101', '101 repeats were asked for'],
  ])('--repeats %s is refused before anything runs', async (repeats, message) => {
    const { code, out, err } = await grk(folder, ['eval', '--golden', 'gold', '--no-dense', '--repeats', repeats]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
  });
  it.each([
    [{ guards: [{ axis: 'latency' }] }, 'the suite guards latency without a margin'],
    [{ guards: [{ axis: 'latancy', margin: 0.1 }] }, 'axis'],
    [{ guards: [{ axis: 'abstention', margin: -1 }] }, 'margin'],
    [{ minimumEffect: 0 }, 'minimumEffect'],
    [{ repeats: 0 }, 'repeats'],
  ])('the suite %j is refused', async (extra, message) => {
    const { code, err } = await grk(folder, ['eval', suite('bad.json', extra)]);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});

describe('a suite with guards, a minimum effect and repeats', () => {
  const file = 'größe 1.json';
  beforeAll(async () => {
    const guards = [{ axis: 'latency', margin: 99 }, { axis: 'abstention' }];
    const { code, err } = await grk(folder, [
      'eval',
      suite('s.json', { guards, minimumEffect: 0.001, repeats: 2 }),
      '--out',
      file,
    ]);
    expect([code, err]).toEqual([0, '']);
  });

  it('stores the repeats of every stage, per topic in report order', () => {
    const report = ReportSchema.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')));
    expect(report.timing.stages).toHaveLength(2);
    for (const { repeatsMs } of report.timing.stages) {
      expect(repeatsMs).toHaveLength(report.topics.length);
      for (const row of repeatsMs ?? []) {
        expect(row).toHaveLength(2);
        for (const ms of row) expect(ms).toBeGreaterThan(0);
      }
    }
  });

  it('has a headline, a latency without a direction within so wide a guard, and evidence, as JSON and as text', async () => {
    const { out } = await grk(folder, ['report', 'show', file, '--json']);
    const [quality, abstention, latency] = JSON.parse(out).deltas;
    expect(quality.headline.verdict).toMatch(/held: latency \(×\d.*; ×100 allowed\), abstention$/);
    expect(abstention.axis).toBe('abstention');
    expect(latency).toMatchObject({ axis: 'latency', direction: null, verdict: null });
    expect(latency.reason).toContain('the interval lies within the guard');
    expect(latency.latency).toMatchObject({ margin: 99, repeats: 2 });
    const { out: text } = await grk(folder, ['report', 'show', file]);
    expect(text.replace(/\s+/g, ' ')).toContain(quality.headline.verdict);
    expect(text).toMatch(/^latency against flat\/bm25, 5 topics$/m);
    expect(text).toMatch(/^stage +against +verdict +nDCG@10 +evidence +latency +abstention$/m);
  });
});

it('--repeats goes before what the suite says', async () => {
  const { code } = await grk(folder, [
    'eval',
    suite('three.json', { repeats: 3 }),
    '--repeats',
    '2',
    '--out',
    'two.json',
  ]);
  expect(code).toBe(0);
  const report = ReportSchema.parse(JSON.parse(readFileSync(join(folder, 'two.json'), 'utf8')));
  expect(report.timing.stages[0]?.repeatsMs?.[0]).toHaveLength(2);
});

it('without repeats there is no latency axis', async () => {
  const { out } = await grk(folder, ['eval', suite('plain.json', {}), '--json']);
  expect(JSON.parse(out).deltas.map(({ axis }: { axis: string }) => axis)).toEqual(['quality', 'abstention']);
});

it('the test split with two variants says that choosing tunes on test', async () => {
  const rows = readFileSync(join(folder, 'gold', 'judgments.jsonl'), 'utf8').replaceAll('"dev"', '"test"');
  smallGolden(join(folder, 'test gold'), { 'judgments.jsonl': rows });
  const { out } = await grk(folder, ['eval', suite('t.json', { golden: 'test gold' }), '--json']);
  const codes = JSON.parse(out).deltas[0].notes.map(({ code }: { code: string }) => code);
  expect(codes).toEqual(['tuned-on-test']);
});
