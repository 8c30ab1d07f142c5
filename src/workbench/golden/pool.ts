import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { GrkError } from '../../contracts/errors.ts';
import type { GoldEntry } from '../../contracts/golden.ts';
import { didYouMean } from '../../contracts/nearest.ts';
import type { Addition } from '../../evals/golden/add-judgments.ts';
import { entryOfSpan, judgedAt } from '../../evals/golden/anchor-of-span.ts';
import { type Fault, throwFaults } from '../../evals/golden/faults.ts';
import { type GradedItem, itemKey, type PoolFormat, parsePool, poolText, shuffled } from '../../evals/golden/pool.ts';
import { missingPath, pathKind, readTextFile } from '../../evals/golden/text-file.ts';
import { passageIdOf } from '../../ingest/passages.ts';
import { writeWhole } from '../files/whole-file.ts';
import type { Session } from '../session/state.ts';
import { type EditableGolden, openEditable } from './editable.ts';
import { type PoolRequest, poolCandidates } from './pool-candidates.ts';

export interface GoldenPoolRequest extends PoolRequest {
  /** `.jsonl`, or else TSV. */
  readonly out: string;
  readonly seed: number;
  readonly isForced?: boolean;
}

export interface GoldenPoolOutcome {
  /** null: everything is judged, and nothing was written. */
  readonly file: string | null;
  readonly toGrade: number;
  readonly topics: number;
  /** Different passages or documents at that depth, those that are judged included. */
  readonly candidates: number;
}

export interface PoolReadOutcome {
  readonly file: string;
  readonly added: number;
  readonly byGrade: Readonly<Record<string, number>>;
  /** Rows without a grade. */
  readonly ungraded: number;
  /** Rows whose judgment stands in the golden set already, with that grade. */
  readonly alreadyThere: number;
  readonly topics: number;
  readonly isWritten: boolean;
}

/**
 * Writes what several rankings returned and nobody judged into a file to be graded.
 * @throws GrkError as `poolCandidates`; GRK_USAGE for a file that is there: it may hold grades
 */
export async function goldenPool(session: Session, request: GoldenPoolRequest): Promise<GoldenPoolOutcome> {
  const file = resolve(session.cwd, request.out);
  if (existsSync(file) && request.isForced !== true) {
    throw new GrkError('GRK_USAGE', `${request.out} is there already, perhaps with grades`, {
      remedy: 'Name another file, or say --force to overwrite it.',
    });
  }
  const editable = await openEditable(session, 'grk golden pool');
  const { items, candidates } = await poolCandidates(session, editable, request);
  if (items.length > 0) writeWhole(file, poolText(shuffled(items, request.seed), formatOf(file)));
  return {
    file: items.length > 0 ? file : null,
    toGrade: items.length,
    topics: new Set(items.map(({ topicId }) => topicId)).size,
    candidates,
  };
}

/**
 * Makes judgments of the grades in a pool file. Rows without a grade stay unjudged.
 * @throws GrkError GRK_GOLDEN_INVALID, every fault with its line: a topic, document or passage that is not there any more,
 * or that was given another grade
 */
export async function goldenPoolRead(session: Session, path: string, isDryRun = false): Promise<PoolReadOutcome> {
  const file = resolve(session.cwd, path);
  if ((await pathKind(file)) === 'missing')
    throw await missingPath('the pool', path, 'Name a file of grk golden pool.', session.cwd);
  const items = parsePool(await readTextFile(file), path, formatOf(file));
  const editable = await openEditable(session, 'grk golden pool --read FILE');
  const graded = items.filter(({ grade }) => grade !== null);
  const { additions, alreadyThere } = additionsOf(graded, editable);
  if (additions.length > 0) {
    const added = editable.with(additions);
    if (!isDryRun) await editable.write(added);
  }
  const byGrade = new Map<number, number>();
  for (const { entry } of additions) byGrade.set(entry.grade, (byGrade.get(entry.grade) ?? 0) + 1);
  return {
    file: editable.file,
    added: additions.length,
    byGrade: Object.fromEntries([...byGrade].sort(([a], [b]) => a - b)),
    ungraded: items.length - graded.length,
    alreadyThere,
    topics: new Set(additions.map(({ topicId }) => topicId)).size,
    isWritten: additions.length > 0 && !isDryRun,
  };
}

function additionsOf(items: readonly GradedItem[], editable: EditableGolden) {
  const topics = new Map(editable.golden.topics.map((topic) => [topic.topicId, topic]));
  const faults: Fault[] = [];
  const seen = new Map<string, string>();
  const additions: Addition[] = [];
  let alreadyThere = 0;
  for (const item of items) {
    const { topicId, where } = item;
    const complain = (message: string) => faults.push({ where, message });
    const topic = topics.get(topicId);
    const text = editable.documents.get(item.doc)?.text;
    const earlier = seen.get(itemKey(item));
    seen.set(itemKey(item), where);
    if (earlier !== undefined) complain(`this is graded twice: first at ${earlier}`);
    else if (topic === undefined) complain(`there is no topic "${topicId}".${didYouMean(topicId, [...topics.keys()])}`);
    else if (topic.query !== item.query)
      complain(`topic "${topicId}" asks something else now: ${JSON.stringify(topic.query)}`);
    else if (text === undefined) complain(`there is no document "${item.doc}" any more`);
    else if ((item.span === null) !== (editable.golden.unit === 'document')) {
      complain(`the golden set judges ${editable.golden.unit}s: this row is none`);
    } else {
      const entry = entryOf(item, text);
      if (entry === undefined) {
        complain(`${item.doc} was changed: the passage is not there any more`);
        continue;
      }
      const judged = judgedAt(topic, entry, text);
      if (judged === undefined) additions.push({ topicId, topic: undefined, entry, where });
      else if (judged.grade === entry.grade) alreadyThere++;
      else complain(`topic "${topicId}" has grade ${judged.grade} for this already (${judged.where})`);
    }
  }
  throwFaults(faults, 'Nothing was written. Mend or remove the rows that are named, then read the file again.');
  return { additions, alreadyThere };
}

function entryOf({ doc, span, grade }: GradedItem, text: string): GoldEntry | undefined {
  if (span === null) return { doc, grade: grade ?? 0 };
  return passageIdOf(doc, text, span) === span.passage ? entryOfSpan(doc, text, span, grade ?? 0) : undefined;
}

function formatOf(file: string): PoolFormat {
  return file.endsWith('.jsonl') ? 'jsonl' : 'tsv';
}
