import { basename, resolve } from 'node:path';
import { GrkError } from '../../contracts/errors.ts';
import type { CorpusSource, ImportFormat, JudgmentRow, Unit } from '../../contracts/golden.ts';
import { compareBytes } from '../../contracts/ids.ts';
import { didYouMean } from '../../contracts/nearest.ts';
import { NO_CATEGORY } from '../../evals/golden/beir.ts';
import { type Fault, MAX_SHOWN_FAULTS, throwFaults } from '../../evals/golden/faults.ts';
import { parseJsonlRows, ROW_FIELDS } from '../../evals/golden/jsonl-rows.ts';
import type { Row } from '../../evals/golden/lines.ts';
import { loadGolden } from '../../evals/golden/load.ts';
import { missingPath, pathKind, readTextFile } from '../../evals/golden/text-file.ts';
import { parseTrecTopics } from '../../evals/golden/trec-topics.ts';
import { readQrels } from '../files/trec-files.ts';
import type { Session } from '../session/state.ts';

export interface ImportPaths {
  readonly format: ImportFormat;
  /** In the order that the format has: see `IMPORT_PATHS`. */
  readonly paths: readonly string[];
  /** BEIR: only this split. Else: the split of topics that name none. */
  readonly split: string | undefined;
  /** `FIELD=NAME` texts for JSONL rows. */
  readonly map: readonly string[];
}

/** What was read, before documents were looked at. */
export interface ImportSource {
  readonly rows: readonly Row<JudgmentRow>[];
  readonly corpus: CorpusSource;
  readonly unit: Unit;
  /** What was passed over, in words. */
  readonly notices: readonly string[];
}

export const IMPORT_PATHS: Readonly<Record<ImportFormat, readonly string[]>> = {
  beir: ['FOLDER'],
  trec: ['TOPICS', 'QRELS', 'CORPUS'],
  jsonl: ['ROWS', 'CORPUS'],
};
const DEFAULT_SPLIT = 'test';

/**
 * Reads topics and judgments in another form.
 * @throws GrkError GRK_USAGE; GRK_FILE_MISSING; GRK_GOLDEN_INVALID and GRK_QRELS_INVALID with every fault and its line
 */
export async function readImport(session: Session, { format, paths, split, map }: ImportPaths): Promise<ImportSource> {
  const names = IMPORT_PATHS[format];
  if (paths.length !== names.length) {
    throw new GrkError(
      'GRK_USAGE',
      `${format} is imported from ${names.join(', ')}, and ${paths.length} paths are named`,
      {
        remedy: `Write grk golden import ${format} ${names.join(' ')} --out FOLDER.`,
      },
    );
  }
  if (map.length > 0 && format !== 'jsonl') {
    throw new GrkError('GRK_USAGE', `--map names fields of JSONL rows; ${format} has none`, {
      remedy: 'Leave it out.',
    });
  }
  const [first = '', second = '', third = ''] = paths;
  if (format === 'beir') return fromBeir(resolve(session.cwd, first), split);
  if (format === 'trec') return fromTrec(session, first, second, third, split ?? DEFAULT_SPLIT);
  return fromJsonl(session, first, second, split ?? DEFAULT_SPLIT, map);
}

async function fromBeir(folder: string, split: string | undefined): Promise<ImportSource> {
  const golden = await loadGolden(folder);
  if (golden.format !== 'beir') {
    throw new GrkError('GRK_USAGE', `${folder} is a golden set of grk already`, { remedy: 'Use it as it is.' });
  }
  if (split !== undefined && !golden.splits.includes(split)) {
    throw new GrkError('GRK_UNKNOWN_NAME', `there is no split "${split}".${didYouMean(split, golden.splits)}`, {
      remedy: `Known: ${golden.splits.join(', ')}.`,
    });
  }
  const topics = golden.topics.filter((topic) => split === undefined || topic.split === split);
  const rows = topics.map(({ topicId, query, category, split, answerable, gold, where }) => ({
    where,
    value: {
      topicId,
      query,
      category,
      split,
      slices: [],
      answerable,
      gold: gold.map(({ doc, grade }) => ({ doc, grade })),
    },
  }));
  return { rows, corpus: golden.source, unit: 'document', notices: [] };
}

async function fromTrec(
  session: Session,
  topicsPath: string,
  qrelsPath: string,
  corpusPath: string,
  split: string,
): Promise<ImportSource> {
  const queries = parseTrecTopics({ file: topicsPath, text: await readNamed(session, 'the topics file', topicsPath) });
  await requireFile(session, 'the qrels', qrelsPath);
  const qrels = await readQrels(session, qrelsPath, undefined);
  const byId = new Map(queries.map((query) => [query.topicId, query]));
  const faults: Fault[] = [];
  const rows = qrels.byTopic.topics.flatMap((topicId, t): Row<JudgmentRow>[] => {
    const query = byId.get(topicId);
    if (query === undefined) {
      const hint = faults.length < MAX_SHOWN_FAULTS ? didYouMean(topicId, [...byId.keys()]) : '';
      faults.push({ where: qrelsPath, message: `no topic "${topicId}" in ${topicsPath}.${hint}` });
      return [];
    }
    const own = qrels.byTopic.rows.subarray(qrels.byTopic.starts[t], qrels.byTopic.starts[t + 1]);
    const gold = Array.from(own, (row) => ({
      doc: qrels.docs.entries.textAt(qrels.doc[row] ?? 0),
      grade: qrels.grade[row] ?? 0,
    })).sort((a, b) => compareBytes(a.doc, b.doc));
    const answerable = gold.some(({ grade }) => grade > 0) ? true : ('unknown' as const);
    const value = { topicId, query: query.query, category: NO_CATEGORY, split, slices: [], answerable, gold };
    return [{ where: query.where, value }];
  });
  throwFaults(faults, 'Check that topics and qrels belong together and write topic ids the same way.');
  const unjudged = queries.length - rows.length;
  return {
    rows: rows.sort((a, b) => compareBytes(a.value.topicId, b.value.topicId)),
    corpus: await corpusAt(session, corpusPath),
    unit: 'document',
    notices: unjudged === 0 ? [] : [`${unjudged} of ${queries.length} topics have no judgment and are left out`],
  };
}

async function fromJsonl(
  session: Session,
  rowsPath: string,
  corpusPath: string,
  split: string,
  map: readonly string[],
): Promise<ImportSource> {
  const text = await readNamed(session, 'the file of rows', rowsPath);
  const { rows, leftOut } = parseJsonlRows({ file: rowsPath, text }, { names: fieldNames(map), split });
  const entries = rows.flatMap(({ value }) => value.gold);
  const isPassages = entries.length > 0 && entries.every((entry) => 'quote' in entry || 'lines' in entry);
  return {
    rows,
    corpus: await corpusAt(session, corpusPath),
    unit: isPassages ? 'passage' : 'document',
    notices: [...leftOut].map(
      ([field, count]) => `the field "${field}" of ${count} rows means nothing here and is left out`,
    ),
  };
}

function fieldNames(map: readonly string[]): Map<string, string> {
  return new Map(
    map.map((text) => {
      const at = text.indexOf('=');
      const field = text.slice(0, Math.max(at, 0));
      if (at > 0 && (ROW_FIELDS as readonly string[]).includes(field)) return [field, text.slice(at + 1)];
      throw new GrkError(
        'GRK_USAGE',
        `--map "${text}" is not of the form FIELD=NAME.${didYouMean(field, ROW_FIELDS)}`,
        {
          remedy: `FIELD is one of ${ROW_FIELDS.join(', ')}; NAME is what the file calls it: --map query=question.`,
        },
      );
    }),
  );
}

async function readNamed(session: Session, what: string, path: string): Promise<string> {
  await requireFile(session, what, path);
  return readTextFile(resolve(session.cwd, path));
}

async function requireFile(session: Session, what: string, path: string): Promise<void> {
  const kind = await pathKind(resolve(session.cwd, path));
  if (kind === 'missing') throw await missingPath(what, path, 'Check the path.', session.cwd);
  if (kind === 'folder')
    throw new GrkError('GRK_USAGE', `${path} is a folder: ${what} is a file`, { remedy: 'Name a file.' });
}

async function corpusAt(session: Session, path: string): Promise<CorpusSource> {
  const target = resolve(session.cwd, path);
  const kind = await pathKind(target);
  if (kind === 'missing')
    throw await missingPath('the corpus', path, 'Name a folder of documents or a .jsonl file.', session.cwd);
  if (kind === 'folder') return { kind: 'folder', root: target, include: ['**/*'], exclude: [] };
  if (basename(target).endsWith('.jsonl')) return { kind: 'jsonl', files: [target] };
  throw new GrkError('GRK_USAGE', `the corpus ${path} is neither a folder nor a .jsonl file`, {
    remedy: 'Name a folder of documents, or a file with a line {"_id", "title", "text"} for each document.',
  });
}
