import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasOracles, qrelsFrom, readOracle, runFrom, whySkipped } from '../../../test/trec-input.ts';
import type { NumbersByDocument } from '../../contracts/score.ts';
import { scoreRun } from '../../evals/trec/score-run.ts';
import { measures } from './measures.ts';

const NAMES = ['nDCG@10', 'AP', 'RR', 'P(rel=2)@5', 'R@10', 'Bpref', 'infAP', 'GMAP', 'NumRet', 'NumRelRet'];

/** Columns of a TREC file, read in the plainest way. */
function numbersOf(text: string, doc: number, value: number): NumbersByDocument {
  const numbers: Record<string, Record<string, number>> = {};
  for (const line of text.split('\n').filter((each) => each.trim() !== '')) {
    const columns = line.trim().split(/\s+/);
    const [topic = '', id = ''] = [columns[0], columns[doc]];
    numbers[topic] ??= {};
    (numbers[topic] as Record<string, number>)[id] = Number(columns[value]);
  }
  return numbers;
}

/** The same through the readers of files. */
function fromFiles(qrels: string, run: string, names: readonly string[] = NAMES) {
  const { topics, values, means, coverage } = scoreRun(qrelsFrom(qrels), runFrom(run), names.map(measures.parse));
  return {
    measures: Object.fromEntries(names.map((name, m) => [name, means[m]])),
    topics: topics.map((topicId, i) => ({
      topicId,
      measures: Object.fromEntries(names.map((name, m) => [name, values[m]?.[i]])),
    })),
    coverage,
  };
}

describe('measures.score', () => {
  it('is what was counted by hand, and counts a judged topic without results 0', () => {
    const scores = measures.score(
      { q1: { d1: 3, d2: 0, d3: 1 }, q2: { d4: 1 } },
      { q1: { d1: 9.5, d2: 8.1, d3: 7.7 } },
      ['ndcg_cut.10', 'map', 'RR'],
    );
    const ndcg = (3 + 1 / 2) / (3 + 1 / Math.log2(3));
    expect(Object.keys(scores.measures)).toEqual(['nDCG@10', 'AP', 'RR']);
    expect(scores.measures['nDCG@10']).toBeCloseTo(ndcg / 2, 15);
    expect(scores.measures.AP).toBeCloseTo((1 + 2 / 3) / 2 / 2, 15);
    expect(scores.topics[1]).toEqual({ topicId: 'q2', measures: { 'nDCG@10': 0, AP: 0, RR: 0 } });
    expect(scores.coverage).toMatchObject({ topicsJudged: 2, topicsAnswered: 1 });
    expect(scores.warnings).toEqual([expect.stringContaining('nothing is retrieved for 1 judged topic')]);
  });
  it('breaks ties by document id bytewise descending, not by insertion', () => {
    const run = { q: { a: 1, '\u{1F600}': 1, '\uFFFD': 1, z: 1 } };
    expect(measures.score({ q: { '\u{1F600}': 1 } }, run, ['RR']).measures.RR).toBe(1);
    expect(measures.score({ q: { a: 1 } }, run, ['RR']).measures.RR).toBe(0.25);
  });
  it('gives the values of files with the same content, whatever they hold', () => {
    const id = fc.constantFrom('d1', 'd2', 'd10', 'É', '__proto__', 'constructor', '7', '07');
    const topic = fc.constantFrom('q1', 'q2', '3', '__proto__');
    const qrels = fc.dictionary(topic, fc.dictionary(id, fc.integer({ min: 0, max: 3 }), { minKeys: 8 }), {
      minKeys: 4,
    });
    const score = fc.constantFrom(1, 2, 0.3, 0.30000000000000004, -1e-300, 1e300);
    const run = fc.dictionary(topic, fc.dictionary(id, score, { minKeys: 1 }), { minKeys: 1 });
    const lines = (numbers: NumbersByDocument, line: (topic: string, doc: string, value: number) => string) =>
      Object.entries(numbers)
        .flatMap(([t, docs]) => Object.entries(docs).map(([doc, value]) => line(t, doc, value)))
        .join('\n');
    fc.assert(
      fc.property(qrels, run, (judged, retrieved) => {
        const { warnings: _, ...scores } = measures.score(judged, retrieved, NAMES);
        const expected = fromFiles(
          lines(judged, (t, doc, grade) => `${t} 0 ${doc} ${grade}`),
          lines(retrieved, (t, doc, value) => `${t} Q0 ${doc} 1 ${value} x`),
        );
        expect(scores).toEqual(expected);
      }),
    );
  });
  it.skipIf(!hasOracles).each([
    ['ties/gold.qrels', 'ties/gold.run', { AP: 0.1689862156, 'nDCG@10': 0.1365794127, Bpref: 0.3899882875 }],
    ['generated/cranfield.qrels', 'generated/cranfield.run', {}],
    ['scifact_runs/scifact.test.qrels', 'scifact_runs/grk-bm25-lucene-k0.9-b0.4.run', { 'nDCG@10': 0.6769 }],
  ])(`equals eval score on %s and %s${whySkipped}`, (qrels, run, known) => {
    const [judged, retrieved] = [readOracle(qrels).toString('utf8'), readOracle(run).toString('utf8')];
    const { warnings: _, ...scores } = measures.score(numbersOf(judged, 2, 3), numbersOf(retrieved, 2, 4), NAMES);
    expect(scores).toEqual(fromFiles(judged, retrieved));
    for (const [name, value] of Object.entries(known)) {
      expect(scores.measures[name]?.toFixed(String(value).length - 2)).toBe(String(value));
    }
  });

  const GOOD = { q: { d: 1 } };
  it.each<[string, unknown, unknown, string, string]>([
    [
      'a grade that is a fraction',
      { q: { d: 0.5 } },
      GOOD,
      'GRK_QRELS_INVALID',
      'qrels["q"]["d"]: 0.5 is no whole number',
    ],
    ['a grade as text', { q: { d: '1' } }, GOOD, 'GRK_QRELS_INVALID', 'qrels["q"]["d"]: 1 is no whole number'],
    ['a grade that does not fit', { q: { d: 2 ** 31 } }, GOOD, 'GRK_QRELS_INVALID', 'is no whole number'],
    [
      'a score that is NaN',
      GOOD,
      { q: { d: Number.NaN } },
      'GRK_RUN_INVALID',
      'run["q"]["d"]: NaN is no finite number',
    ],
    ['a score as text', GOOD, { q: { d: '0.5' } }, 'GRK_RUN_INVALID', 'run["q"]["d"]: 0.5 is no finite number'],
    ['a list of documents', GOOD, { q: ['d'] }, 'GRK_RUN_INVALID', 'run["q"] is no plain object'],
    ['a Map, whose entries would be overlooked', new Map(), GOOD, 'GRK_QRELS_INVALID', 'qrels is no plain object'],
    ['an empty id', GOOD, { q: { '': 1 } }, 'GRK_RUN_INVALID', 'an id cannot be empty'],
    ['half a character', GOOD, { q: { '\ud800': 1 } }, 'GRK_RUN_INVALID', 'half a surrogate pair'],
    ['no judgment', { q: { d: -1 } }, GOOD, 'GRK_NOTHING_MEASURED', 'the qrels hold no judgment'],
    ['no result', GOOD, { q: {} }, 'GRK_NOTHING_MEASURED', 'the run holds no retrieved document'],
    ['other topics', GOOD, { r: { d: 1 } }, 'GRK_NOTHING_MEASURED', 'no topic of the run is judged in the qrels'],
    ['other documents', GOOD, { q: { e: 1 } }, 'GRK_NOTHING_MEASURED', 'none of 1 documents'],
  ])('refuses %s', (_, qrels, run, code, message) => {
    const score = () => measures.score(qrels as NumbersByDocument, run as NumbersByDocument);
    expect(score).toThrow(expect.objectContaining({ code, message: expect.stringContaining(message) }));
  });
  it('names the nearest measure, and refuses one that needs places', () => {
    expect(() => measures.score(GOOD, GOOD, ['nDGC@10'])).toThrow('Did you mean "nDCG@10"?');
    const span = measures.definitions.find(({ name }) => name.startsWith('Span'))?.name ?? '';
    expect(() => measures.score(GOOD, GOOD, [`${span}@10`])).toThrow('where passages stand');
  });
});

describe('measures.definitions', () => {
  it('are names that parse, without the code that computes', () => {
    for (const definition of measures.definitions) {
      const text = `${definition.name}${definition.cutoff === 'required' ? '@5' : ''}`;
      expect(measures.nameOf(measures.parse(text))).toBe(text);
      expect(definition).not.toHaveProperty('compute');
    }
  });
});
