import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { grk, ROOT, smallGolden, workFolder, writeFiles } from './binary.ts';

const folder = workFolder('metadata');
const run = (...args: string[]) => grk(folder, args);

const TAGS = ['alpha', 'beta', 'gamma'];
/** Document i has the tags of the bits of i, and releases i and i + 10. */
const page = (i: number) => {
  const tags = TAGS.filter((_, bit) => (i & (1 << bit)) !== 0);
  const list =
    i % 2 === 0 ? `tags: [${tags.join(', ')}]` : `tags:\r\n${tags.map((tag) => `  - "${tag}"\r\n`).join('')}`;
  const mark = i % 3 === 0 ? '\uFEFF' : '';
  return `${mark}---\r\n${list}\r\nreleases: [${i}, ${i + 10}]\r\nsince: [2024-0${i + 1}-15]\r\n---\r\n\r\nwalrus number ${i}\r\n`;
};
const rows = ['{"_id":"r1","text":"a walrus","tags":["alpha","row"]}', '{"_id":"r2","text":"a walrus","tags":"row"}'];

beforeAll(async () => {
  writeFiles(folder, {
    'grk.config.json': '{}',
    ...Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`docs/${i}.md`, page(i)])),
    'docs/map.md': '---\ntags: alpha\nauthor: {name: x}\n---\nwalrus by a map\n',
    'docs/bad.md': '---\ntags: [alpha\n---\nwalrus of bad front matter\n',
    'rows.jsonl': `${rows.join('\n')}\n`,
  });
});

describe('lists of metadata', () => {
  it('are filtered by their values, the same in every mode, and give k where k match', async () => {
    const { code, err } = await run('ingest', 'docs', 'rows.jsonl');
    expect(code).toBe(0);
    expect(err.split('\n').filter((line) => line.includes('metadata left out'))).toEqual([
      expect.stringMatching(/front matter: no valid YAML \(line \d: .*\): docs\/bad\.md$/),
      expect.stringMatching(/author: a map, or a list of more than single values: docs\/map\.md$/),
    ]);
    const found = async (mode: string, ...filters: string[]) => {
      const options = filters.flatMap((filter) => ['--filter', filter]);
      const { out } = await run('search', '--json', '--mode', mode, '--top-k', '10', ...options, 'walrus');
      return (JSON.parse(out).hits as { doc: string }[]).map(({ doc }) => doc.replace(/^docs\/|\.md$/g, '')).sort();
    };
    for (const mode of ['bm25', 'dense', 'hybrid']) {
      expect(await found(mode, 'tags=alpha')).toEqual(['1', '3', '5', '7', 'map', 'r1']);
      expect(await found(mode, 'tags=alpha', 'tags=beta')).toEqual(['3', '7']);
      expect(await found(mode, 'tags!=alpha')).toEqual(['2', '4', '6', 'r2']);
      expect(await found(mode, 'releases>=16')).toEqual(['6', '7']);
      expect(await found(mode, 'releases<2', 'releases>10')).toEqual(['1']);
      expect(await found(mode, 'since>=2024-07')).toEqual(['6', '7']);
    }
    expect((await run('search', '--filter', 'author=x', 'walrus')).err).toContain(
      'no document has the metadata "author"',
    );
    expect(readFileSync(join(folder, '.grk/catalog.sqlite')).includes('[object Object]')).toBe(false);
  }, 60_000);

  it('filter a variant of a suite', async () => {
    const topic = { topicId: 't', query: 'walrus', category: 'keyword', split: 'dev', answerable: true };
    const judgment = { ...topic, gold: [{ doc: '3.md', quote: 'walrus number 3', grade: 1 }] };
    smallGolden(join(folder, 'gold'), {
      'judgments.jsonl': `${JSON.stringify(judgment)}\n`,
      ...Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`corpus/${i}.md`, page(i)])),
    });
    const variant = { name: 'v', filter: ['tags=beta', 'tags=alpha'], stages: [{ kind: 'bm25' }] };
    writeFiles(folder, { 'suite.json': JSON.stringify({ golden: 'gold', variants: [variant] }) });
    expect((await run('eval', 'suite.json', '--out', 'report.json')).code).toBe(0);
    const { stages } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
    expect(stages[0].topics[0].ranking.map(({ doc }: { doc: string }) => doc).sort()).toEqual(['3.md', '7.md']);
  }, 60_000);
});

it('of a catalog that an older reading filled are not searched: it is refused by that name, and a rebuild mends it', async () => {
  const old = join(folder, 'old');
  writeFiles(old, { 'grk.config.json': '{}', '.grk/x': '', 'docs/restore.md': page(3) });
  copyFileSync(join(ROOT, 'src/store/fixtures/catalog-v1.sqlite'), join(old, '.grk/catalog.sqlite'));
  for (const args of [
    ['search', 'walrus'],
    ['ingest', 'docs', '--no-dense'],
  ]) {
    const { code, out, err } = await grk(old, args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('readingAlgorithm is "reading/1" in the index, "reading/2" is asked for');
    expect(err).toContain('--rebuild');
  }
  expect((await grk(old, ['index', 'status'])).out).toContain('default');
  const rebuilt = await grk(old, ['ingest', 'docs', '--no-dense', '--rebuild', '--allow-mass-delete']);
  expect([rebuilt.code, rebuilt.err]).toEqual([0, '']);
  const { out } = await grk(old, ['search', '--json', '--filter', 'tags=alpha', '--filter', 'releases=13', 'walrus']);
  expect(JSON.parse(out).hits).toMatchObject([{ doc: 'docs/restore.md' }]);
}, 30_000);
