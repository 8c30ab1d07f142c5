import { createHash } from 'node:crypto';
import type { TextCache } from '../contracts/ports.ts';
import type { Extraction } from './extract/extraction.ts';

/**
 * What an extractor gives for a file, from the cache where a file of the same bytes was extracted by that version. Only
 * texts are kept: why there is none may change with what is installed.
 * @param algorithm version id of the extractor
 */
export async function keptExtraction(
  cache: TextCache | undefined,
  algorithm: string,
  bytes: Uint8Array,
  extract: () => Promise<Extraction>,
): Promise<Extraction> {
  if (cache === undefined) return extract();
  const key = createHash('sha256').update(`${algorithm}\n`).update(bytes).digest('hex');
  const kept = cache.find(key);
  if (kept !== undefined) return JSON.parse(kept) as Extraction;
  const extraction = await extract();
  if (!('unreadable' in extraction)) cache.keep(key, JSON.stringify(extraction));
  return extraction;
}
