import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { z } from 'zod';
import { GrkError, throwIfAborted } from '../../contracts/errors.ts';
import { parseWith } from '../../contracts/parse.ts';
import type { Reranker, RerankPassage } from '../../contracts/ports.ts';
import { readNamedFile } from '../model-files.ts';

const REMEDY = 'Each line is {"topicId": "…", "id": "…", "score": 1.5}, or "doc" for all passages of a document.';

const RowSchema = z
  .strictObject({
    topicId: z.string().min(1),
    id: z.string().min(1).optional(),
    doc: z.string().min(1).optional(),
    score: z.number(),
  })
  .refine(({ id, doc }) => (id === undefined) !== (doc === undefined), 'name a passage by "id" or a document by "doc"');

/** Scores of one topic; a passage's own score goes before that of its document. */
interface TopicScores {
  readonly byId: Map<string, number>;
  readonly byDoc: Map<string, number>;
}

/**
 * Scores that were made elsewhere, read from a JSONL file of `{topicId, id | doc, score}`.
 * @throws GrkError GRK_FILE_MISSING, GRK_FILE_UNREADABLE, GRK_CONFIG_INVALID with file and line
 */
export function scriptedReranker(file: string): Reranker {
  const bytes = readNamedFile(file, 'Name a JSONL file: scripted:PATH.');
  const topics = readRows(file, decode(file, bytes));
  return {
    identity: {
      provider: 'scripted',
      model: basename(file),
      algorithm: 'scripted/1',
      weightsSha256: createHash('sha256').update(bytes).digest('hex'),
      settings: {},
      determinism: 'bitwise',
    },
    isStructural: false,
    score: async ({ topicId }, passages, signal) => {
      throwIfAborted(signal);
      const scores = topics.get(topicId);
      const found = passages.map((passage) => scoreOf(scores, passage) ?? missing(file, topicId, passage));
      // What made these scores may have cut a text or not.
      return { scores: Float64Array.from(found), truncated: null };
    },
  };
}

function scoreOf(scores: TopicScores | undefined, { id, doc }: RerankPassage): number | undefined {
  return scores?.byId.get(id) ?? scores?.byDoc.get(doc);
}

function missing(file: string, topicId: string, { id, doc }: RerankPassage): never {
  throw new GrkError(
    'GRK_RERANKER_OUTPUT',
    `${file} has no score for topic "${topicId}" and passage ${id} of ${doc}, which is one of its candidates`,
    { remedy: REMEDY, facts: { topicId, id, doc } },
  );
}

function readRows(file: string, text: string): Map<string, TopicScores> {
  const topics = new Map<string, TopicScores>();
  text.split('\n').forEach((line, i) => {
    if (line.trim() === '') return;
    const what = `${file}:${i + 1}`;
    const row = parseWith(RowSchema, parseJson(what, line), { what, code: 'GRK_CONFIG_INVALID', remedy: REMEDY });
    const scores = topics.get(row.topicId) ?? { byId: new Map(), byDoc: new Map() };
    topics.set(row.topicId, scores);
    const [by, key] = row.id === undefined ? [scores.byDoc, row.doc ?? ''] : [scores.byId, row.id];
    if (by.has(key)) throw invalid(what, `topic "${row.topicId}" has a second score for "${key}"`);
    by.set(key, row.score);
  });
  if (topics.size === 0) throw invalid(file, 'the file holds no scores');
  return topics;
}

function parseJson(what: string, line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw invalid(what, `not valid JSON (${cause instanceof Error ? cause.message : String(cause)})`);
  }
}

function invalid(what: string, fault: string): GrkError {
  return new GrkError('GRK_CONFIG_INVALID', `${what}: ${fault}`, { remedy: REMEDY });
}

function decode(file: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new GrkError('GRK_NOT_UTF8', `${file} is not UTF-8`, { remedy: 'Write it as UTF-8.', cause });
  }
}
