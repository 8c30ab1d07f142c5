import { existsSync } from 'node:fs';
import { CONFIG_FILE } from '../config/project.ts';
import { NO_RERANKER } from '../contracts/config.ts';
import { GrkError } from '../contracts/errors.ts';
import type { CollectionInfo } from '../contracts/ports.ts';
import { loadLanceDb } from '../index/dense/lancedb.ts';
import {
  EMBEDDER_PROVIDERS,
  type EmbedderProvider,
  openEmbedder,
  SHIPPED_MODEL_FOLDER,
} from '../providers/registry.ts';
import { openReranker } from '../providers/rerankers/registry.ts';
import { loadSqlite } from '../store/sqlite.ts';
import { environmentOf, installedVersion } from './session/environment.ts';
import { hasCatalog, type Session, withCatalog } from './session/state.ts';

export interface DoctorLine {
  readonly topic: 'runtime' | 'packages' | 'models' | 'project' | 'stages';
  readonly name: string;
  readonly status: 'ok' | 'missing' | 'note';
  readonly detail: string;
  readonly remedy?: string;
}

/** Looks at everything that a run needs and changes nothing. */
export async function doctor(session: Session): Promise<DoctorLine[]> {
  const sqlite = await attempt(async () => {
    loadSqlite();
    return installedVersion('better-sqlite3');
  });
  const lance = await attempt(async () => {
    await loadLanceDb();
    return `@lancedb/lancedb ${installedVersion('@lancedb/lancedb')}`;
  });
  const model = await attempt(async () => {
    const { identity } = await openEmbedder(session.loaded.config.embedder, session.cwd, session.signal);
    return `${identity.provider}:${identity.model}, ${identity.dimensions} dimensions, weights ${identity.weightsSha256.slice(0, 12) || 'unknown'}`;
  });
  const { reranker: rerankerId } = session.loaded.config;
  const reranker = await attempt(async () => {
    if (rerankerId === NO_RERANKER) return 'no rerank stage';
    const { identity } = (await openReranker(rerankerId, session.cwd))(() => null);
    return `${identity.model}, ${weightsText(identity.weightsSha256)}`;
  });
  const stage = (name: string, ...needs: readonly Attempt[]): DoctorLine => {
    const fault = needs.find((need) => need.error !== undefined)?.error;
    return fault === undefined
      ? { topic: 'stages', name, status: 'ok', detail: 'would run' }
      : { topic: 'stages', name, status: 'missing', detail: fault.message, ...remedyOf(fault) };
  };
  const environment = environmentOf('');
  return [
    { topic: 'runtime', name: 'grk', status: 'ok', detail: environment.tool },
    { topic: 'runtime', name: 'node', status: 'ok', detail: `${environment.node} on ${environment.platform}` },
    { topic: 'packages', name: 'better-sqlite3', ...lineOf(sqlite) },
    { topic: 'packages', name: 'LanceDB', ...lineOf(lance) },
    packageLine('PDF files', 'unpdf', 'read such files'),
    packageLine('DOCX files', 'mammoth', 'read such files'),
    packageLine('charts', 'vega', 'draw charts', 'vega-lite'),
    packageLine('PNG charts', '@resvg/resvg-js', 'draw charts as PNG'),
    packageLine('transformers.js', '@huggingface/transformers', 'run cross-tiny and other ONNX models'),
    { topic: 'models', name: session.loaded.config.embedder, ...lineOf(model) },
    rerankerId === NO_RERANKER
      ? { topic: 'models', name: 'reranker', status: 'note', detail: 'none' }
      : { topic: 'models', name: rerankerId, ...lineOf(reranker) },
    ...EMBEDDER_PROVIDERS.map(providerLine),
    {
      topic: 'models',
      name: 'shipped weights',
      status: existsSync(SHIPPED_MODEL_FOLDER) ? 'ok' : 'missing',
      detail: SHIPPED_MODEL_FOLDER,
    },
    ...(await projectLines(session)),
    stage('bm25', sqlite),
    stage('dense', sqlite, lance, model),
    stage('fusion', sqlite, lance, model),
    rerankerId === NO_RERANKER
      ? { topic: 'stages', name: 'rerank', status: 'note', detail: 'the configured reranker is "none"' }
      : stage('rerank', sqlite, lance, model, reranker),
  ];
}

/** Whether it could be used, without asking any service. */
function providerLine({ form, description, package: name, keyVariable }: EmbedderProvider): DoctorLine {
  const line = { topic: 'models', name: form, status: 'note', detail: description } as const;
  if (keyVariable !== undefined) {
    const isSet = (process.env[keyVariable] ?? '') !== '';
    return { ...line, detail: `${description} ${keyVariable} is ${isSet ? 'set' : 'not set'}.` };
  }
  if (name === undefined) return line;
  const version = installedVersion(name);
  const detail = `${description} ${name} ${version}.`;
  if (version !== 'not installed') return { ...line, detail };
  return { ...line, status: 'missing', detail, remedy: `Install it with \`npm install ${name}\` to use such models.` };
}

/** A package that one kind of work needs, with those that come along. */
function packageLine(label: string, name: string, purpose: string, ...others: readonly string[]): DoctorLine {
  const names = [name, ...others];
  const versions = names.map((each) => ({ each, version: installedVersion(each) }));
  const detail = versions.map(({ each, version }) => `${each} ${version}`).join(', ');
  const line = { topic: 'packages', name: label, detail } as const;
  return versions.some(({ version }) => version === 'not installed')
    ? { ...line, status: 'missing', remedy: `Install with \`npm install ${names.join(' ')}\` to ${purpose}.` }
    : { ...line, status: 'ok' };
}

function weightsText(sha256: string): string {
  return sha256 === '' ? 'without weights' : `weights ${sha256.slice(0, 12)}`;
}

async function projectLines(session: Session): Promise<DoctorLine[]> {
  const { loaded } = session;
  const lines: DoctorLine[] = [
    { topic: 'project', name: 'root', status: 'note', detail: loaded.root },
    loaded.file === undefined
      ? {
          topic: 'project',
          name: CONFIG_FILE,
          status: 'note',
          detail: 'none: defaults are in force',
          remedy: 'Write one with `grk init`.',
        }
      : { topic: 'project', name: CONFIG_FILE, status: 'ok', detail: loaded.file },
  ];
  if (!hasCatalog(session))
    return [...lines, { topic: 'project', name: 'collections', status: 'note', detail: 'none yet' }];
  let collections: CollectionInfo[];
  try {
    collections = await withCatalog(session, async (catalog) => catalog.list());
  } catch (error) {
    if (!(error instanceof GrkError)) throw error;
    return [
      ...lines,
      { topic: 'project', name: 'collections', status: 'missing', detail: error.message, ...remedyOf(error) },
    ];
  }
  return [
    ...lines,
    ...collections.map(
      (info): DoctorLine => ({
        topic: 'project',
        name: info.name,
        status: 'ok',
        detail: `${info.documents} documents, ${info.passages} passages, ${info.identity.embedder === null ? 'no vectors' : `vectors of ${info.identity.embedder.model}`}`,
      }),
    ),
  ];
}

interface Attempt {
  readonly detail: string;
  readonly error: Error | undefined;
}

async function attempt(work: () => Promise<string>): Promise<Attempt> {
  try {
    return { detail: await work(), error: undefined };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { detail: error.message, error };
  }
}

function lineOf({ detail, error }: Attempt): Pick<DoctorLine, 'status' | 'detail' | 'remedy'> {
  return { status: error === undefined ? 'ok' : 'missing', detail, ...(error === undefined ? {} : remedyOf(error)) };
}

function remedyOf(error: Error): { remedy?: string } {
  return error instanceof GrkError && error.remedy !== undefined ? { remedy: error.remedy } : {};
}
