/** Pictures of the page under `reports/`: `npx tsx scripts/page-screenshots.ts [PAGE.html]`; default: that of a new eval of the handbook. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CHROMIUM, launchChromium } from '../test/chromium.ts';

const ROOT = join(import.meta.dirname, '..');
const SHOTS = [
  { name: 'page-light', width: 1280, colorScheme: 'light', topic: false },
  { name: 'page-dark', width: 1280, colorScheme: 'dark', topic: false },
  { name: 'page-phone', width: 390, colorScheme: 'light', topic: false },
  { name: 'page-topic', width: 1280, colorScheme: 'light', topic: true },
] as const;
const HEIGHT = 1000;

if (CHROMIUM === undefined) throw new Error('there is no Chromium: apt-get install chromium, or set CHROMIUM_PATH');
const folder = mkdtempSync(join(tmpdir(), 'grk-shots-'));
const browser = await launchChromium(CHROMIUM);
try {
  const address = pathToFileURL(process.argv[2] === undefined ? handbookPage() : resolve(process.argv[2])).href;
  mkdirSync(join(ROOT, 'reports'), { recursive: true });
  for (const { name, width, colorScheme, topic } of SHOTS) {
    const context = await browser.newContext({ viewport: { width, height: HEIGHT }, colorScheme });
    const page = await context.newPage();
    await page.goto(address);
    if (topic) {
      await page.selectOption('#order', 'loss');
      await page.locator('#topic-list > li > details > summary').first().click();
      await page.locator('.list').first().waitFor();
      await page.evaluate("document.querySelector('#topic-list summary').scrollIntoView()");
    }
    await page.screenshot({ path: join(ROOT, 'reports', `${name}.png`) });
    console.log(`wrote reports/${name}.png`);
    await context.close();
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}

function handbookPage(): string {
  const binary = join(ROOT, 'dist', 'cli', 'main.js');
  const report = join(folder, 'handbook.json');
  const args = [binary, 'eval', '--golden', 'golden/handbook', '--report', 'html', '--out', report];
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`grk eval ended with ${status}`);
  return report.replace(/json$/, 'html');
}
