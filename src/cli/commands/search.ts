import { searchHits } from '../../report/terminal/search-hits.ts';
import { filterNoticeText } from '../../workbench/collections/filter-notice.ts';
import { type SearchMode, type SearchOutcome, search } from '../../workbench/collections/search.ts';
import { countOf, isOn, listOf, textOf } from '../arguments.ts';
import { COMMANDS } from '../command-table.ts';
import { EXIT } from '../exit.ts';
import type { Io } from '../io.ts';
import { CONFIGURED_RERANKER } from '../options.ts';
import type { Arguments } from '../program.ts';
import { openSession, voiceOf } from '../session.ts';

const DEFAULT_TOP_K = 10;
/** As grep does: nothing found is its own exit code. */
const NO_HITS = 1;

/** `grk search QUERY` */
export async function searchCommand(io: Io, args: Arguments): Promise<number> {
  const reranker = textOf(args, 'rerank');
  const session = openSession(io, COMMANDS.search, withReranker(args, reranker));
  const outcome = await search(session, {
    query: listOf(args, 'query').join(' '),
    mode: (textOf(args, 'mode') ?? 'bm25') as SearchMode,
    topK: countOf(args, 'top-k', DEFAULT_TOP_K),
    filters: listOf(args, 'filter'),
    rerank: reranker !== undefined,
    verify: isOn(args, 'verify', false),
  });
  for (const notice of outcome.filterNotices) {
    session.notice(`${filterNoticeText(notice)} (collection "${outcome.collection}")`);
  }
  const { isJson, wantsColor } = voiceOf(args);
  const isExplained = isOn(args, 'explain', false);
  const hits = outcome.hits.map(({ legs, ...hit }) => (isExplained ? { ...hit, legs } : hit));
  const { mode, stage, rerank } = outcome;
  if (isJson) io.out(`${JSON.stringify({ mode, stage, rerank, hits })}\n`);
  else io.out(searchHits({ ...outcome, mode: modeName(outcome), hits }, io.outStyle(wantsColor)));
  return hits.length === 0 ? NO_HITS : EXIT.done;
}

/** A reranker that is named is the configured one for this search. */
function withReranker(args: Arguments, reranker: string | undefined): Arguments {
  if (reranker === undefined || reranker === CONFIGURED_RERANKER) return args;
  return { ...args, set: [...listOf(args, 'set'), `reranker=${reranker}`] };
}

/** Another lexical engine than bm25 is named: its scores are not BM25. */
function modeName({ mode, engine }: SearchOutcome): string {
  return engine === 'bm25' || mode === 'dense' ? mode : `${mode} (${engine})`;
}
