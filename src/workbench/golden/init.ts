import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { GrkError } from '../../contracts/errors.ts';
import { GoldenManifestSchema } from '../../contracts/golden.ts';
import { IdSchema } from '../../contracts/ids.ts';
import { ingestSources } from '../collections/ingest-sources.ts';
import { requireFree } from '../files/whole-file.ts';
import type { Session } from '../session/state.ts';

export interface GoldenInitRequest {
  /** Folder of the new golden set. */
  readonly folder: string;
  /** A folder of documents, or a corpus.jsonl. */
  readonly corpus: string;
}

export interface GoldenInitOutcome {
  readonly folder: string;
  readonly name: string;
}

/**
 * Writes a golden set without topics: a manifest with the globs of the configuration, and an empty file of judgments.
 * @throws GrkError GRK_USAGE, GRK_FILE_MISSING
 */
export function goldenInit(session: Session, request: GoldenInitRequest): GoldenInitOutcome {
  const folder = resolve(session.cwd, request.folder);
  const name = basename(folder);
  if (!IdSchema.safeParse(name).success) {
    throw new GrkError('GRK_USAGE', `"${request.folder}" names no folder that a golden set could be called after`, {
      remedy: 'Name a folder, as in golden/mine.',
    });
  }
  requireFree(folder, false);
  const corpus = resolve(session.cwd, request.corpus);
  if (!existsSync(corpus)) {
    throw new GrkError('GRK_FILE_MISSING', `there are no documents at ${corpus}`, {
      remedy: 'Name the folder of the documents: --corpus docs.',
    });
  }
  const [source] = ingestSources(session, [corpus]);
  const globs = source?.kind === 'folder' ? { include: source.include, exclude: source.exclude } : {};
  const manifest = GoldenManifestSchema.parse({
    name,
    version: '1',
    description: 'Questions and the places that answer them.',
    licence: 'unstated',
    language: 'und',
    unit: 'passage',
    corpus: { path: relative(folder, corpus).split(sep).join('/'), ...globs },
  });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(folder, 'judgments.jsonl'), '');
  return { folder, name };
}
