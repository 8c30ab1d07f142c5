import { z } from 'zod';
import type { Answerable, Gold, Topic } from '../../contracts/golden.ts';
import { compareBytes, IdSchema } from '../../contracts/ids.ts';
import { didYouMean } from '../../contracts/nearest.ts';
import { parseWith } from '../../contracts/parse.ts';
import { type Fault, MAX_SHOWN_FAULTS, throwFaults } from './faults.ts';
import { ALL_SPLITS } from './judgments.ts';
import { ROW_CONTEXT, readJsonLines, readLines } from './lines.ts';

/** The category of topics whose collection names none. */
export const NO_CATEGORY = 'uncategorised';
const HEADER = 'query-id\tcorpus-id\tscore';

const QueryShape = { _id: IdSchema, text: z.string().trim().min(1, 'a query cannot be blank') };
/** Collections add keys of their own, which mean nothing here. */
const LooseQuerySchema = z.looseObject(QueryShape);
/** Tells of a line that was refused which of its keys may be misspelt. */
const StrictQuerySchema = z.strictObject({
  ...QueryShape,
  title: z.unknown().optional(),
  metadata: z.unknown().optional(),
});

export interface NamedText {
  /** Name for messages. */
  readonly file: string;
  readonly text: string;
}

export interface BeirFiles {
  readonly queries: NamedText;
  /** One per split, the split's name beside it. */
  readonly qrels: readonly (NamedText & { readonly split: string })[];
}

/**
 * Topics of a BEIR folder, one per judged query and split, sorted by id bytewise, then split. Queries without judgments
 * are not topics. A topic without a relevant judgment is `unknown`. Negative grades are kept: they count as not judged.
 * @throws GrkError GRK_GOLDEN_INVALID with every fault and its line
 */
export function parseBeir({ queries, qrels }: BeirFiles): Topic[] {
  const faults: Fault[] = [];
  const queryTexts = parseQueries(queries, faults);
  const topics = qrels.flatMap(({ file, text, split }) => {
    if (split === ALL_SPLITS) faults.push({ where: file, message: `a split cannot be called "${ALL_SPLITS}"` });
    return [...parseQrels(text, file, faults)].flatMap(([topicId, judgments]) => {
      const query = queryTexts.get(topicId)?.query;
      const where = judgments[0]?.where ?? file;
      if (query !== undefined) return [topicFrom(topicId, query, split, judgments, where)];
      const hint = faults.length < MAX_SHOWN_FAULTS ? didYouMean(topicId, [...queryTexts.keys()]) : '';
      faults.push({ where, message: `no query "${topicId}" in ${queries.file}.${hint}` });
      return [];
    });
  });
  throwFaults(faults);
  return topics.sort((a, b) => compareBytes(a.topicId, b.topicId) || compareBytes(a.split, b.split));
}

function parseQueries({ file, text }: NamedText, faults: Fault[]): Map<string, { query: string; where: string }> {
  const queries = new Map<string, { query: string; where: string }>();
  for (const { value, where } of readJsonLines(text, file, parseQuery, faults)) {
    const earlier = queries.get(value._id);
    if (earlier === undefined) queries.set(value._id, { query: value.text, where });
    else faults.push({ where, message: `query id "${value._id}" is taken: first at ${earlier.where}` });
  }
  return queries;
}

function parseQuery(value: unknown): z.output<typeof LooseQuerySchema> {
  const query = LooseQuerySchema.safeParse(value);
  return query.success ? query.data : parseWith(StrictQuerySchema, value, ROW_CONTEXT);
}

/** Judgments by query id, in file order. */
function parseQrels(text: string, file: string, faults: Fault[]): Map<string, Gold[]> {
  const [header, ...lines] = readLines(text, file, faults);
  const byQuery = new Map<string, Gold[]>();
  if (header?.text !== HEADER) {
    const where = header?.where ?? `${file}:1`;
    faults.push({ where, message: 'the first line must be "query-id", "corpus-id", "score", separated by tabs' });
    return byQuery;
  }
  const seen = new Map<string, string>();
  for (const { text: line, where } of lines) {
    const fields = line.split('\t');
    const [query = '', doc = '', score = ''] = fields;
    const complaint = complaintAbout(fields);
    if (complaint !== undefined) {
      faults.push({ where, message: complaint });
      continue;
    }
    const pair = `${query}\t${doc}`;
    const earlier = seen.get(pair);
    if (earlier !== undefined) {
      faults.push({ where, message: `"${doc}" is judged for "${query}" twice: first at ${earlier}` });
      continue;
    }
    seen.set(pair, where);
    const gold: Gold = { doc, grade: Number(score), anchor: { kind: 'document' }, where };
    const judgments = byQuery.get(query);
    if (judgments === undefined) byQuery.set(query, [gold]);
    else judgments.push(gold);
  }
  return byQuery;
}

function complaintAbout(fields: readonly string[]): string | undefined {
  const [query = '', doc = '', score = ''] = fields;
  if (fields.length !== 3) return `${fields.length} columns instead of 3; columns are separated by tabs`;
  if (!IdSchema.safeParse(query).success) return 'the query id is empty or holds control characters';
  if (!IdSchema.safeParse(doc).success) return 'the document id is empty or holds control characters';
  if (!/^-?[0-9]+$/.test(score) || !Number.isSafeInteger(Number(score)))
    return `the grade "${score}" is not an integer`;
  return undefined;
}

function topicFrom(topicId: string, query: string, split: string, gold: readonly Gold[], where: string): Topic {
  const answerable: Answerable = gold.some(({ grade }) => grade > 0) ? true : 'unknown';
  return {
    topicId,
    query,
    category: NO_CATEGORY,
    split,
    slices: [],
    answerable,
    gold: [...gold].sort((a, b) => compareBytes(a.doc, b.doc)),
    overlap: undefined,
    where,
  };
}
