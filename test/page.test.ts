import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageAssets } from '../scripts/build-page.ts';
import type { Io } from '../src/cli/io.ts';
import { pageOf } from '../src/cli/page-file.ts';
import type { Report } from '../src/contracts/report.ts';
import { buildChart } from '../src/report/charts/catalog.ts';
import { evalMarkdown } from '../src/report/ci/markdown.ts';
import { reportPage } from '../src/report/html/page.ts';
import { renderSvg } from '../src/report/image/svg.ts';
import { evalTable } from '../src/report/terminal/eval-table.ts';
import { reportView } from '../src/report/view/report-view.ts';
import { deriveReport } from '../src/workbench/derive.ts';
import { grk } from './binary.ts';
import { CHROMIUM, launchChromium } from './chromium.ts';
import { PLANTED, pageReport } from './page-report.ts';

const folder = mkdtempSync(join(tmpdir(), 'grk-page-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function stored(name: string, report: Report): string {
  writeFileSync(join(folder, name), JSON.stringify(report));
  return name;
}

/** Writes the page of some stored reports and gives its address. */
async function written(name: string, files: readonly string[]): Promise<string> {
  const io = { cwd: folder, signal: new AbortController().signal, err: () => {} } as unknown as Io;
  const file = join(folder, name);
  writeFileSync(file, await pageOf(io, {}, files));
  return pathToFileURL(file).href;
}

it.skipIf(process.platform !== 'linux')(
  'hands the written page to the opener of the desktop under --open',
  async () => {
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'xdg-open'), '#!/bin/sh\nprintf %s "$1" > opened.txt\n', { mode: 0o755 });
    stored('opened.json', pageReport({ topics: 2 }));
    const args = ['report', 'html', 'opened.json', '--out', 'opened.html'];
    const run = await grk(folder, [...args, '--open'], { env: { PATH: `${bin}:${process.env.PATH}` } });
    expect(run).toEqual({ code: 0, out: 'page: opened.html\n', err: '' });
    await expect.poll(() => existsSync(join(folder, 'opened.txt'))).toBe(true);
    expect(readFileSync(join(folder, 'opened.txt'), 'utf8')).toBe(join(folder, 'opened.html'));
    const without = await grk(folder, [...args, '--open'], { env: { PATH: '/nowhere' } });
    expect(without.code).toBe(0);
    expect(without.err).toContain('the page is written and was not opened: xdg-open could not be started');
  },
);

it.each([
  [{ report: 'htm' }, '--report is "htm"'],
  [{ open: true }, '--open shows a page, and none is asked for'],
])('refuses before anything is measured: %j', async (args, message) => {
  const { evalRunCommand } = await import('../src/cli/commands/eval-run.ts');
  await expect(evalRunCommand({} as Io, args)).rejects.toThrow(message);
});

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

it('page-assets.ts is what its sources make (if not: npx tsx scripts/build-page.ts)', async () => {
  const file = new URL('../src/report/html/page-assets.ts', import.meta.url);
  expect(readFileSync(file, 'utf8')).toBe(await pageAssets());
});

it('keeps what is planted in a report text, in Markdown and in every chart', async () => {
  const derived = deriveReport(pageReport({ topics: 5 }));
  const report = { name: PLANTED, derived, view: reportView(derived) };
  const markdown = evalMarkdown({ report: derived.report, deltas: derived.deltas, gates: undefined });
  expect(markdown).toContain('onerror');
  expect(markdown).not.toMatch(/<img|<\/script/);
  for (const name of ['topics', 'slices', 'delta'] as const) {
    const { svg } = await renderSvg(buildChart(name, { reports: [report], outcome: null }, 'light').spec);
    expect(svg).not.toMatch(/<img|<script|<\/script|<foreignObject/);
    expect(svg.replace(/"[^"]*"/g, '')).not.toMatch(/<[^>]*\son[a-z]+=/);
  }
});

it('shows every number as terminal and Markdown do', async () => {
  const derived = deriveReport(pageReport({ topics: 40, hasTexts: false }));
  const view = reportView(derived);
  const page = reportPage({ reports: [{ name: 'a', derived, view }], outcome: null, charts: [], chartNote: null });
  const { report, deltas, slices, attribution, legs } = derived;
  const style = { width: 400, color: false, unicode: true };
  const table = evalTable({ report, deltas, slices, attribution, legs, reportPath: 'a.json' }, style);
  const markdown = evalMarkdown({ report, deltas, gates: undefined });
  const quality = view.comparisons.filter(({ axis }) => axis === 'quality');
  const changes = quality.flatMap(({ rows }) => rows.flatMap(({ values }) => values?.delta.text ?? []));
  const means = view.stages.flatMap(({ means }) => Object.values(means).flatMap((figure) => figure?.text ?? []));
  expect(changes.length + means.length).toBeGreaterThan(20);
  for (const text of means) expect(table).toContain(text);
  for (const text of changes) for (const shown of [table, markdown]) expect(shown).toContain(text);
  for (const text of means) expect(page).toContain(`<td class="n">${text}</td>`);
  for (const text of changes) expect(page).toContain(`</span> ${text}</td>`);
});

it('says of a direction how sure it is, and of a topic that it failed, where each is first seen', () => {
  const stored = pageReport({ topics: 12, hasTexts: false });
  const failed = stored.stages[2]?.topics[3];
  if (failed !== undefined) Object.assign(failed, { error: { code: 'x', message: 'no answer came' }, ranking: [] });
  const derived = deriveReport(stored);
  const view = reportView(derived);
  const page = reportPage({ reports: [{ name: 'a', derived, view }], outcome: null, charts: [], chartNote: null });
  expect(page).toMatch(/IMPROVEMENT<\/span> <span class="sure">evidence: not supported<\/span><\/p>/);
  expect(page.match(/<span class="down">failed<\/span><\/span><\/summary>/g)).toHaveLength(1);
  expect(page).toMatch(/id="topic=t3">.*<span class="down">failed<\/span><\/span><\/summary>/);
});

it('keeps the page of 300 topics and 5 stages within 2 MB, and says that texts are cut', async () => {
  const stages = ['bm25', 'dense', 'path', 'fusion', 'rerank'];
  const file = stored('large.json', pageReport({ topics: 300, stages, textUtf16: 4000 }));
  await written('large.html', [file]);
  const html = readFileSync(join(folder, 'large.html'), 'utf8');
  expect(Buffer.byteLength(html)).toBeLessThan(2_000_000);
  expect(html).toMatch(/Passage texts are cut to \d+ characters/);
}, 20_000);

if (CHROMIUM === undefined) {
  process.stderr.write('the page in a browser: skipped: no Chromium\n');
  // `.ci/run` installs Chromium and sets this: a test that is skipped there would prove nothing.
  it.skipIf(process.env.GRK_BROWSER !== 'required')('skipped: no Chromium', () => {
    expect(CHROMIUM, 'Chromium is required here: apt-get install chromium').toBeDefined();
  });
}

describe.skipIf(CHROMIUM === undefined)('the page in Chromium', () => {
  let browser: Browser;
  let single = '';
  beforeAll(async () => {
    single = await written('single.html', [stored('single.json', pageReport({ topics: 12 }))]);
    browser = await launchChromium(CHROMIUM ?? '');
  }, 30_000);
  afterAll(() => browser?.close());

  /** Opens a page offline; whatever it says, asks or loads besides itself ends in `faults`. */
  async function open(address: string, options: BrowserContextOptions = {}) {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(5000);
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('console', (message) => faults.push(`console: ${message.text()}`));
    page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
    page.on('dialog', (dialog) => {
      faults.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      if (request.url().split('#')[0] !== address.split('#')[0]) faults.push(`request: ${request.url()}`);
    });
    await page.goto(address);
    return { page, faults, close: () => context.close() };
  }

  const shownTopics = (page: Page) => page.locator('#topic-list > li:visible').count();

  const topicOf = (page: Page, id: string) =>
    page.locator('#topic-list > li').filter({ has: page.locator(`[id="topic=${id}"]`) });

  /** Opens a topic by a click, and waits for its lists. */
  async function drillDown(page: Page, id: string) {
    const topic = topicOf(page, id);
    await topic.locator('> details > summary').click();
    await topic.locator('.list').first().waitFor();
    return topic;
  }

  /** What axe finds, as `rule: element`. */
  async function axe(page: Page): Promise<string[]> {
    await page.evaluate(AXE);
    const results = (await page.evaluate(
      '(async () => axe.run(document, { resultTypes: ["violations"] }))()',
    )) as AxeResults;
    return results.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
  }

  it('filters, sorts, searches and opens topics, and says and loads nothing besides', async () => {
    const { page, faults, close } = await open(single);
    expect(await shownTopics(page)).toBe(12);
    await page.selectOption('#category', { label: 'fact' });
    expect(await shownTopics(page)).toBe(4);
    expect(await page.textContent('#shown')).toBe('4 of 12 topics');
    await page.selectOption('#category', { label: 'all' });
    await page.check('#changed');
    const changed = await page.locator('#topic-list .delta.up, #topic-list .delta.down').count();
    expect(await shownTopics(page)).toBe(changed);
    await page.uncheck('#changed');
    await page.selectOption('#order', 'loss');
    expect(await page.locator('#topic-list .delta').first().textContent()).toMatch(/^▼ −/);

    await page.fill('#search', 'zebrap40');
    expect(await page.locator('#topic-list > li:visible .query').allTextContents()).toContain(
      'query of number 11 再試行',
    );
    expect(await shownTopics(page)).toBeLessThan(12);
    await page.fill('#search', '試行');
    expect(await shownTopics(page)).toBe(11);
    await page.press('#search', 'Escape');
    expect(await shownTopics(page)).toBe(12);

    const topic = await drillDown(page, 't5');
    expect(await topic.locator('.list h3').allTextContents()).toEqual(['bm25', 'fusion']);
    const relevant = topic.locator('.list').last().locator('.is-relevant');
    expect(await relevant.locator('summary').textContent()).toMatch(/docs\/part-5\.md ✓ relevant, grade 2 [▲▼=]/);
    expect(await relevant.locator('mark').textContent()).toBe('QUOTED WORDS of');
    expect(await relevant.locator('.facts').textContent()).toMatch(/^ranks in bm25 #1 · dense #\d+$/);

    await page.selectOption('#pair', { label: 'dense against bm25' });
    expect(await topic.locator('.list h3').allTextContents()).toEqual(['bm25', 'dense']);
    expect(await page.textContent('#pair-said')).toBe('Differences in nDCG@10: dense against bm25.');

    const column = page.locator('#delta-table th button').filter({ hasText: 'delta' });
    await column.click();
    const values = await page.locator('#delta-table tbody td:nth-child(7)').allTextContents();
    const numbers = values.map((text) => Number(text.replace('−', '-').replace(/[^0-9.-]/g, '')));
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    await page.locator('#delta-table th button').filter({ hasText: 'interval' }).click();
    const bounds = (await page.locator('#delta-table tbody td:nth-child(8)').allTextContents())
      .filter((text) => text !== '')
      .map((text) => Number.parseFloat(text.slice(1).replace('−', '-')));
    expect(bounds.length).toBeGreaterThan(2);
    expect(bounds).toEqual([...bounds].sort((a, b) => a - b));
    await page.getByLabel('Show').selectOption('split');
    expect(await page.locator('#slices-0 tbody tr:visible').count()).toBe(1);
    expect(faults).toEqual([]);
    await close();
  });

  it('keeps what is planted text, everywhere', async () => {
    const { page, faults, close } = await open(single);
    for (const summary of await page.locator('#topic-list > li > details > summary').all()) await summary.click();
    await page.locator('.list').nth(23).waitFor();
    expect(await page.locator('.text').count()).toBeGreaterThan(100);
    expect(await page.locator('img, iframe, object, embed, form[action], [onerror]').count()).toBe(0);
    expect(await page.locator('script').count()).toBe(2);
    expect(await page.locator('h1').textContent()).toContain(PLANTED);
    expect(await page.title()).toContain(PLANTED);
    expect(await page.locator('.text').filter({ hasText: PLANTED }).count()).toBeGreaterThan(0);
    expect(await page.locator('bdi').filter({ hasText: PLANTED }).count()).toBeGreaterThan(2);
    expect(faults).toEqual([]);
    await close();
  });

  it('opens the topic of a permalink, whatever its id, and is worked by keys', async () => {
    const id = `topic=${encodeURIComponent(`t0 ${PLANTED}`)}`;
    const { page, faults, close } = await open(`${single}#${id}`);
    expect(await page.locator('#topic-list details[open] .query').first().textContent()).toBe(`query ${PLANTED}`);
    expect(await page.evaluate('document.activeElement.tagName')).toBe('SUMMARY');
    await page.keyboard.press('Escape');
    expect(await page.locator('#topic-list > li > details[open]').count()).toBe(0);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.locator('details[open] .list').nth(1).waitFor();
    expect(await page.locator('#topic-list > li > details[open] .list').count()).toBe(2);
    await page.keyboard.press('/');
    expect(await page.evaluate('document.activeElement.id')).toBe('search');
    await page.keyboard.type('jk');
    expect(await page.inputValue('#search')).toBe('jk');
    expect(faults).toEqual([]);
    await close();
  });

  it('shows what the browser filled in again after going back', async () => {
    const { page, close } = await open(single);
    await page.selectOption('#category', { label: 'fact' });
    await page.selectOption('#pair', { label: 'dense against bm25' });
    const shown = () => page.locator('#pair-said, #shown, #topic-list > li:visible .delta').allTextContents();
    const before = await shown();
    await page.goto('about:blank');
    await page.goBack();
    expect(await page.inputValue('#category')).toBe('1');
    expect(await shown()).toEqual(before);
    await close();
  });

  it('says verdict, tables, charts and topics without JavaScript, and prints without its tools', async () => {
    const { page, faults, close } = await open(single, { javaScriptEnabled: false });
    expect(await page.locator('.card .badge').allTextContents()).toEqual(
      expect.arrayContaining([expect.stringMatching(/IMPROVEMENT|REGRESSION|MIXED|NO CHANGE/)]),
    );
    expect(await page.locator('.chart svg:visible').count()).toBeGreaterThan(3);
    expect(await page.locator('#tools').isVisible()).toBe(false);
    const topic = topicOf(page, 't5');
    await topic.locator('> details > summary').click();
    expect(await topic.locator('table').isVisible()).toBe(true);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('nav').isVisible()).toBe(false);
    expect(await topic.locator('table').isVisible()).toBe(true);
    expect(faults).toEqual([]);
    await close();
  });

  it.each(['light', 'dark'] as const)('has nothing that axe finds, in %s, at both widths', async (colorScheme) => {
    const { page, faults, close } = await open(`${single}#topic=t5`, { colorScheme });
    await drillDown(page, 't6');
    expect(await axe(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await axe(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(faults).toEqual([]);
    await close();
  });

  it('compares two reports, with texts in one of them', async () => {
    const files = [
      stored('old.json', pageReport({ topics: 12 })),
      stored('new.json', pageReport({ topics: 12, shift: 4, hasTexts: false })),
    ];
    const { page, faults, close } = await open(await written('two.html', files));
    expect(await page.textContent('h1')).toBe('new against old');
    expect(await page.locator('.card').count()).toBe(3);
    const topic = await drillDown(page, 't5');
    expect(await topic.locator('.list h3').allTextContents()).toEqual(['old: fusion', 'new: fusion']);
    expect(await topic.locator('mark').first().textContent()).toBe('QUOTED WORDS of');
    expect(await axe(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it('shows one stage without texts, and says so', async () => {
    const file = stored('bare.json', pageReport({ topics: 2, stages: ['bm25'], hasTexts: false }));
    const { page, faults, close } = await open(await written('bare.html', [file]));
    expect(await page.textContent('.hint')).toContain('The report holds no passage texts.');
    const topic = await drillDown(page, 't1');
    expect(await topic.locator('.list').count()).toBe(1);
    expect(await topic.locator('.list').textContent()).toContain('no text on this page');
    expect(faults).toEqual([]);
    await close();
  });
});
