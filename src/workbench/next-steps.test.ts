import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { smallGolden } from '../../test/binary.ts';
import { ingest } from './collections/ingest.ts';
import { evalRun } from './eval/run.ts';
import { foundHere, nextSteps } from './next-steps.ts';
import { createSession } from './session/session.ts';

const root = mkdtempSync(join(tmpdir(), 'grk next ü '));
afterAll(() => rmSync(root, { recursive: true }));

function folder(name: string, files: Readonly<Record<string, string>>): string {
  const place = join(root, name);
  mkdirSync(place, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place, path)), { recursive: true });
    writeFileSync(join(place, path), text);
  }
  return place;
}

const commandsIn = async (cwd: string) => (await nextSteps(createSession({ cwd }))).steps.map(({ command }) => command);

describe('nextSteps', () => {
  it('begins with a configuration and documents', async () => {
    expect(await commandsIn(folder('empty', { 'x.md': 'x' }))).toEqual([
      'grk init',
      'grk ingest FOLDER',
      'grk golden init golden/mine --corpus FOLDER',
    ]);
    expect(await commandsIn(folder('docs-there', { 'docs/x.md': 'x' }))).toEqual([
      'grk init',
      'grk ingest docs',
      'grk golden init golden/mine --corpus docs',
    ]);
  });
  it('searches and judges what is indexed', async () => {
    const cwd = folder('indexed', { 'docs/x.md': 'hedgehogs sleep', 'grk.config.json': '{}' });
    const session = createSession({ cwd });
    await ingest(session, { paths: ['docs'], dense: false, rebuild: false });
    expect(await nextSteps(session)).toEqual({
      found: ['grk.config.json', 'collection default: 1 documents, 1 passages, no vectors'],
      steps: [
        { command: 'grk search "…"', meaning: 'search them' },
        {
          command: 'grk golden init golden/mine --corpus docs',
          meaning: 'begin a golden set about your documents',
        },
      ],
    });
  });
  it('counts the indexes of evals in one line', async () => {
    const cwd = folder('evals-there', {});
    smallGolden(join(cwd, 'golden', 'lamp'));
    for (const name of ['markdown', 'whole'] as const) {
      const settings = { golden: 'golden/lamp', 'chunker.name': name, reranker: 'none' };
      await evalRun(createSession({ cwd, settings }), { dense: false });
    }
    const { found } = await nextSteps(createSession({ cwd }));
    expect(found.slice(1)).toEqual(['2 indexes of evals', 'golden set golden/lamp', '2 reports']);
  });
  it('measures on the golden set that is configured, else on one that is found', async () => {
    const golden = { 'golden/my set/manifest.json': '{}', 'golden/my set/judgments.jsonl': '{}' };
    expect(await commandsIn(folder('found', golden))).toContain('grk eval --golden "golden/my set"');
    const set = folder('set', { ...golden, 'grk.config.json': '{ "golden": "elsewhere" }' });
    expect(await commandsIn(set)).toContain('grk eval');
    const begun = folder('begun', { ...golden, 'golden/my set/judgments.jsonl': '' });
    expect(await commandsIn(begun)).toContain('grk golden add "…" --hit 1 --grade 3 --golden "golden/my set"');
  });
  it('reads the newest report, and holds it against the last one that can be compared with it', async () => {
    const report = (stage: string, topicId = 't', judgmentsSha256 = 'j') =>
      JSON.stringify({ golden: { judgmentsSha256 }, topics: [{ topicId }], stages: [{ id: stage }, { id: 'v/x' }] });
    const cwd = folder('reports', {
      '.grk/reports/oldest.json': report('v/a'),
      '.grk/reports/match.json': report('v/a'),
      '.grk/reports/other.json': report('v/a', 't', 'k'),
      '.grk/reports/topics.json': report('v/a', 'u'),
      '.grk/reports/stages.json': report('w/a').replace('v/x', 'w/x'),
      '.grk/reports/damaged.json': '{',
      '.grk/reports/new.json': report('v/a'),
    });
    const date = (name: string, second: number) => utimesSync(join(cwd, `.grk/reports/${name}.json`), second, second);
    ['oldest', 'match', 'other', 'topics', 'stages', 'damaged', 'new'].forEach(date);
    expect((await commandsIn(cwd)).slice(-2)).toEqual([
      'grk report show .grk/reports/new.json',
      'grk eval compare .grk/reports/match.json .grk/reports/new.json',
    ]);
    date('stages', 9);
    expect((await commandsIn(cwd)).at(-1)).toBe('grk report show .grk/reports/stages.json');
  });
});

describe('foundHere', () => {
  it('knows both layouts of golden sets, and takes no half of one', () => {
    const place = folder('sets', {
      'evals/beir/corpus.jsonl': '',
      'evals/beir/queries.jsonl': '',
      'mine/manifest.json': '',
      'mine/judgments.jsonl': '',
      'half/manifest.json': '',
      'node_modules/p/manifest.json': '',
    });
    expect(foundHere(place).goldenSets).toEqual([join('evals', 'beir'), 'mine']);
  });
});
