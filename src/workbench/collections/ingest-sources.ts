import { resolve } from 'node:path';
import { GrkError } from '../../contracts/errors.ts';
import type { CorpusSource } from '../../contracts/golden.ts';
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
