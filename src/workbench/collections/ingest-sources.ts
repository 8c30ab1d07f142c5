import { relative, resolve, sep } from 'node:path';
import { GrkError } from '../../contracts/errors.ts';
import type { CorpusSource } from '../../contracts/golden.ts';
import type { CollectionSources } from '../../contracts/ports.ts';
import { type ReadCorpus, type ReadOptions, readCorpus } from '../../ingest/corpus.ts';
import { extractorOf } from '../../ingest/extractors.ts';
import type { Session } from '../session/state.ts';

/**
 * What named paths stand for: a `.jsonl` file is a corpus of rows, a folder the files in it that the configuration's
 * globs select, any other file itself.
 * @throws GrkError GRK_USAGE where no path is given
 */
export function ingestSources({ cwd, loaded }: Session, paths: readonly string[]): CorpusSource[] {
  if (paths.length === 0) {
    throw new GrkError('GRK_USAGE', 'no path was given to ingest', {
      remedy: 'Name a file or folder: grk ingest docs.',
    });
  }
  const { include, exclude } = loaded.config.corpus;
  return paths.map((path) =>
    extractorOf(path).id === 'jsonl'
      ? { kind: 'jsonl', files: [resolve(cwd, path)] }
      : { kind: 'folder', root: resolve(cwd, path), include, exclude },
  );
}

/** What was named, as the catalog keeps it. */
export function recordedSources({ cwd, loaded }: Session, paths: readonly string[]): CollectionSources {
  const nameOf = (path: string) => {
    const id = relative(loaded.root, path);
    return id === '..' || id.startsWith(`..${sep}`) ? path : id;
  };
  const { include, exclude } = loaded.config.corpus;
  const names = paths.map((path) => nameOf(resolve(cwd, path)).split(sep).join('/'));
  return { paths: [...new Set(names)].sort(), globs: { include, exclude } };
}

/** What a collection was made of, by the globs that were in force then. */
export function sourcesAgain(session: Session, { paths, globs }: CollectionSources): CorpusSource[] {
  const absolute = paths.map((path) => resolve(session.loaded.root, path));
  return ingestSources(session, absolute).map((source) =>
    source.kind === 'folder' ? { ...source, ...globs } : source,
  );
}

/** Reads sources as one corpus, as an ingest does; document ids are relative to the project root. */
export async function readSources(
  { loaded, signal }: Session,
  sources: readonly CorpusSource[],
  options: Pick<ReadOptions, 'extractions' | 'mayBeEmpty' | 'onUnread'> = {},
): Promise<ReadCorpus> {
  const { maxFileBytes } = loaded.config.corpus;
  return readCorpus(sources, { base: loaded.root, maxFileBytes, signal, ...options });
}
