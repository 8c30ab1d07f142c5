import { closeSync, openSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import { GrkError } from '../../contracts/errors.ts';
import { didYouMean } from '../../contracts/nearest.ts';
import type { ReportStage } from '../../contracts/report.ts';
import { isCovering } from '../../evals/golden/cover.ts';
import { itemKey, type PoolItem } from '../../evals/golden/pool.ts';
import { resolveTopics } from '../../evals/golden/resolve.ts';
import { missingPath, pathKind } from '../../evals/golden/text-file.ts';
import { rankRun } from '../../evals/trec/order.ts';
import { readReport } from '../files/report-file.ts';
import { readRun } from '../files/trec-files.ts';
import type { Session } from '../session/state.ts';
import type { EditableGolden } from './editable.ts';

export interface PoolRequest {
  /** Reports and run files. */
  readonly sources: readonly string[];
  readonly depth: number;
  /** Stage ids, or names: every stage of that name; empty: all. */
  readonly stages: readonly string[];
}

export interface PoolCandidates {
  /** Not judged, each once. */
  readonly items: readonly PoolItem[];
  /** Different passages or documents at that depth, those that are judged included. */
  readonly candidates: number;
}

/** How much of a document is shown. */
const SHOWN_CHARACTERS = 2000;
const BRACE = 0x7b;

/**
 * The union of the top of several rankings, without what is judged.
 * @throws GrkError GRK_NOT_COMPARABLE for a report over other documents or topics; GRK_USAGE; GRK_UNKNOWN_NAME for a stage;
 * GRK_NOTHING_MEASURED for a run that shares nothing with the golden set; those of reading
 */
export async function poolCandidates(
  session: Session,
  editable: EditableGolden,
  request: PoolRequest,
): Promise<PoolCandidates> {
  const pool = createPool(editable);
  const stages: Pick<ReportStage, 'id' | 'name'>[] = [];
  for (const source of request.sources) {
    if (await isReport(session, source)) stages.push(...addReport(session, editable, source, request, pool));
    else await addRun(session, editable, source, request.depth, pool);
  }
  const unknown = request.stages.find((wish) => !stages.some((stage) => isStage(stage, wish)));
  if (unknown !== undefined) {
    throw new GrkError(
      'GRK_UNKNOWN_NAME',
      `no report has a stage "${unknown}".${didYouMean(
        unknown,
        stages.flatMap(({ id, name }) => [id, name]),
      )}`,
      {
        remedy:
          stages.length === 0
            ? 'Run files have no stages: leave out --stage.'
            : `Known: ${[...new Set(stages.map(({ id }) => id))].join(', ')}.`,
      },
    );
  }
  return pool.result();
}

function isStage({ id, name }: Pick<ReportStage, 'id' | 'name'>, wish: string): boolean {
  return id === wish || name === wish;
}

interface Pool {
  readonly add: (topicId: string, doc: string, span: PoolItem['span'], isJudged: boolean) => void;
  readonly result: () => PoolCandidates;
}

function createPool({ golden, documents }: EditableGolden): Pool {
  const topics = new Map(
    resolveTopics(golden.topics, documents).map((resolved) => [resolved.topic.topicId, resolved] as const),
  );
  const items = new Map<string, PoolItem | undefined>();
  return {
    add: (topicId, doc, span, isJudged) => {
      const resolved = topics.get(topicId);
      const text = documents.get(doc)?.text;
      if (resolved === undefined || text === undefined) return;
      const { query } = resolved.topic;
      const key = itemKey({ topicId, query, doc, span, text: '' });
      const isKnown = resolved.gold.some(
        (entry) =>
          entry.doc === doc &&
          entry.grade >= 0 &&
          (span === null || entry.span === undefined || isCovering(entry.span, span)),
      );
      // Judged for one source is judged for all.
      if (isJudged || isKnown) items.set(key, undefined);
      else if (!items.has(key)) items.set(key, { topicId, query, doc, span, text: shownText(text, span) });
    },
    result: () => ({
      items: [...items.values()].filter((item) => item !== undefined),
      candidates: items.size,
    }),
  };
}

function shownText(text: string, span: PoolItem['span']): string {
  if (span !== null) return text.slice(span.startUtf16, span.endUtf16);
  return text.length <= SHOWN_CHARACTERS ? text : `${[...text.slice(0, SHOWN_CHARACTERS)].slice(0, -1).join('')}…`;
}

/** @returns its stages */
function addReport(
  session: Session,
  { golden, corpus }: EditableGolden,
  path: string,
  request: PoolRequest,
  pool: Pool,
): readonly ReportStage[] {
  const report = readReport(session.cwd, path);
  const other = (what: string) =>
    new GrkError('GRK_NOT_COMPARABLE', `${path} was measured ${what} of "${golden.name}"`, {
      remedy: 'Make the report again: grk eval --golden PATH --out FILE.',
    });
  if (report.golden.corpusSha256 !== corpus.corpusSha256) throw other('over other documents than those');
  if (report.runConfig.golden.unit !== golden.unit) throw other('in another unit than that');
  const queries = new Map(golden.topics.map(({ topicId, query }) => [topicId, query]));
  const stranger = report.topics.find(({ topicId, query }) => queries.get(topicId) !== query);
  if (stranger !== undefined) throw other(`with topic "${stranger.topicId}", which is not one`);
  for (const stage of report.stages) {
    if (request.stages.length > 0 && !request.stages.some((wish) => isStage(stage, wish))) continue;
    const indexId = report.variants.find(({ name }) => name === stage.variant)?.indexId;
    const judged = new Map(
      report.indexes
        .find(({ id }) => id === indexId)
        ?.relevant.map(({ topicId, passages }) => [
          topicId,
          new Set(passages.filter(({ grade }) => grade >= 0).map(({ id }) => id)),
        ]),
    );
    for (const { topicId, ranking } of stage.topics) {
      for (const { id, doc, start, end } of ranking.slice(0, request.depth)) {
        const span = golden.unit === 'document' ? null : { startUtf16: start, endUtf16: end, passage: id };
        pool.add(topicId, doc, span, span !== null && judged.get(topicId)?.has(id) === true);
      }
    }
  }
  return report.stages;
}

async function addRun(
  session: Session,
  { golden, documents }: EditableGolden,
  path: string,
  depth: number,
  pool: Pool,
): Promise<void> {
  if (golden.unit === 'passage') {
    throw new GrkError('GRK_USAGE', `${path} is a run file, which ranks documents; "${golden.name}" judges passages`, {
      remedy: 'Pool a report of grk eval.',
    });
  }
  const run = await readRun(session, path);
  const { rows } = rankRun(run, 'float64');
  const topics = new Set(golden.topics.map(({ topicId }) => topicId));
  let [shared, found] = [0, 0];
  let [unknownTopics, unknownDocuments] = [0, 0];
  run.byTopic.topics.forEach((topicId, t) => {
    if (!topics.has(topicId)) {
      unknownTopics++;
      return;
    }
    shared++;
    const start = run.byTopic.starts[t] ?? 0;
    const end = Math.min(run.byTopic.starts[t + 1] ?? 0, start + depth);
    for (const row of rows.subarray(start, end)) {
      const doc = run.docs.textAt(row);
      if (documents.has(doc)) found++;
      else unknownDocuments++;
      pool.add(topicId, doc, null, false);
    }
  });
  if (shared === 0 || found === 0) {
    throw new GrkError(
      'GRK_NOTHING_MEASURED',
      `${path} shares no ${shared === 0 ? 'topic' : 'document'} with "${golden.name}" (run: "${shared === 0 ? run.byTopic.topics[0] : run.docs.textAt(0)}")`,
      { remedy: 'Check that run and golden set write ids the same way.' },
    );
  }
  if (unknownTopics > 0) session.notice(`${path}: ${unknownTopics} topics are not in the golden set and are left out`);
  if (unknownDocuments > 0) {
    session.notice(`warning: ${path}: ${unknownDocuments} retrieved documents are not in the corpus and are left out`);
  }
}

/** A report is JSON; a run file does not begin with a brace. */
async function isReport({ cwd }: Session, path: string): Promise<boolean> {
  const file = resolve(cwd, path);
  const kind = await pathKind(file);
  if (kind === 'missing')
    throw await missingPath('the report or run', path, 'Name a report of grk eval, or a run file.', cwd);
  if (kind === 'folder')
    throw new GrkError('GRK_USAGE', `${path} is a folder`, { remedy: 'Name a report or a run file.' });
  const bytes = new Uint8Array(1);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, bytes);
  } finally {
    closeSync(handle);
  }
  return bytes[0] === BRACE;
}
