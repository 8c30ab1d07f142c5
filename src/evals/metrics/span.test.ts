import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createScorer,
  type GoldSpan,
  isSpanMeasure,
  type Measure,
  measureAlgorithm,
  parseMeasure,
  type RankedSpan,
  type SpanRanking,
  score,
} from './index.ts';

/** `d 0 10` is a passage; `d 0 10 2` an entry of grade 2; `d 2` an entry for the whole document. */
const passage = (text: string): RankedSpan => {
  const [doc = '', start, end] = text.split(' ');
  return { doc, start: Number(start), end: Number(end) };
};
const entry = (text: string): GoldSpan => {
  const parts = text.split(' ');
  const [doc = '', ...numbers] = parts;
  const grade = Number(numbers.at(-1));
  return parts.length === 2 ? { doc, grade } : { doc, grade, start: Number(numbers[0]), end: Number(numbers[1]) };
};
const spanScore = (measure: Measure, spans: SpanRanking): number =>
  score(measure, { ranked: spans.ranked.map(() => null), judged: [], spans });
const valuesOf = (ranked: readonly string[], gold: readonly string[], ...names: string[]): number[] =>
  names.map((name) => spanScore(parseMeasure(name), { ranked: ranked.map(passage), gold: gold.map(entry) }));

describe('an entry', () => {
  it('that was cut in two is found when both halves are returned, or one that holds half of it', () => {
    const gold = ['d 10 20 1'];
    const thirds = ['d 0 13', 'd 16 30'];
    expect(valuesOf(thirds, gold, 'SpanR@1', 'SpanR@2', 'SpanRR', 'SpanRR@1')).toEqual([0, 1, 1 / 2, 0]);
    expect(valuesOf(['d 0 15', 'd 15 30'], gold, 'SpanR@1', 'SpanRR')).toEqual([1, 1]);
    expect(valuesOf(['d 0 14', 'd 90 99', 'd 14 15'], gold, 'SpanR@2', 'SpanRR')).toEqual([0, 1 / 3]);
  });
  it('is covered once by text that is returned twice', () => {
    expect(valuesOf(['d 0 14', 'd 0 14', 'd 10 14'], ['d 10 20 1'], 'SpanR', 'SpanRR')).toEqual([0, 0]);
  });
  it('for a whole document is covered by any passage of it', () => {
    expect(valuesOf(['x 0 9', 'd 70 71'], ['d 1'], 'SpanR@1', 'SpanR@2', 'SpanRR')).toEqual([0, 1, 1 / 2]);
  });
  it('is not covered by a document of another name, nor by a passage that only touches it', () => {
    expect(valuesOf(['e 10 20', 'd 0 10', 'd 20 30'], ['d 10 20 1'], 'SpanR')).toEqual([0]);
  });
  it('counts from the grade `rel` on, and one place once', () => {
    const gold = ['d 0 10 2', 'd 0 10 1', 'd 50 60 1', 'd 80 90 0'];
    expect(valuesOf(['d 0 10'], gold, 'SpanR', 'SpanR(rel=2)', 'SpanR(rel=3)')).toEqual([1 / 2, 1, 0]);
    expect(valuesOf(['d 50 60', 'd 0 10'], gold, 'SpanRR', 'SpanRR(rel=2)')).toEqual([1, 1 / 2]);
  });
});

describe('SpanR(chars=N)', () => {
  const gold = ['d 10 20 1', 'e 0 4 1'];
  it('reads of the passage that crosses N only what lies before it', () => {
    const names = ['SpanR(chars=14)', 'SpanR(chars=15)', 'SpanR(chars=31)', 'SpanR(chars=32)'];
    expect(valuesOf(['d 0 30', 'e 0 9'], gold, ...names)).toEqual([0, 1 / 2, 1 / 2, 1]);
  });
  it('counts text that is returned twice twice: a reader gets it twice', () => {
    expect(valuesOf(['d 0 15', 'd 0 15', 'e 0 9'], gold, 'SpanR(chars=31)', 'SpanR(chars=32)')).toEqual([1 / 2, 1]);
  });
  it('can be cut at a rank too', () => {
    expect(valuesOf(['d 0 15', 'e 0 9'], gold, 'SpanR(chars=99)@1', 'SpanR(chars=99)')).toEqual([1 / 2, 1]);
  });
  it('counts UTF-16 code units: a character beyond the BMP is two', () => {
    expect('😀'.length).toBe(2);
    expect(valuesOf(['d 0 4'], ['d 2 4 1'], 'SpanR(chars=2)', 'SpanR(chars=3)')).toEqual([0, 1]);
  });
});

it('nothing returned, or nothing relevant, is 0', () => {
  const names = ['SpanR', 'SpanR@3', 'SpanR(chars=9)', 'SpanRR', 'SpanRR@3'];
  expect(valuesOf([], ['d 0 9 1'], ...names)).toEqual([0, 0, 0, 0, 0]);
  expect(valuesOf(['d 0 9'], [], ...names)).toEqual([0, 0, 0, 0, 0]);
});

describe('against sets of characters', () => {
  const span = fc.tuple(fc.constantFrom('d', 'e'), fc.nat(29), fc.integer({ min: 1, max: 12 }));
  const ranked = fc.array(
    span.map(([doc, start, length]): RankedSpan => ({ doc, start, end: start + length })),
    { maxLength: 8 },
  );
  const grade = fc.integer({ min: 0, max: 2 });
  const gold = fc.array(
    fc.oneof(
      fc.tuple(span, grade).map(([[doc, start, length], of]) => ({ doc, grade: of, start, end: start + length })),
      fc.tuple(fc.constantFrom('d', 'e', 'f'), grade).map(([doc, of]): GoldSpan => ({ doc, grade: of })),
    ),
    { maxLength: 5 },
  );

  const charsOf = ({ doc, start = 0, end = 0 }: Partial<RankedSpan>) =>
    Array.from({ length: end - start }, (_, i) => `${doc} ${start + i}`);
  /** A second implementation: every character of the texts, one by one. */
  function naive(name: string, { ranked: passages, gold: entries }: SpanRanking): number {
    const { family, cutoff = 1000, parameters = {} } = parseMeasure(name);
    const wanted = new Map<string, string[]>();
    for (const each of entries) {
      if (each.grade < Number(parameters.rel ?? 1)) continue;
      if (each.start === undefined) wanted.set(each.doc, []);
      else wanted.set(JSON.stringify(charsOf(each as RankedSpan)), charsOf(each as RankedSpan));
    }
    const isCovered = (key: string, chars: readonly string[], seen: ReadonlySet<string>) =>
      chars.length === 0
        ? [...seen].some((char) => char.startsWith(`${key} `))
        : chars.filter((char) => seen.has(char)).length >= chars.length / 2;
    const seenAt = (rank: number) => {
      const texts = passages.slice(0, Math.min(rank, cutoff)).flatMap(charsOf);
      return new Set(texts.slice(0, Number(parameters.chars ?? texts.length)));
    };
    const coveredAt = (rank: number) =>
      [...wanted].filter(([key, chars]) => isCovered(key, chars, seenAt(rank))).length;
    if (family === 'SpanR') return wanted.size === 0 ? 0 : coveredAt(1000) / wanted.size;
    const first = passages.findIndex((_, i) => coveredAt(i + 1) > 0);
    return first < 0 ? 0 : 1 / (first + 1);
  }

  it.each(['SpanR', 'SpanR@3', 'SpanR(chars=20)', 'SpanR(rel=2,chars=9)@3', 'SpanRR', 'SpanRR@2', 'SpanRR(rel=2)'])(
    '%s is the same',
    (name) => {
      fc.assert(
        fc.property(ranked, gold, (passages, entries) => {
          const spans = { ranked: passages, gold: entries };
          expect(spanScore(parseMeasure(name), spans)).toBe(naive(name, spans));
        }),
        { numRuns: 500 },
      );
    },
  );

  it('SpanR(chars=N) does not depend on where the returned text was cut', () => {
    fc.assert(
      fc.property(
        ranked,
        gold,
        fc.integer({ min: 1, max: 60 }),
        fc.infiniteStream(fc.nat(11)),
        (whole, entries, n, cuts) => {
          const pieces = whole.flatMap(({ doc, start, end }) => {
            const at = start + ((cuts.next().value ?? 0) % (end - start));
            return [
              { doc, start, end: at },
              { doc, start: at, end },
            ].filter((each) => each.start < each.end);
          });
          const measure = parseMeasure(`SpanR(chars=${n})`);
          expect(spanScore(measure, { ranked: pieces, gold: entries })).toBe(
            spanScore(measure, { ranked: whole, gold: entries }),
          );
        },
      ),
    );
  });

  it('SpanR never falls with more passages or more text, and is above 0 exactly where SpanRR is', () => {
    fc.assert(
      fc.property(ranked, gold, fc.integer({ min: 1, max: 9 }), (passages, entries, k) => {
        const of = (name: string) => spanScore(parseMeasure(name), { ranked: passages, gold: entries });
        expect(of(`SpanR@${k + 1}`)).toBeGreaterThanOrEqual(of(`SpanR@${k}`));
        expect(of(`SpanR(chars=${k + 1})`)).toBeGreaterThanOrEqual(of(`SpanR(chars=${k})`));
        expect(of(`SpanR@${k}`) > 0).toBe(of(`SpanRR@${k}`) > 0);
      }),
    );
  });

  it('equals R@k and RR where each document is one passage and one entry', () => {
    const documents = fc.uniqueArray(fc.nat(9), { maxLength: 9 });
    fc.assert(
      fc.property(documents, documents, (returned, relevant) => {
        const ranking = {
          ranked: returned.map((doc) => (relevant.includes(doc) ? 1 : null)),
          judged: relevant.map(() => 1),
          spans: {
            ranked: returned.map((doc) => ({ doc: `${doc}`, start: 0, end: 7 })),
            gold: relevant.map((doc) => ({ doc: `${doc}`, grade: 1 })),
          },
        };
        const [recall, spanRecall, rr, spanRr] = createScorer(['R@3', 'SpanR@3', 'RR', 'SpanRR'].map(parseMeasure))(
          ranking,
        );
        expect([spanRecall, spanRr]).toEqual([recall, rr]);
      }),
    );
  });
});

describe('bad input', () => {
  it('without places is refused, not scored 0', () => {
    const refused = expect.objectContaining({
      code: 'GRK_UNSUPPORTED',
      message: 'SpanR reads where passages stand in their documents, and grades alone do not say that',
    });
    expect(() => score(parseMeasure('SpanR@10'), { ranked: [1], judged: [1] })).toThrow(refused);
  });
  it.each([
    [['d 5 4'], ['d 0 9 1'], 'd: 5..4 is not a span of text'],
    [['d -1 4'], ['d 0 9 1'], 'd: -1..4 is not a span of text'],
    [['d 0 0.5'], ['d 0 9 1'], 'd: 0..0.5 is not a span of text'],
    [['d 0 4'], ['d 3 3 1'], 'd: 3..3 is not a span of text'],
  ])('%j under %j is refused', (ranked, gold, message) => {
    expect(() => valuesOf(ranked, gold, 'SpanR')).toThrow(message);
  });
  it('of other lengths than the grades is refused', () => {
    const spans = { ranked: [passage('d 0 4')], gold: [] };
    expect(() => score(parseMeasure('SpanR'), { ranked: [1, null], judged: [1], spans })).toThrow(
      '2 ranks are graded, but 1 spans are given for them',
    );
  });
  it.each(['SpanR(chars=0)', 'SpanR(chars=1.5)', 'SpanR(char=9)', 'SpanRR(chars=9)', 'SpanR@0', 'spanR@3'])(
    '%s is no measure',
    (name) => {
      expect(() => parseMeasure(name)).toThrow(name.slice(0, 5));
    },
  );
});

it('knows a span measure by its name', () => {
  const names = ['SpanR@10', 'SpanR(chars=9)', 'SpanRR', 'SpanR', 'R@10', 'RR', 'SpanRecall'];
  expect(names.filter(isSpanMeasure)).toEqual(['SpanR@10', 'SpanR(chars=9)', 'SpanRR', 'SpanR']);
});

/** If a value changes here, the algorithm needs a new version id, with a row of its own. */
it.each([
  ['spanr/1', 'SpanR@10', '807322ecc279f348'],
  ['spanr/1', 'SpanR(chars=900)', 'dd7e87094c0c429a'],
  ['spanrr/1', 'SpanRR', '54b37eccef44f5ce'],
])('%s gives the frozen bits of %s', (algorithm, name, frozen) => {
  let state = 20_260_101;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const span = () => {
    const start = next(500);
    return { doc: `d${next(4)}`, start, end: start + 1 + next(200) };
  };
  const topics = Array.from({ length: 300 }, () => ({
    ranked: Array.from({ length: next(25) }, span),
    gold: Array.from({ length: next(6) }, () => ({ ...span(), grade: next(3) })),
  }));
  const values = Float64Array.from(topics, (spans) => spanScore(parseMeasure(name), spans));
  const fingerprint = createHash('sha256').update(new Uint8Array(values.buffer)).digest('hex').slice(0, 16);
  expect([measureAlgorithm(parseMeasure(name)), fingerprint]).toEqual([algorithm, frozen]);
});
