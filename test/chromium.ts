import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
];

/** The Chromium of the system; `CHROMIUM_PATH` names another. */
export const CHROMIUM = [process.env.CHROMIUM_PATH ?? '', ...PLACES].find((path) => path !== '' && existsSync(path));

/** Loads nothing and asks nothing of the network. */
export async function launchChromium(executablePath: string): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'];
  return chromium.launch({ executablePath, args });
}
