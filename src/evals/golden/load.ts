import { basename, join, resolve } from 'node:path';
import { GrkError } from '../../contracts/errors.ts';
import {
  type CorpusSource,
  type GoldenManifest,
  GoldenManifestSchema,
  type GoldenSet,
} from '../../contracts/golden.ts';
import { compareBytes } from '../../contracts/ids.ts';
import { parseWith } from '../../contracts/parse.ts';
import { parseBeir } from './beir.ts';
import { corpusParts } from './corpus-parts.ts';
import { goldenError } from './faults.ts';
import { type Judgments, parseJudgments } from './judgments.ts';
import { beirJudgmentsSha256, judgmentsSha256 } from './judgments-hash.ts';
import { listFolder, missingPath, pathKind, readTextFile } from './text-file.ts';

const MANIFEST = 'manifest.json';
const JUDGMENTS = 'judgments.jsonl';
const QUERIES = 'queries.jsonl';
const QRELS = 'qrels';

const LAYOUTS =
  `A golden set has ${MANIFEST} and ${JUDGMENTS}; a BEIR folder has corpus.jsonl (or corpus-00.jsonl …), ` +
  `${QUERIES} and ${QRELS}/SPLIT.tsv.`;

/**
 * Reads a golden set: a folder in grk's own layout, or a BEIR folder. Documents are not read here.
 * @throws GrkError GRK_FILE_MISSING, GRK_FILE_UNREADABLE, GRK_NOT_UTF8; GRK_GOLDEN_INVALID with all faults of a file and
 * their lines; GRK_GOLDEN_EMPTY
 */
export async function loadGolden(path: string): Promise<GoldenSet> {
  const kind = await pathKind(path);
  if (kind === 'missing') throw await missingPath('the golden set', path, LAYOUTS);
  if (kind === 'file') throw invalid(path, 'a golden set is a folder');
  const names = new Set(await listFolder(path));
  const isGrk = names.has(JUDGMENTS) || (names.has(MANIFEST) && !names.has(QUERIES));
  const golden = isGrk ? await loadGrk(path, names) : await loadBeir(path, names);
  if (golden.topics.length === 0) {
    throw new GrkError('GRK_GOLDEN_EMPTY', `the golden set ${path} holds no topics`, { remedy: LAYOUTS });
  }
  return golden;
}

export interface EditableGolden {
  /** It may hold no topic yet. */
  readonly golden: GoldenSet;
  readonly file: string;
  /** What `file` holds; empty where it is not there yet. */
  readonly text: string;
}

/**
 * Reads a golden set that judgments will be added to: its manifest, and the judgments so far.
 * @throws GrkError as `loadGolden`, but for a set without topics; GRK_GOLDEN_INVALID for a BEIR folder
 */
export async function loadEditable(path: string): Promise<EditableGolden> {
  const kind = await pathKind(path);
  if (kind === 'missing') throw await missingPath('the golden set', path, LAYOUTS);
  const names = kind === 'folder' ? await listFolder(path) : [];
  if (!names.includes(MANIFEST)) {
    const isBeir = names.includes(QUERIES);
    throw new GrkError('GRK_GOLDEN_INVALID', `${path} has no ${MANIFEST}`, {
      remedy: isBeir
        ? `Judgments are added to golden sets of grk: grk golden import beir ${path} --out FOLDER.`
        : `Write ${join(path, MANIFEST)} first; its form is in docs/schemas/golden-manifest.schema.json.`,
    });
  }
  const file = join(path, JUDGMENTS);
  const text = names.includes(JUDGMENTS) ? await readTextFile(file) : '';
  return { golden: await grkGolden(path, parseJudgments(text, file)), file, text };
}

async function loadGrk(path: string, names: ReadonlySet<string>): Promise<GoldenSet> {
  for (const name of [MANIFEST, JUDGMENTS]) if (!names.has(name)) throw invalid(path, `it has no ${name}`);
  const file = join(path, JUDGMENTS);
  return grkGolden(path, parseJudgments(await readTextFile(file), file));
}

async function grkGolden(path: string, { topics, hashed }: Judgments): Promise<GoldenSet> {
  const manifest = await readManifest(join(path, MANIFEST));
  return {
    name: manifest.name,
    version: manifest.version,
    language: manifest.language,
    licence: manifest.licence,
    unit: manifest.unit,
    format: manifest.importedFrom ?? 'grk',
    source: await corpusSource(path, manifest),
    topics: [...topics].sort((a, b) => compareBytes(a.topicId, b.topicId)),
    splits: splitsOf(topics),
    judgmentsSha256: judgmentsSha256(hashed),
  };
}

async function readManifest(file: string): Promise<GoldenManifest> {
  const text = (await readTextFile(file)).replace(/^\uFEFF/, '');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new GrkError('GRK_GOLDEN_INVALID', `${file}: not valid JSON`, {
      remedy: 'Write it as one JSON object: docs/guides/02-golden-set.md shows one.',
      cause,
    });
  }
  return parseWith(GoldenManifestSchema, value, {
    what: file,
    code: 'GRK_GOLDEN_INVALID',
    remedy: 'The form of a manifest is in docs/schemas/golden-manifest.schema.json.',
  });
}

async function corpusSource(path: string, { corpus }: GoldenManifest): Promise<CorpusSource> {
  const shown = join(path, corpus.path);
  const kind = await pathKind(shown);
  if (kind === 'missing') {
    throw await missingPath('the corpus', shown, `Correct corpus.path in ${join(path, MANIFEST)}.`);
  }
  const target = resolve(shown);
  if (kind === 'folder') return { kind: 'folder', root: target, include: corpus.include, exclude: corpus.exclude };
  if (shown.endsWith('.jsonl')) return { kind: 'jsonl', files: [target] };
  throw goldenError([
    { where: join(path, MANIFEST), message: `corpus.path: ${corpus.path} is neither a folder nor a .jsonl file` },
  ]);
}

async function loadBeir(path: string, names: ReadonlySet<string>): Promise<GoldenSet> {
  const parts = corpusParts(path, names);
  const missing = [
    ...(parts.length === 0 ? ['corpus.jsonl'] : []),
    ...[QUERIES, QRELS].filter((name) => !names.has(name)),
  ];
  if (missing.length === 3) throw invalid(path, `it has neither ${MANIFEST} nor corpus.jsonl`);
  if (missing.length > 0) throw invalid(path, `it has no ${missing.join(' and no ')}`);
  const splits = (await listFolder(join(path, QRELS)))
    .filter((name) => name.endsWith('.tsv'))
    .map((name) => name.slice(0, -'.tsv'.length))
    .sort(compareBytes);
  if (splits.length === 0) throw invalid(path, `it has no ${QRELS}/SPLIT.tsv`);
  const read = async (...names: string[]) => {
    const file = join(path, ...names);
    return { file, text: await readTextFile(file) };
  };
  const qrels = await Promise.all(splits.map(async (split) => ({ split, ...(await read(QRELS, `${split}.tsv`)) })));
  const topics = parseBeir({ queries: await read(QUERIES), qrels });
  return {
    name: basename(resolve(path)),
    version: 'unstated',
    language: 'und',
    licence: 'unstated',
    unit: 'document',
    format: 'beir',
    source: { kind: 'jsonl', files: parts.map((name) => resolve(path, name)) },
    topics,
    splits: splitsOf(topics),
    judgmentsSha256: beirJudgmentsSha256(topics),
  };
}

const splitsOf = (topics: GoldenSet['topics']) => [...new Set(topics.map(({ split }) => split))].sort(compareBytes);

function invalid(path: string, why: string): GrkError {
  return new GrkError('GRK_GOLDEN_INVALID', `${path} is not a golden set: ${why}`, { remedy: LAYOUTS });
}
