import { indexedText } from '../../contracts/document.ts';
import type { EmbedRole } from '../../contracts/ports.ts';
import { loadGolden } from '../../evals/golden/load.ts';
import { passagesOf } from '../../ingest/passages.ts';
import { goldenChunker, openGoldenCorpus } from '../collections/eval-index.ts';
import type { Session } from '../session/state.ts';
import { requireGoldenPath } from './path.ts';

export interface EmbeddedText {
  readonly role: EmbedRole;
  readonly text: string;
}

/**
 * Every text that an eval of the golden set embeds with the configured chunker, each once: the queries of all splits, then
 * the passages with their headings. Blank ones are left out: no embedder is given them.
 * @throws GrkError GRK_USAGE, GRK_INTERRUPTED, and those of golden sets
 */
export async function goldenTexts(session: Session): Promise<EmbeddedText[]> {
  const golden = await loadGolden(requireGoldenPath(session.loaded.config.golden, 'grk golden texts'));
  const { documents } = await (await openGoldenCorpus(session, golden)).read();
  const chunker = goldenChunker(golden, session.loaded);
  const passages = documents.flatMap((document) => passagesOf(document, chunker).map(indexedText));
  const queries = golden.topics.map(({ query }) => query);
  const rows = (role: EmbedRole, texts: readonly string[]) =>
    [...new Set(texts)].filter((text) => text.trim() !== '').map((text) => ({ role, text }));
  return [...rows('query', queries), ...rows('passage', passages)];
}
