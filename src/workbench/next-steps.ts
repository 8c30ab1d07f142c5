import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { CollectionInfo } from '../contracts/ports.ts';
import { plural } from '../contracts/rounding.ts';
import { EVAL_PREFIX } from './collections/open-collection.ts';
import { comparableReport } from './comparable-report.ts';
import { hasCatalog, reportFolder, type Session, withCatalog } from './session/state.ts';

export interface Step {
  readonly command: string;
  readonly meaning: string;
}

export interface NextSteps {
  /** What is there, a line each. */
  readonly found: readonly string[];
  readonly steps: readonly Step[];
}

export interface FoundHere {
  /** Folders of golden sets in the folder, `golden/` and `evals/`; relative. */
  readonly goldenSets: readonly string[];
  /** A folder that commonly holds documents; undefined where there is none. */
  readonly documents: string | undefined;
}

const GOLDEN_MARKS: readonly (readonly string[])[] = [
  ['manifest.json', 'judgments.jsonl'],
  ['corpus.jsonl', 'queries.jsonl'],
];
const DOCUMENT_FOLDERS = ['docs', 'doc', 'documentation', 'content', 'wiki', 'handbook'];

/** Golden sets and documents where people keep them. */
export function foundHere(folder: string): FoundHere {
  const places = ['', 'golden', 'evals'].flatMap((parent) =>
    foldersIn(join(folder, parent)).map((name) => join(parent, name)),
  );
  const isGolden = (place: string) =>
    GOLDEN_MARKS.some((names) => names.every((name) => existsSync(join(folder, place, name))));
  return {
    goldenSets: places.filter(isGolden).sort(),
    documents: DOCUMENT_FOLDERS.find((name) => foldersIn(folder).includes(name)),
  };
}

/** What a person would do next in this folder, by what is there. Nothing is written. */
export async function nextSteps(session: Session): Promise<NextSteps> {
  const { loaded, cwd } = session;
  const { goldenSets, documents } = foundHere(cwd);
  const collections = hasCatalog(session) ? await withCatalog(session, async (catalog) => catalog.list()) : [];
  const ofEvals = collections.filter(({ name }) => name.startsWith(EVAL_PREFIX));
  const own = collections.find(({ name }) => name === loaded.config.collection);
  const golden = loaded.config.golden === undefined ? goldenSets[0] : relative(cwd, loaded.config.golden);
  const reports = newestReports(reportFolder(session));
  return {
    found: [
      loaded.file === undefined ? 'no grk.config.json: defaults are in force' : relative(cwd, loaded.file),
      ...collections.filter((collection) => !ofEvals.includes(collection)).map(collectionLine),
      ...(ofEvals.length === 0 ? [] : [plural(ofEvals.length, 'index of evals', 'indexes of evals')]),
      ...(golden === undefined ? [] : [`golden set ${golden}`]),
      ...(reports.length === 0 ? [] : [plural(reports.length, 'report')]),
    ],
    steps: [
      ...(loaded.file === undefined ? [{ command: 'grk init', meaning: 'write a configuration' }] : []),
      ...(own === undefined
        ? [{ command: `grk ingest ${documents ?? 'FOLDER'}`, meaning: 'index documents' }]
        : [{ command: 'grk search "…"', meaning: 'search them' }]),
      ...judgingSteps(cwd, golden, loaded.config.golden !== undefined, documents),
      ...reportSteps(reports, cwd),
    ],
  };
}

/** @param golden relative to the folder */
function judgingSteps(
  cwd: string,
  golden: string | undefined,
  isConfigured: boolean,
  documents: string | undefined,
): Step[] {
  if (golden === undefined) {
    const command = `grk golden init golden/mine --corpus ${documents ?? 'FOLDER'}`;
    return [{ command, meaning: 'begin a golden set about your documents' }];
  }
  const named = isConfigured ? '' : ` --golden ${quoted(golden)}`;
  if (hasNoTopic(join(cwd, golden))) {
    return [{ command: `grk golden add "…" --hit 1 --grade 3${named}`, meaning: 'make a hit of a search a judgment' }];
  }
  return [{ command: `grk eval${named}`, meaning: 'measure the stages' }];
}

function hasNoTopic(golden: string): boolean {
  return statSync(join(golden, 'judgments.jsonl'), { throwIfNoEntry: false })?.size === 0;
}

function reportSteps(reports: readonly string[], cwd: string): Step[] {
  const [newest, ...rest] = reports;
  if (newest === undefined) return [];
  const shown = (file: string) => quoted(relative(cwd, file));
  const show = { command: `grk report show ${shown(newest)}`, meaning: 'read the newest report' };
  const older = comparableReport(newest, rest);
  if (older === undefined) return [show];
  return [show, { command: `grk eval compare ${shown(older)} ${shown(newest)}`, meaning: 'has it become better' }];
}

function collectionLine({ name, documents, passages, vectors }: CollectionInfo): string {
  return `collection ${name}: ${documents} documents, ${passages} passages, ${vectors === null ? 'no vectors' : 'with vectors'}`;
}

function newestReports(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(folder, name))
    .map((file) => ({ file, changedMs: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.changedMs - a.changedMs || (a.file < b.file ? 1 : -1))
    .map(({ file }) => file);
}

function foldersIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
    .map(({ name }) => name);
}

function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `"${path}"`;
}
