import { createHash } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import type { SourceDocument } from '../../contracts/document.ts';
import { GrkError } from '../../contracts/errors.ts';
import type { GoldenSet, JudgmentRow } from '../../contracts/golden.ts';
import { type AddedJudgments, type Addition, addJudgments } from '../../evals/golden/add-judgments.ts';
import { locate } from '../../evals/golden/anchor.ts';
import { anchorOf } from '../../evals/golden/judgments.ts';
import { loadEditable } from '../../evals/golden/load.ts';
import { sharedContentWords } from '../../evals/golden/overlap.ts';
import { analyzer } from '../../index/lexical/analyzer/analyzers.ts';
import { withWriteLock } from '../../store/write-lock.ts';
import { type GoldenCorpus, openGoldenCorpus } from '../collections/eval-index.ts';
import { writeWhole } from '../files/whole-file.ts';
import type { Session } from '../session/state.ts';
import { requireGoldenPath } from './path.ts';

/** Between looking at the file and replacing it, others wait. */
const LOCK_WAIT_MS = 10_000;

/** A golden set that judgments are added to, with its documents. */
export interface EditableGolden {
  readonly golden: GoldenSet;
  readonly corpus: GoldenCorpus;
  readonly documents: ReadonlyMap<string, SourceDocument>;
  /** `judgments.jsonl` with more of them; nothing is written. */
  readonly with: (additions: readonly Addition[]) => AddedJudgments;
  /** @throws GrkError GRK_STORE_BUSY where somebody else wrote the file meanwhile */
  readonly write: (added: AddedJudgments) => Promise<void>;
  readonly file: string;
}

/** Opens the golden set that the configuration names. @throws GrkError GRK_USAGE and those of golden sets */
export async function openEditable(session: Session, command: string): Promise<EditableGolden> {
  const { golden, file, text } = await loadEditable(requireGoldenPath(session.loaded.config.golden, command));
  const corpus = await openGoldenCorpus(session, golden);
  const documents = new Map((await corpus.read()).documents.map((document) => [document.id, document]));
  return {
    golden,
    corpus,
    documents,
    file,
    with: (additions) => addJudgments(text, file, additions, (row) => overlapOf(row, documents)),
    write: (added) =>
      withWriteLock(lockFolder(file), { waitMs: LOCK_WAIT_MS, signal: session.signal }, async () => {
        if (textAt(file) !== text) {
          throw new GrkError('GRK_STORE_BUSY', `${file} was changed while this command ran`, {
            remedy: 'Run it again: nothing was written.',
          });
        }
        writeWhole(file, added.text);
      }),
  };
}

/** As `grk golden check` counts it. */
function overlapOf(
  { query, gold }: Pick<JudgmentRow, 'query' | 'gold'>,
  documents: EditableGolden['documents'],
): number {
  const { terms } = analyzer('english');
  const answers = gold.flatMap((entry) => {
    const text = documents.get(entry.doc)?.text ?? '';
    const span = locate(text, anchorOf(entry));
    return entry.grade > 0 && typeof span === 'object' ? [text.slice(span.startUtf16, span.endUtf16)] : [];
  });
  return sharedContentWords(query, answers, terms).length;
}

/** Of the file, whichever project edits it; nothing is left in the golden set itself. */
function lockFolder(file: string): string {
  const key = createHash('sha256')
    .update(realpathSync(dirname(file)))
    .digest('hex')
    .slice(0, 16);
  return join(tmpdir(), `grk-golden-${userInfo().uid}-${key}`);
}

function textAt(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return '';
    throw cause;
  }
}
