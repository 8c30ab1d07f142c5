import { realpathSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { GrkError } from '../../contracts/errors.ts';
import type { CorpusSource } from '../../contracts/golden.ts';
import type { CollectionSources, Corpus } from '../../contracts/ports.ts';
import { isBelow } from '../../ingest/below.ts';
import { type ReadCorpus, type ReadOptions, readCorpus } from '../../ingest/corpus.ts';
import { extractorOf } from '../../ingest/extractors.ts';
import { SKIPPED } from '../../ingest/skip-reasons.ts';
import type { Unread } from '../../ingest/unread.ts';
import type { Session } from '../session/state.ts';

/**
 * What named paths stand for: a `.jsonl` file is a corpus of rows, a folder the files in it that the configuration's
 * globs select, any other file itself.
 * @throws GrkError GRK_USAGE where no path is given
 */
export function ingestSources(session: Session, paths: readonly string[]): CorpusSource[] {
  if (paths.length === 0) {
    throw new GrkError('GRK_USAGE', 'no path was given to ingest', {
      remedy: 'Name a file or folder: grk ingest docs.',
    });
  }
  const { include, exclude } = session.loaded.config.corpus;
  return paths.map((path) =>
    extractorOf(path).id === 'jsonl'
      ? { kind: 'jsonl', files: [placeOf(session, path)] }
      : { kind: 'folder', root: placeOf(session, path), include, exclude },
  );
}

/** What was named, as the catalog keeps it: relative to the project root, or absolute. */
export function recordedSources(session: Session, paths: readonly string[]): CollectionSources {
  const { root, config } = session.loaded;
  const { include, exclude } = config.corpus;
  const names = paths.map((path) => {
    const place = placeOf(session, path);
    return (isBelow(root, place) ? relative(root, place) : place).split(sep).join('/');
  });
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
  { loaded, progress, signal }: Session,
  sources: readonly CorpusSource[],
  options: Pick<ReadOptions, 'extractions' | 'mayBeEmpty' | 'onUnread'> = {},
): Promise<ReadCorpus> {
  const { maxFileBytes } = loaded.config.corpus;
  return readCorpus(sources, { base: loaded.root, maxFileBytes, progress, signal, ...options });
}

/** Absolute. One that leads into the project through a link outside of it is spelled by the project root. */
function placeOf({ cwd, loaded: { root } }: Session, path: string): string {
  const place = resolve(cwd, path);
  if (isBelow(root, place)) return place;
  try {
    const [realRoot, real] = [realpathSync(root), realpathSync(place)];
    return isBelow(realRoot, real) ? join(root, relative(realRoot, real)) : place;
  } catch {
    // Reading it says what is wrong with it.
    return place;
  }
}

/**
 * The named folders and files that gave no document though they were read: an empty folder, or one that is not mounted.
 * Rows do not say which file they are of, so JSONL files are not judged.
 * @param sources relative to what document ids are relative to
 */
export function barrenOf(sources: readonly string[], corpus: Corpus, unread: readonly Unread[]): string[] {
  const found = [
    ...corpus.documents.map(({ id }) => id),
    ...corpus.skipped.filter(({ reason }) => reason === SKIPPED.otherPath).map(({ path }) => path),
    ...unread.map(({ path }) => path),
  ];
  return sources.filter((source) => {
    const id = source.normalize('NFC');
    return (
      extractorOf(id).id !== 'jsonl' && !found.some((path) => id === '' || path === id || path.startsWith(`${id}/`))
    );
  });
}
