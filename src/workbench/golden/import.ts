import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { GrkError } from '../../contracts/errors.ts';
import type { CorpusSource, ImportFormat, JudgmentRow, Unit } from '../../contracts/golden.ts';
import { IdSchema } from '../../contracts/ids.ts';
import { datasheetOf } from '../../evals/golden/datasheet.ts';
import { judgmentsOf } from '../../evals/golden/judgments.ts';
import type { Row } from '../../evals/golden/lines.ts';
import { resolveTopics } from '../../evals/golden/resolve.ts';
import { isBelow } from '../../ingest/below.ts';
import { readCorpus } from '../../ingest/corpus.ts';
import { listFiles, readFiles } from '../../ingest/source-files.ts';
import { contentStart } from '../../ingest/utf8.ts';
import { requireFree, writeFolder } from '../files/whole-file.ts';
import type { Session } from '../session/state.ts';
import { type ImportPaths, readImport } from './import-source.ts';

export interface GoldenImportRequest extends ImportPaths {
  /** Folder of the new golden set. */
  readonly out: string;
  /** Default: the folder's name. */
  readonly name?: string | undefined;
  /** Replaces the golden set that is there. */
  readonly isForced?: boolean;
  /** Refuses judgments of documents that the corpus lacks; else they are left out and listed. */
  readonly isStrict?: boolean;
}

export interface LeftOutJudgment {
  readonly topicId: string;
  readonly doc: string;
  readonly grade: number;
}

export interface GoldenImportOutcome {
  readonly folder: string;
  readonly name: string;
  readonly format: ImportFormat;
  readonly unit: Unit;
  readonly documents: number;
  readonly topics: number;
  readonly answerable: number;
  readonly unknown: number;
  readonly judgments: number;
  readonly splits: readonly string[];
  /** Judgments of documents that the corpus lacks. */
  readonly leftOut: readonly LeftOutJudgment[];
}

const SHOWN = 10;
const READING = { maxFileBytes: Number.MAX_SAFE_INTEGER };

/**
 * Writes a golden set folder from judgments in another form; nothing is written unless all of it is sound.
 * @throws GrkError GRK_USAGE, GRK_FILE_MISSING, GRK_GOLDEN_INVALID, GRK_QRELS_INVALID, GRK_DUPLICATE_ID and those of reading
 */
export async function goldenImport(session: Session, request: GoldenImportRequest): Promise<GoldenImportOutcome> {
  const { format, isForced = false, isStrict = false } = request;
  const folder = resolve(session.cwd, request.out);
  const name = nameOf(request.name ?? basename(folder));
  requireFree(folder, isForced);
  refuseOverlap(session.cwd, request.paths, folder);
  const source = await readImport(session, request);
  const { documents } = await readCorpus(source.corpus, { ...READING, signal: session.signal });
  const byId = new Map(documents.map((document) => [document.id, document]));
  const { rows, leftOut } = withoutUnknown(source.rows, byId);
  const { topics } = judgmentsOf(
    rows,
    [],
    'A topic has one row. Where splits share topics, import one of them: --split NAME.',
  );
  if (leftOut.length > 0) report(session, leftOut, source.rows, documents[0]?.id ?? '', isStrict);
  resolveTopics(topics, byId);
  for (const notice of source.notices) session.notice(notice);
  const values = rows.map(({ value }) => value);
  const facts = { name, format, documents: documents.length };
  const sources = request.paths.map((path) => basename(resolve(session.cwd, path)));
  await writeFolder(folder, async (partial) => {
    const corpus = await copyCorpus(session, source.corpus, partial);
    const manifest = {
      name,
      version: '1',
      description: `Imported from ${sources.join(', ')}.`,
      licence: 'unstated',
      language: 'und',
      unit: source.unit,
      importedFrom: format,
      corpus,
    };
    writeFileSync(join(partial, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    writeFileSync(join(partial, 'judgments.jsonl'), values.map((row) => `${JSON.stringify(row)}\n`).join(''));
    writeFileSync(
      join(partial, 'DATASHEET.md'),
      datasheetOf({ ...facts, sources, rows: values, leftOut: leftOut.length }),
    );
    if (leftOut.length > 0) writeFileSync(join(partial, 'left-out.tsv'), tableOf(leftOut));
  });
  return {
    ...facts,
    folder,
    unit: source.unit,
    topics: rows.length,
    answerable: values.filter(({ answerable }) => answerable === true).length,
    unknown: values.filter(({ answerable }) => answerable === 'unknown').length,
    judgments: values.reduce((sum, { gold }) => sum + gold.length, 0),
    splits: [...new Set(values.map(({ split }) => split))].sort(),
    leftOut,
  };
}

function nameOf(name: string): string {
  if (IdSchema.safeParse(name).success) return name;
  throw new GrkError('GRK_USAGE', 'the name of the golden set is empty or holds control characters', {
    remedy: 'Name it with --name.',
  });
}

/** What is read must outlive what is written. */
function refuseOverlap(cwd: string, paths: readonly string[], folder: string): void {
  const inside = paths.find((path) => isBelow(folder, resolve(cwd, path)));
  if (inside === undefined) return;
  throw new GrkError('GRK_USAGE', `${inside} lies in the folder that would be written`, {
    remedy: 'Name another folder with --out.',
  });
}

/** Rows without the judgments of documents that are not there; a topic that loses its last relevant one is unknown. */
function withoutUnknown(rows: readonly Row<JudgmentRow>[], documents: ReadonlyMap<string, unknown>) {
  const leftOut: LeftOutJudgment[] = [];
  const kept = rows.map(({ value, where }) => {
    const gold = value.gold.filter(({ doc, grade }) => {
      if (documents.has(doc)) return true;
      leftOut.push({ topicId: value.topicId, doc, grade });
      return false;
    });
    const hasLost = gold.length < value.gold.length && !gold.some(({ grade }) => grade > 0);
    return {
      where,
      value: { ...value, gold, answerable: hasLost && value.answerable ? ('unknown' as const) : value.answerable },
    };
  });
  return { rows: kept, leftOut };
}

function report(
  session: Session,
  leftOut: readonly LeftOutJudgment[],
  rows: readonly Row<JudgmentRow>[],
  someDocument: string,
  isStrict: boolean,
): void {
  const all = rows.reduce((sum, { value }) => sum + value.gold.length, 0);
  const named = leftOut.slice(0, SHOWN).map(({ topicId, doc }) => `"${doc}" (topic ${topicId})`);
  const more = leftOut.length > SHOWN ? `, and ${leftOut.length - SHOWN} more` : '';
  const what = `${leftOut.length} of ${all} judgments name documents that the corpus lacks: ${named.join(', ')}${more}`;
  if (isStrict || leftOut.length === all) {
    throw new GrkError('GRK_GOLDEN_INVALID', what, {
      remedy:
        leftOut.length === all
          ? `Check that judgments and corpus write document ids the same way: the corpus has "${someDocument}".`
          : 'Complete the corpus, or import without --strict: they are left out then, and listed.',
      facts: { leftOut },
    });
  }
  session.notice(`warning: ${what}; they are left out and listed in left-out.tsv`);
}

function tableOf(leftOut: readonly LeftOutJudgment[]): string {
  const lines = leftOut.map(({ topicId, doc, grade }) => `${topicId}\t${doc}\t${grade}\n`);
  return `query-id\tcorpus-id\tscore\n${lines.join('')}`;
}

/** Copies documents byte by byte: parts of a corpus become one file, in their order. */
async function copyCorpus(session: Session, source: CorpusSource, folder: string) {
  if (source.kind === 'folder') {
    const options = { ...READING, signal: session.signal };
    const { files } = await listFiles([source], options);
    for await (const { id, bytes } of readFiles(files, options, [])) {
      const file = join(folder, 'corpus', ...id.split('/'));
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, bytes);
    }
    return { path: 'corpus', include: ['**/*'] };
  }
  const out = createWriteStream(join(folder, 'corpus.jsonl'));
  const done = finished(out);
  for (const file of source.files) {
    const bytes = await readFile(file);
    const content = bytes.subarray(contentStart(bytes));
    out.write(content);
    if (content.length > 0 && content.at(-1) !== 0x0a) out.write('\n');
  }
  out.end();
  await done;
  return { path: 'corpus.jsonl' };
}
