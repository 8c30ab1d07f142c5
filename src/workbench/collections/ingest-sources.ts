import { resolve } from 'node:path';
import { GrkError } from '../../contracts/errors.ts';
import type { CorpusSource } from '../../contracts/golden.ts';
import type { Corpus } from '../../contracts/ports.ts';
import { extractorOf } from '../../ingest/extractors.ts';
import { SKIPPED } from '../../ingest/skip-reasons.ts';
import type { Unread } from '../../ingest/unread.ts';
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
