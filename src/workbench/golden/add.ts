import type { SourceDocument } from '../../contracts/document.ts';
import { GrkError } from '../../contracts/errors.ts';
import type { GoldEntry, GoldenSet, Topic } from '../../contracts/golden.ts';
import { IdSchema } from '../../contracts/ids.ts';
import { didYouMean } from '../../contracts/nearest.ts';
import type { NewTopic } from '../../evals/golden/add-judgments.ts';
import { locate, locateQuote } from '../../evals/golden/anchor.ts';
import { entryOfSpan, judgedAt } from '../../evals/golden/anchor-of-span.ts';
import { NO_CATEGORY } from '../../evals/golden/beir.ts';
import { anchorOf } from '../../evals/golden/judgments.ts';
import { configuredEmbedder } from '../collections/configured-embedder.ts';
import { evalIndex, goldenChunker } from '../collections/eval-index.ts';
import { type SearchHit, type SearchMode, searchCollection } from '../collections/search.ts';
import { type Session, withCatalog } from '../session/state.ts';
import { type EditableGolden, openEditable } from './editable.ts';

export interface GoldenAddRequest {
  readonly query: string;
  readonly grade: number;
  /** A document, or else `hit`. */
  readonly doc?: string | undefined;
  /** Rank in a search of the corpus, from 1. */
  readonly hit?: number | undefined;
  /** How the hit is searched for; default bm25. */
  readonly mode?: SearchMode | undefined;
  readonly quote?: string | undefined;
  readonly occurrence?: number | undefined;
  /** First and last. */
  readonly lines?: readonly [number, number] | undefined;
  readonly topic?: string | undefined;
  readonly category?: string | undefined;
  readonly split?: string | undefined;
  readonly isDryRun?: boolean;
}

export interface GoldenAddOutcome {
  readonly file: string;
  readonly line: number;
  readonly isNewTopic: boolean;
  readonly isWritten: boolean;
  /** The row, as it stands in the file. */
  readonly row: string;
}

const DEFAULT_SPLIT = 'dev';
const MAX_ID_WORDS = 6;

/**
 * Adds one judgment to a golden set.
 * @throws GrkError GRK_USAGE for a judgment that points nowhere, at two places, or where one points already; GRK_UNKNOWN_NAME
 * for a document or topic; GRK_GOLDEN_INVALID; those of searching
 */
export async function goldenAdd(session: Session, request: GoldenAddRequest): Promise<GoldenAddOutcome> {
  const editable = await openEditable(session, 'grk golden add');
  const entry = await entryFor(session, editable, request);
  const { known, topicId, topic } = topicFor(editable.golden, request);
  const judged =
    known === undefined ? undefined : judgedAt(known, entry, editable.documents.get(entry.doc)?.text ?? '');
  if (judged !== undefined) {
    throw usage(
      `topic "${topicId}" has a judgment of that place already: grade ${judged.grade} (${judged.where})`,
      'Change that row by hand if the grade is wrong.',
    );
  }
  const added = editable.with([{ topicId, topic, entry, where: 'the judgment' }]);
  if (request.isDryRun !== true) await editable.write(added);
  const [row] = added.rows;
  if (row === undefined) throw new GrkError('GRK_INTERNAL', 'no row was made');
  return {
    file: editable.file,
    line: row.line,
    isNewTopic: row.isNew,
    isWritten: request.isDryRun !== true,
    row: row.text,
  };
}

async function entryFor(session: Session, editable: EditableGolden, request: GoldenAddRequest): Promise<GoldEntry> {
  const { grade, quote, lines, occurrence } = request;
  const { documents, golden } = editable;
  if ([request.doc, request.hit].filter((given) => given !== undefined).length !== 1) {
    throw usage('a judgment needs a document or a hit', 'Say --doc ID, or --hit N for the search result at rank N.');
  }
  if (lines !== undefined && (quote !== undefined || request.hit !== undefined)) {
    throw usage('--lines stands alone beside --doc', 'Leave out --quote and --hit, or --lines.');
  }
  if (request.mode !== undefined && request.hit === undefined)
    throw usage('--mode is how a hit is searched for', 'Say --hit N too, or leave it out.');
  if (occurrence !== undefined && quote === undefined)
    throw usage('--occurrence counts a quote', 'Say --quote TEXT too.');
  const hit =
    request.hit === undefined ? undefined : await hitAt(session, editable, request.query, request.hit, request.mode);
  const document = documentOf(documents, hit?.doc ?? request.doc ?? '');
  if (quote !== undefined) {
    const span = locateQuote(document.text, quote, occurrence);
    if (typeof span === 'string') throw notThere(document.id, span);
    if (hit !== undefined && (span.endUtf16 <= hit.start || span.startUtf16 >= hit.end)) {
      throw usage(
        `the quote is in ${document.id}, but not in hit ${request.hit} (lines ${hit.startLine}-${hit.endLine})`,
        'Quote the hit, or say --doc in the place of --hit.',
      );
    }
    return { doc: document.id, quote, ...(occurrence === undefined ? {} : { occurrence }), grade };
  }
  if (lines !== undefined) {
    const entry: GoldEntry = { doc: document.id, lines: [...lines], grade };
    const span =
      lines[0] > lines[1] ? `line ${lines[0]} comes after ${lines[1]}` : locate(document.text, anchorOf(entry));
    if (typeof span === 'string') throw notThere(document.id, span);
    return entry;
  }
  if (golden.unit === 'document') return { doc: document.id, grade };
  if (hit !== undefined) {
    return entryOfSpan(document.id, document.text, { startUtf16: hit.start, endUtf16: hit.end }, grade);
  }
  throw usage('the golden set judges passages: say which part of the document', 'Say --quote TEXT or --lines A-B.');
}

/** The hit at a rank of the search that `grk search` would make over these documents. */
async function hitAt(
  session: Session,
  { golden, corpus }: EditableGolden,
  query: string,
  rank: number,
  mode: SearchMode = 'bm25',
): Promise<SearchHit> {
  const { config } = session.loaded;
  const embedder = mode === 'bm25' ? null : await configuredEmbedder(session);
  const settings = {
    chunker: goldenChunker(golden, session.loaded),
    analyzer: config.lexical.analyzer,
    engine: config.lexical.engine,
  };
  return withCatalog(session, async (catalog) => {
    const { collection } = await evalIndex(session, catalog, golden, corpus, settings, embedder);
    const hits = await searchCollection(session, catalog, collection, { query, mode, topK: rank });
    const hit = hits[rank - 1];
    if (hit !== undefined) {
      session.notice(`hit ${rank} is ${hit.doc}, lines ${hit.startLine}-${hit.endLine}`);
      return hit;
    }
    throw usage(`the search has ${hits.length} hits, not ${rank}`, 'Name a smaller rank, or say --doc and --quote.');
  });
}

function documentOf(documents: EditableGolden['documents'], id: string): SourceDocument {
  const document = documents.get(id);
  if (document !== undefined) return document;
  throw new GrkError(
    'GRK_UNKNOWN_NAME',
    `there is no document "${id}" in the corpus.${didYouMean(id, [...documents.keys()])}`,
    {
      remedy: 'A document is named by its path below the corpus folder, or by its _id in corpus.jsonl.',
    },
  );
}

interface TopicChoice {
  readonly known: Topic | undefined;
  readonly topicId: string;
  readonly topic: NewTopic | undefined;
}

/** The topic with that id, or with that query; else a new one. */
function topicFor({ topics }: GoldenSet, { query: asked, topic: id, category, split }: GoldenAddRequest): TopicChoice {
  const query = asked.trim();
  if (query === '') throw usage('the query is empty', 'Say what the topic asks.');
  const same = topics.filter((topic) => (id === undefined ? topic.query === query : topic.topicId === id));
  const [known] = same;
  if (known === undefined) {
    const topicId = id ?? freeId(query, topics);
    const fault = IdSchema.safeParse(topicId).error?.issues[0];
    if (fault !== undefined) throw usage(`--topic: ${fault.message}`, 'Name another id.');
    return { known, topicId, topic: { query, category: category ?? NO_CATEGORY, split: split ?? DEFAULT_SPLIT } };
  }
  if (same.length > 1) {
    const ids = same.map(({ topicId }) => topicId).join(', ');
    throw usage(`${same.length} topics ask this: ${ids}`, 'Say which with --topic ID.');
  }
  if (known.query !== query) {
    throw usage(
      `topic "${known.topicId}" asks something else: ${JSON.stringify(known.query)}`,
      'Repeat its query, or name another --topic.',
    );
  }
  for (const [name, given, stored] of [
    ['category', category, known.category],
    ['split', split, known.split],
  ] as const) {
    if (given !== undefined && given !== stored) {
      throw usage(`topic "${known.topicId}" has the ${name} "${stored}", not "${given}"`, `Leave out --${name}.`);
    }
  }
  return { known, topicId: known.topicId, topic: undefined };
}

/** The first words of a query joined by hyphens, with a number where that is taken. */
function freeId(query: string, topics: readonly Topic[]): string {
  const words = query
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? ['topic'];
  const base = words.slice(0, MAX_ID_WORDS).join('-').slice(0, 60);
  const taken = new Set(topics.map(({ topicId }) => topicId));
  let id = base;
  for (let next = 2; taken.has(id); next++) id = `${base}-${next}`;
  return id;
}

function notThere(doc: string, fault: string): GrkError {
  return usage(
    `${doc}: ${fault}`,
    'Copy the text as it stands in the document; where it stands more than once, say which with --occurrence N.',
  );
}

function usage(message: string, remedy: string): GrkError {
  return new GrkError('GRK_USAGE', message, { remedy });
}
