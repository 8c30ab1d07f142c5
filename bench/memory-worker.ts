/** Embeds TEXTS short texts in blocks with EMBEDDER and writes how much memory was used: memory-worker.ts EMBEDDER TEXTS. */
import { openEmbedder } from '../src/providers/registry.ts';

const [, , id = '', count = ''] = process.argv;
const BLOCK = 64;
const WORDS = ['lease', 'expires', 'virus', 'protein', 'renew', 'before', 'cells'];
/** Another text for each number. */
const textOf = (number: number) => `${number} ${WORDS[number % WORDS.length]} ${WORDS[(number >> 3) % WORDS.length]}`;

const embedder = await openEmbedder(id, '.');
await embedder.embed([textOf(0)], 'passage');
const opened = process.memoryUsage.rss();
for (let start = 0; start < Number(count); start += BLOCK) {
  const length = Math.min(BLOCK, Number(count) - start);
  await embedder.embed(
    Array.from({ length }, (_, i) => textOf(start + i)),
    'passage',
  );
}
const { maxRSS } = process.resourceUsage();
process.stdout.write(`${JSON.stringify({ openedMb: opened / 2 ** 20, highestMb: maxRSS / 2 ** 10 })}\n`);
