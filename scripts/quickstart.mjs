/** `npm run quickstart`: from a fresh clone to the table of a real evaluation. */
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, ROOT, say, tryRun } from './project.mjs';

ensureInstalled();
ensureBuilt();
say(
  'running: grk eval --golden golden/handbook (76 documents, the shipped embedder and reranker, nothing is downloaded)',
);
process.exit(
  tryRun(process.execPath, [
    join(ROOT, 'dist', 'cli', 'main.js'),
    'eval',
    '--golden',
    'golden/handbook',
    '--report',
    'html',
    ...process.argv.slice(2),
  ]),
);
