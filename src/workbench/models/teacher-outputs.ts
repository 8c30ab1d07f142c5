import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { GrkError, throwIfAborted } from '../../contracts/errors.ts';
import { parseModelId } from '../../contracts/model-id.ts';
import type { Embedder } from '../../contracts/ports.ts';
import type { TeacherOutputs } from '../../distill/distil.ts';
import { parseJsonObject, readModelFile, requireFolder } from '../../providers/model-files.ts';
import { modelFault } from '../../providers/static/model-fault.ts';
import { openTokenizer } from '../../providers/static/tokenizer.ts';
import { readVocabulary, type Vocabulary } from '../../providers/static/vocabulary.ts';
import { openTeacher, type Teacher } from '../../providers/transformers/transformer-embedder.ts';
import { keptEmbedder } from '../session/caches.ts';
import { asWriter, type Session } from '../session/state.ts';

/** Longest passage that a teacher reads, special tokens included: the topic of a text shows in fewer. */
const PASSAGE_TOKENS = 64;
/** Texts between two writes to the cache: what an interrupted pass has done so far is kept. */
const BATCH = 256;

export interface OpenTeacher extends Teacher {
  readonly vocabulary: Vocabulary;
  /** Of `tokenizer_config.json`; undefined where there is none. */
  readonly tokenizerConfig: Readonly<Record<string, unknown>> | undefined;
  readonly threads: number;
}

/**
 * Opens a transformer as a teacher.
 * @throws GrkError GRK_USAGE for another kind of embedder, and those of opening a transformer
 */
export async function teacherOf(session: Session, id: string): Promise<OpenTeacher> {
  const { provider, target, options } = parseModelId(id);
  if (provider !== 'transformers' || target === '') {
    throw new GrkError('GRK_USAGE', `"${id}" cannot teach: a teacher shows what it makes of single tokens`, {
      remedy: 'Name a transformer: transformers:PATH.',
    });
  }
  const path = requireFolder(`teacher "${id}"`, resolve(session.cwd, target), 'Name the folder of a transformer.');
  const teacher = await openTeacher(id, path, options, PASSAGE_TOKENS);
  for (const notice of teacher.embedder.notices ?? []) session.notice(`warning: ${notice}`);
  const settings = join(teacher.folder, 'tokenizer_config.json');
  return {
    ...teacher,
    vocabulary: await readVocabulary(join(teacher.folder, 'tokenizer.json')),
    tokenizerConfig: existsSync(settings)
      ? parseJsonObject(await readModelFile(settings, modelFault), settings, modelFault)
      : undefined,
    threads: Number(options.threads ?? 1),
  };
}

export interface Taught extends TeacherOutputs {
  /** Passages of which the teacher read the beginning only. */
  readonly truncated: number;
}

/**
 * Lets a teacher read its vocabulary, then passages, one at a time. What it said is kept in the embedding cache, so that
 * an interrupted or repeated distillation goes on where it was.
 * @throws GrkError GRK_EMBEDDER_OUTPUT, GRK_INTERRUPTED, and the store errors
 */
export async function teach(session: Session, teacher: OpenTeacher, texts: readonly string[]): Promise<Taught> {
  const { tokenIds } = teacher.vocabulary;
  return asWriter(session, async () => {
    const tokens = await embedAll(session, teacher.tokens, tokenIds.map(String), 'vocabulary');
    const width = teacher.embedder.identity.dimensions;
    if (texts.length === 0) return { tokens: tokens.vectors, width, truncated: 0 };
    const { vectors, truncated } = await embedAll(session, teacher.embedder, texts, 'passages');
    return {
      tokens: tokens.vectors,
      width,
      truncated,
      passages: { vectors, tokens: await tokensOf(teacher, texts) },
    };
  });
}

async function embedAll(session: Session, embedder: Embedder, texts: readonly string[], label: string) {
  const { progress, signal } = session;
  const kept = keptEmbedder(session, embedder);
  const { dimensions } = kept.identity;
  const vectors = new Float32Array(texts.length * dimensions);
  let truncated = 0;
  progress.start(`teacher, ${label}`, texts.length);
  try {
    for (let from = 0; from < texts.length; from += BATCH) {
      const batch = texts.slice(from, from + BATCH);
      throwIfAborted(signal);
      const answer = await kept.embed(batch, 'passage', signal);
      vectors.set(answer.vectors, from * dimensions);
      truncated += answer.truncated?.reduce((sum, flag) => sum + flag, 0) ?? 0;
      progress.advance(batch.length);
    }
  } finally {
    progress.done();
    kept.close();
  }
  return { vectors, truncated };
}

/** Of each passage the tokens that the teacher reads, as their places among the kept ones; others are left out. */
async function tokensOf(
  { vocabulary: { tokenizer, tokenizerFile, tokenIds }, passageTokens }: OpenTeacher,
  texts: readonly string[],
): Promise<number[][]> {
  const { tokenIds: idsOf } = await openTokenizer({ ...tokenizer, truncation: null, padding: null }, tokenizerFile);
  const places = new Map(tokenIds.map((id, place) => [id, place]));
  return texts.map((text) =>
    idsOf(text)
      .slice(0, passageTokens)
      .flatMap((id) => places.get(id) ?? []),
  );
}
