import { existsSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { GrkError } from '../../contracts/errors.ts';
import { type DistilledRows, distil, REFIT } from '../../distill/distil.ts';
import type { Steps } from '../../distill/matrix.ts';
import { refitSteps } from '../../distill/refit.ts';
import { SIF_COEFFICIENT } from '../../distill/sif.ts';
import { openStaticEmbedder } from '../../providers/static/static-embedder.ts';
import { staticModelFiles } from '../../providers/static/static-model-files.ts';
import { writeFolder } from '../files/whole-file.ts';
import { pause } from '../session/pause.ts';
import type { Session } from '../session/state.ts';
import { sourcePage } from './distill-source.ts';
import { type ChosenTexts, chooseTexts, type TextRequest } from './distill-texts.ts';
import { type OpenTeacher, type Taught, teach, teacherOf } from './teacher-outputs.ts';

export const DEFAULT_DIMENSIONS = 256;

export interface DistillRequest extends TextRequest {
  /** Embedder id of a transformer. */
  readonly teacher: string;
  /** Folder to write; there must be none. */
  readonly to: string;
  /** Default: 256, or the width of a narrower teacher. */
  readonly dimensions: number | undefined;
}

export interface DistillOutcome {
  readonly folder: string;
  readonly dimensions: number;
  /** How many have a row; the rows of special and unused ones are zero. */
  readonly tokens: number;
  readonly weightsSha256: string;
  readonly texts:
    | (Pick<ChosenTexts, 'found' | 'sha256'> & { readonly used: number; readonly truncated: number })
    | null;
  readonly share: number;
  /** null: no texts were given, so nothing was fitted or measured. */
  readonly fit: DistilledRows['fit'];
}

/**
 * Makes a static embedder of a transformer: see `distil`. The folder appears whole or not at all.
 * @throws GrkError GRK_USAGE for a folder that exists and for more dimensions than the teacher has; those of the teacher and texts
 */
export async function distill(session: Session, request: DistillRequest): Promise<DistillOutcome> {
  const folder = resolve(session.cwd, request.to);
  requireAbsent(folder);
  const chosen = await chooseTexts(session, request);
  const teacher = await teacherOf(session, request.teacher);
  const width = teacher.embedder.identity.dimensions;
  const dimensions = request.dimensions ?? Math.min(DEFAULT_DIMENSIONS, width);
  if (dimensions > width) {
    throw new GrkError('GRK_USAGE', `the teacher has ${width} dimensions; ${dimensions} cannot be had of it`, {
      remedy: `Say --dimensions ${width}, or fewer.`,
    });
  }
  const taught = await teach(session, teacher, chosen?.texts ?? []);
  const rows = await unhurried(session, distil(taught, dimensions), width, chosen !== undefined);
  const files = filesOf(teacher, rows, dimensions);
  files.set('SOURCE.md', sourcePage({ teacher, taught, chosen, rows, dimensions, files }));
  let weightsSha256 = '';
  await writeFolder(folder, async (partial) => {
    for (const [name, bytes] of files) writeFileSync(join(partial, name), bytes);
    // What cannot be opened is not put there.
    weightsSha256 = (await openStaticEmbedder(partial)).identity.weightsSha256;
    await pause(session);
    requireAbsent(folder);
  });
  return {
    folder,
    dimensions,
    tokens: teacher.vocabulary.tokenIds.length,
    weightsSha256,
    texts: textsOf(chosen, taught),
    share: rows.share,
    fit: rows.fit,
  };
}

function requireAbsent(folder: string): void {
  if (!existsSync(folder)) return;
  throw new GrkError('GRK_USAGE', `${folder} exists already`, { remedy: 'Name another folder with --to.' });
}

/** Rows of kept tokens at their ids; all others are zero. */
function filesOf({ vocabulary, ...teacher }: OpenTeacher, distilled: DistilledRows, dimensions: number) {
  const { tokenIds, size, tokenizer } = vocabulary;
  const rows = new Int8Array(size * dimensions);
  const weights = new Float32Array(size);
  tokenIds.forEach((id, place) => {
    rows.set(distilled.rows.subarray(place * dimensions, (place + 1) * dimensions), id * dimensions);
    weights[id] = distilled.weights[place] ?? 0;
  });
  return staticModelFiles({
    dimensions,
    rows,
    weights,
    tokenizer,
    tokenizerConfig: teacher.tokenizerConfig,
    tokenizerName: basename(teacher.folder),
    sifCoefficient: SIF_COEFFICIENT,
  });
}

function textsOf(chosen: ChosenTexts | undefined, { truncated }: Taught): DistillOutcome['texts'] {
  if (chosen === undefined) return null;
  const { found, sha256, texts } = chosen;
  return { found, used: texts.length, truncated, sha256 };
}

/** Takes the steps with a look at Ctrl-C between them. */
async function unhurried<T>(session: Session, steps: Steps<T>, width: number, isFitted: boolean): Promise<T> {
  session.progress.start('fitting', isFitted ? refitSteps(width, REFIT) : 1);
  try {
    for (;;) {
      const { done, value } = steps.next();
      if (done === true) return value;
      session.progress.advance();
      await pause(session);
    }
  } finally {
    session.progress.done();
  }
}
