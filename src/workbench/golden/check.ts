import type { Passage } from '../../contracts/document.ts';
import type { Finding } from '../../contracts/golden.ts';
import { checkGolden } from '../../evals/golden/check.ts';
import { loadGolden } from '../../evals/golden/load.ts';
import { analyzer } from '../../index/lexical/analyzer/analyzers.ts';
import { passagesOf } from '../../ingest/passages.ts';
import { goldenChunker, openGoldenCorpus } from '../collections/eval-index.ts';
import type { Session } from '../session/state.ts';
import { requireGoldenPath } from './path.ts';

export interface GoldenCheckOutcome {
  readonly name: string;
  readonly version: string;
  readonly documents: number;
  readonly topics: number;
  readonly findings: readonly Finding[];
}

/**
 * Checks a golden set against its documents, cut as the configuration says.
 * @throws GrkError for a golden set that cannot be read at all
 */
export async function goldenCheck(session: Session): Promise<GoldenCheckOutcome> {
  const golden = await loadGolden(requireGoldenPath(session.loaded.config.golden, 'grk golden check'));
  const { documents } = await (await openGoldenCorpus(session, golden)).read();
  const chunker = goldenChunker(golden, session.loaded);
  const passages: Passage[] = documents.flatMap((document) => passagesOf(document, chunker));
  const { terms } = analyzer('english');
  const findings = checkGolden({
    golden,
    documents: new Map(documents.map((document) => [document.id, document])),
    chunked: { chunker: chunker.name, passages },
    contentWords: terms,
  });
  return {
    name: golden.name,
    version: golden.version,
    documents: documents.length,
    topics: golden.topics.length,
    findings,
  };
}
