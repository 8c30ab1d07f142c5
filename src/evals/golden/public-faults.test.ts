/** Faults that other tools have shown in public, each with the input that provokes its kind. */
import { describe, expect, it } from 'vitest';
import type { Gold, Topic } from '../../contracts/golden.ts';
import { judgedDocuments, resolveTopics } from './resolve.ts';

const topic = (topicId: string, answerable: Topic['answerable'], ...docs: [doc: string, grade: number][]): Topic => ({
  topicId,
  query: 'q',
  category: 'c',
  split: 'test',
  slices: [],
  answerable,
  gold: docs.map(([doc, grade], i): Gold => ({ doc, grade, anchor: { kind: 'document' }, where: `test.tsv:${i + 2}` })),
  overlap: undefined,
  where: 'test.tsv:2',
});
const DOCUMENTS = new Map(['doc1', 'doc2', '0'].map((id) => [id, { text: 'text' }]));

describe('judgments', () => {
  it('of a document that the corpus does not have are refused with their line (mteb#5170)', () => {
    const refused = expect.objectContaining({
      code: 'GRK_GOLDEN_INVALID',
      message: 'test.tsv:3: there is no document "d999".',
    });
    expect(() => resolveTopics([topic('q', true, ['doc1', 1], ['d999', 1])], DOCUMENTS)).toThrow(refused);
  });

  it('by passage ids over a corpus of document ids are refused, naming the nearest (mt-rag-benchmark#3)', () => {
    expect(() => resolveTopics([topic('q', true, ['doc1-0', 1])], DOCUMENTS)).toThrow(
      'test.tsv:2: there is no document "doc1-0". Did you mean "doc1"?',
    );
  });

  it('that are empty are a fault where the topic is declared answerable, never a perfect score (LongMemEval#7)', () => {
    expect(() => resolveTopics([topic('q', true)], DOCUMENTS)).toThrow(
      'test.tsv:2: the topic is declared answerable, but no gold entry has a grade above 0',
    );
  });

  it('of a document with the id of the topic stay (beir#187)', () => {
    const judged = judgedDocuments(resolveTopics([topic('0', true, ['0', 1])], DOCUMENTS));
    expect(judged.get('0')).toEqual([{ id: '0', grade: 1 }]);
  });
});
