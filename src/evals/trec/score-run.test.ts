import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { qrelsFrom, runFrom } from '../../../test/trec-input.ts';
import { compareBytes } from '../../contracts/ids.ts';
import { parseMeasure, score } from '../metrics/index.ts';
import { scoreRun } from './score-run.ts';

const measures = (...names: string[]) => names.map(parseMeasure);

describe('a run that cannot be joined with judgments is refused', () => {
  it('where they share no topic', () => {
    expect(() => scoreRun(qrelsFrom('q1 0 d1 1'), runFrom('q2 Q0 d1 1 1 t'), measures('AP'))).toThrow(
      'no topic of run is judged in qrels (run: "q2"; qrels: "q1")',
    );
  });

  it('where no retrieved document is judged for any topic', () => {
    expect(() =>
      scoreRun(qrelsFrom('q1 0 doc1 1'), runFrom('q1 Q0 doc1-0 1 2 t\nq1 Q0 doc1-1 2 1 t'), measures('AP')),
    ).toThrow('none of 2 documents that run retrieves is judged in qrels (run: "doc1-0"; qrels: "doc1")');
  });
});

it('says what run and judgments have in common', () => {
  const qrels = qrelsFrom('qA 0 d1 1\nqB 0 d1 1\nqC 0 d1 0\nqD 0 d2 -1\n');
  const run = runFrom('qA Q0 d1 1 2 t\nqA Q0 d9 2 2 t\nqC Q0 d1 1 1 t\nqZ Q0 d7 1 1 t\n');
  const { coverage, unansweredTopics, topics } = scoreRun(qrels, run, measures('AP'));
  expect(topics).toEqual(['qA', 'qB', 'qC', 'qD']);
  expect(unansweredTopics).toEqual(['qB', 'qD']);
  expect(coverage).toEqual({
    topicsJudged: 4,
    topicsAnswered: 2,
    topicsWithoutRelevant: 2,
    topicsNotJudged: 1,
    retrieved: 3,
    unknownDocuments: 1,
    judgedAt10: (0.5 + 0 + 1 + 0) / 4,
    tiedScores: 1,
    constantTopics: 1,
  });
});

it('does not take a judgment of another topic', () => {
  const { values } = scoreRun(
    qrelsFrom('q1 0 a 1\nq2 0 b 1'),
    runFrom('q1 Q0 b 1 2 t\nq1 Q0 a 2 1 t\nq2 Q0 a 1 2 t'),
    measures('RR', 'Judged@10'),
  );
  expect(values.map((each) => [...each])).toEqual([
    [0.5, 0],
    [0.5, 0],
  ]);
});

interface Row {
  readonly topic: string;
  readonly doc: string;
  readonly value: number;
}
const rows = (min: number, max: number): fc.Arbitrary<Row[]> =>
  fc.uniqueArray(
    fc.record({
      topic: fc.constantFrom('t1', 't2', 't10', 'é', '😀'),
      doc: fc.constantFrom('a', 'b', 'c', 'd', '9', '10', 'é', '～', '😀'),
      value: fc.integer({ min, max }),
    }),
    { selector: ({ topic, doc }) => `${topic} ${doc}`, minLength: 1, maxLength: 40 },
  );

it('equals a second implementation over strings and maps', () => {
  const names = ['nDCG@3', 'AP', 'RR', 'P(rel=2)@3', 'Bpref', 'infAP', 'Rprec', 'SetF', 'Judged@2', 'NumRet', 'GMAP'];
  fc.assert(
    fc.property(rows(-1, 3), rows(0, 2), (judged, retrieved) => {
      const graded = judged.some(({ value }) => value >= 0);
      const known = new Set(judged.map(({ doc }) => doc));
      const topics = [...new Set(judged.map(({ topic }) => topic))].sort(compareBytes);
      const ofJudged = retrieved.filter(({ topic }) => topics.includes(topic));
      fc.pre(graded && ofJudged.some(({ doc }) => known.has(doc)));
      const scored = scoreRun(
        qrelsFrom(judged.map(({ topic, doc, value }) => `${topic} 0 ${doc} ${value}`).join('\n')),
        runFrom(retrieved.map(({ topic, doc, value }) => `${topic} Q0 ${doc} 0 ${value} t`).join('\n')),
        measures(...names),
      );
      expect(scored.topics).toEqual(topics);
      topics.forEach((topic, i) => {
        const grades = new Map(judged.filter((row) => row.topic === topic).map(({ doc, value }) => [doc, value]));
        const ranked = retrieved
          .filter((row) => row.topic === topic)
          .sort((x, y) => y.value - x.value || compareBytes(y.doc, x.doc))
          .map(({ doc }) => grades.get(doc) ?? null);
        names.forEach((name, m) => {
          expect(scored.values[m]?.[i]).toBe(score(parseMeasure(name), { ranked, judged: [...grades.values()] }));
        });
      });
    }),
    { numRuns: 300 },
  );
});

it('does not depend on the order of lines in either file', () => {
  fc.assert(
    fc.property(rows(0, 3), rows(0, 2), fc.nat(), (judged, retrieved, seed) => {
      const shuffled = <T>(list: readonly T[]) => list.map((each, i) => [(i * 7919 + seed) % 31, each] as const);
      const turned = <T>(list: readonly T[]) =>
        shuffled(list)
          .sort(([a], [b]) => a - b)
          .map(([, each]) => each);
      const qrels = judged.map(({ topic, doc, value }) => `${topic} 0 ${doc} ${value}`);
      const run = retrieved.map(({ topic, doc, value }) => `${topic} Q0 ${doc} 0 ${value} t`);
      const outcome = (q: string[], r: string[]) => {
        try {
          return scoreRun(qrelsFrom(q.join('\n')), runFrom(r.join('\n')), measures('nDCG@3', 'GMAP', 'Bpref'));
        } catch (error) {
          return String(error).replace(/ \(.*/, '');
        }
      };
      expect(outcome(turned(qrels), turned(run))).toEqual(outcome(qrels, run));
    }),
  );
});
