import { throwIfAborted } from '../../contracts/errors.ts';
import type { PassageId } from '../../contracts/ids.ts';
import type { Reranker, RerankPassage } from '../../contracts/ports.ts';

/** The grade of a passage for a topic; null where nothing was judged. */
export type GradeOf = (topicId: string, passage: PassageId) => number | null;

/** Keeps the order that it is given: it scores a passage as the input stage did. */
export function noopReranker(): Reranker {
  return standIn('noop', (passages) => passages.map(({ inputScore }) => inputScore));
}

/** Turns the order that it is given upside down. */
export function reverseReranker(): Reranker {
  return standIn('reverse', (passages) => passages.map((_, rank) => rank));
}

/** Knows the judgments: the best order that candidates can have. What nobody judged stands below grade 0. */
export function oracleReranker(gradeOf: GradeOf): Reranker {
  return standIn('oracle', (passages, topicId) => passages.map(({ id }) => gradeOf(topicId, id) ?? -1));
}

type Scores = (passages: readonly RerankPassage[], topicId: string) => number[];

/** A reranker that reads no text: it shows what a pipeline does, and nothing about quality may rest on it. */
function standIn(name: string, scoresOf: Scores): Reranker {
  return {
    identity: {
      provider: name,
      model: name,
      algorithm: `${name}/1`,
      weightsSha256: '',
      settings: {},
      determinism: 'bitwise',
    },
    isStructural: true,
    score: async ({ topicId }, passages, signal) => {
      throwIfAborted(signal);
      return { scores: Float64Array.from(scoresOf(passages, topicId)), truncated: new Uint8Array(passages.length) };
    },
  };
}
