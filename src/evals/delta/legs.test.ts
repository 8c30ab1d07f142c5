import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PipelineCase, pipelineReport } from '../../../test/pipeline-report.ts';
import type { FusionLegs } from '../../contracts/legs.ts';
import { deriveLegs } from './legs.ts';

const stages = (fusion: object = {}) => [{ kind: 'bm25' }, { kind: 'dense' }, { kind: 'fusion', ...fusion }];
const from = (start: number, n: number) => Array.from({ length: n }, (_, i) => start + i);

async function legsOf(given: PipelineCase): Promise<FusionLegs> {
  const [fusion] = deriveLegs(await pipelineReport(given));
  if (fusion === undefined) throw new Error('no fusion');
  return fusion;
}
const codes = ({ notes }: FusionLegs) => notes.map(({ code }) => code);

/** Two topics; bm25 and dense share passages 5…9. */
const TWO: PipelineCase = {
  stages: stages(),
  legs: {
    bm25: [from(0, 10), from(0, 10)],
    dense: [from(5, 10), from(5, 10)],
  },
  grades: [
    new Map([
      [0, 1],
      [5, 2],
    ]),
    new Map([[14, 1]]),
  ],
};

describe('deriveLegs', () => {
  it('calls a fusion weighted 1:1000 a single leg in disguise, and names the leg', async () => {
    const fusion = await legsOf({ ...TWO, stages: stages({ weights: { bm25: 1, dense: 1000 } }) });
    expect(fusion.notes).toEqual([
      {
        code: 'single-leg-in-disguise',
        message: 'the top 10 of v/fusion is that of v/dense on all 2 topics: a single leg in disguise',
      },
    ]);
    expect(fusion.legs.map(({ leg, isWholeFusion, changedTopics }) => [leg, isWholeFusion, changedTopics])).toEqual([
      ['v/bm25', false, 0],
      ['v/dense', true, 2],
    ]);
  });
  it('does so where the leg is short on a topic, and not where one topic differs', async () => {
    const heavy = stages({ weights: { dense: 1000 } });
    const short = { bm25: [from(0, 10), from(0, 10)], dense: [from(5, 10), [30]] };
    expect((await legsOf({ ...TWO, stages: heavy, legs: short })).notes.map(({ message }) => message)).toEqual([
      'the top 10 of v/fusion is that of v/dense on all 2 topics; on 1 of them it has too few hits, and others stand behind its own: a single leg in disguise',
    ]);
    const agree = { bm25: [from(5, 10), from(0, 10)], dense: [from(5, 10), from(5, 10)] };
    expect(codes(await legsOf({ ...TWO, legs: agree }))).toEqual([]);
  });
  it('does not take a leg that never fills the top k for the whole', async () => {
    const legs = { bm25: [[1], [2]], dense: [from(1, 10), [2, ...from(20, 9)]] };
    const fusion = await legsOf({ ...TWO, legs });
    expect(fusion.legs.map(({ isWholeFusion }) => isWholeFusion)).toEqual([false, true]);
    expect((await legsOf({ ...TWO, legs: { ...legs, dense: [from(20, 10), from(20, 10)] } })).notes).not.toContainEqual(
      expect.objectContaining({ code: 'single-leg-in-disguise' }),
    );
  });

  it('says nothing of legs that all found nothing', async () => {
    expect(codes(await legsOf({ ...TWO, legs: { bm25: [[], []], dense: [[], []] } }))).toEqual([]);
  });

  it('warns of legs that have nothing in common on any topic (row 41: ids that differ per retriever)', async () => {
    const legs = { bm25: [from(0, 5), from(0, 5)], dense: [from(20, 5), from(20, 5)] };
    const fusion = await legsOf({ ...TWO, legs });
    expect(fusion.notes).toContainEqual({
      code: 'disjoint-legs',
      message:
        'v/bm25 and v/dense have nothing in common on any topic: their ids may differ, and then v/fusion joins nothing',
    });
    expect(fusion.overlaps).toEqual([{ legs: ['v/bm25', 'v/dense'], jaccard: 0, isDisjoint: true }]);
    const meets = { ...legs, dense: [from(20, 5), from(4, 5)] };
    expect(codes(await legsOf({ ...TWO, legs: meets }))).not.toContain('disjoint-legs');
    const silent = { ...legs, dense: [[], []] };
    expect(codes(await legsOf({ ...TWO, legs: silent }))).not.toContain('disjoint-legs');
  });

  it('counts overlap, effect, change and what only one leg found, by hand', async () => {
    const fusion = await legsOf(TWO);
    expect(fusion).toMatchObject({ stage: 'v/fusion', k: 10, primary: 'nDCG@10', relevant: 3, topicsLeftOut: 0 });
    // Of 15 passages, 5 are shared.
    expect(fusion.overlaps).toEqual([{ legs: ['v/bm25', 'v/dense'], jaccard: 5 / 15, isDisjoint: false }]);
    const [bm25, dense] = fusion.legs;
    expect([bm25?.foundOnlyHere, dense?.foundOnlyHere]).toEqual([1, 1]);
    expect([bm25?.changedTopics, dense?.changedTopics, dense?.topics]).toEqual([2, 2, 2]);
    // Fused: 5, 6, 7, 8, 9 are in both, then 0, 1, 2, 3, 4 (rank 1… of bm25) and 10… of dense (from rank 6).
    const ideal = 2 + 1 / Math.log2(3);
    const fused = (2 + 1 / Math.log2(7)) / ideal;
    const withoutDense = (1 + 2 / Math.log2(7)) / ideal;
    const withoutBm25 = (2 / ideal + 1 / Math.log2(11)) / 2;
    expect(dense?.effect).toBeCloseTo((fused - withoutDense) / 2, 12);
    expect(bm25?.effect).toBeCloseTo(fused / 2 - withoutBm25, 12);
    expect(dense?.effectTopics).toEqual({ wins: 1, ties: 1, losses: 0 });
  });

  it('counts what a leg found as deep as its window, and no deeper', async () => {
    const legs = { bm25: [from(0, 30)], dense: [from(5, 5)] };
    const given = {
      ...TWO,
      legs,
      grades: [
        new Map([
          [14, 1],
          [25, 1],
          [26, 0],
        ]),
      ],
    };
    const found = async (window: number) =>
      (await legsOf({ ...given, stages: stages({ window }), topK: 20 })).legs[0]?.foundOnlyHere;
    expect([await found(20), await found(30)]).toEqual([1, 1]);
    const deep = await legsOf({ ...given, topK: 30, stages: stages({ window: 30 }) });
    expect([deep.legs[0]?.foundOnlyHere, deep.relevant]).toEqual([2, 2]);
  });
  it('counts as found by one leg alone what neither of two others found', async () => {
    const three = [{ kind: 'bm25' }, { kind: 'bm25', name: 'b2' }, { kind: 'dense' }];
    const fusion = await legsOf({
      stages: [...three, { kind: 'fusion', legs: ['bm25', 'b2', 'dense'] }],
      legs: { bm25: [[1, 2]], b2: [[1, 3]], dense: [[3, 4]] },
      grades: [new Map([1, 2, 3, 4].map((passage) => [passage, 1]))],
    });
    expect(fusion.legs.map(({ foundOnlyHere }) => foundOnlyHere)).toEqual([1, 0, 1]);
  });
  it('measures the effect over answerable topics, and change over all', async () => {
    const all = await legsOf(TWO);
    const one = await legsOf({ ...TWO, answerable: [true, false] });
    expect(one.legs.map(({ changedTopics }) => changedTopics)).toEqual([2, 2]);
    expect(one.legs[1]?.effect).toBeCloseTo(2 * (all.legs[1]?.effect ?? 0), 12);
    expect(one.legs[1]?.effectTopics).toEqual({ wins: 1, ties: 0, losses: 0 });
  });
  it('leaves out a topic on which the control failed', async () => {
    const report = await pipelineReport(TWO);
    const error = { code: 'GRK_INTERNAL', message: 'x' };
    const failed = report.stages.map((stage) => ({
      ...stage,
      controls: stage.controls.map((control) => ({
        ...control,
        topics: control.topics.map((topic, i) => (i === 1 ? { ...topic, ids: [], scores: {}, error } : topic)),
      })),
    }));
    const [fusion] = deriveLegs({ ...report, stages: failed });
    expect(fusion?.legs.map(({ topics, changedTopics }) => [topics, changedTopics])).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });
  it('counts a leg of weight 0 as absent: leaving it out changes nothing (row 43)', async () => {
    const fusion = await legsOf({ ...TWO, stages: stages({ weights: { dense: 0 } }) });
    const [bm25, dense] = fusion.legs;
    expect([dense?.changedTopics, dense?.effect]).toEqual([0, 0]);
    expect([bm25?.changedTopics, bm25?.effect]).toEqual([
      2,
      expect.closeTo((1 + 2 / Math.log2(7)) / (2 + 1 / Math.log2(3)) / 2, 12),
    ]);
    expect(codes(fusion)).toEqual(['single-leg-in-disguise']);
  });

  it('compares documents in document unit, by whichever passage they are named', async () => {
    // Passages n and n + 20 are document n: the legs name the same documents by different passages.
    const documentOf = from(0, 40).map((passage) => passage % 20);
    const legs = { bm25: [from(0, 10)], dense: [from(20, 10)] };
    const fusion = await legsOf({ ...TWO, legs, documentOf, grades: [new Map([[3, 1]])] });
    expect(fusion.overlaps).toEqual([{ legs: ['v/bm25', 'v/dense'], jaccard: 1, isDisjoint: false }]);
    expect(fusion.legs.map(({ changedTopics, foundOnlyHere }) => [changedTopics, foundOnlyHere])).toEqual([
      [0, 0],
      [0, 0],
    ]);
    expect(fusion.relevant).toBe(1);
  });

  it('looks as deep as the primary measure, and no deeper than what is kept', async () => {
    expect((await legsOf({ ...TWO, measures: ['nDCG@3'] })).k).toBe(3);
    expect((await legsOf({ ...TWO, measures: ['AP'] })).k).toBe(10);
    expect((await legsOf({ ...TWO, measures: ['AP'], topK: 4 })).k).toBe(4);
  });

  it('has the whole effect in a fusion of one leg', async () => {
    const fusion = await legsOf({ ...TWO, stages: stages({ legs: ['dense'] }) });
    expect(fusion.legs).toMatchObject([{ leg: 'v/dense', changedTopics: 2, isWholeFusion: true }]);
  });

  it('equals counting over sets, for any rankings', async () => {
    const ranking = fc.uniqueArray(fc.integer({ min: 0, max: 12 }), { maxLength: 8 });
    const topics = fc.array(fc.record({ bm25: ranking, dense: ranking }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(topics, fc.integer({ min: 1, max: 6 }), async (given, k) => {
        const fusion = await legsOf({
          stages: stages(),
          legs: { bm25: given.map(({ bm25 }) => bm25), dense: given.map(({ dense }) => dense) },
          grades: given.map(() => new Map([[3, 1]])),
          measures: [`nDCG@${k}`],
        });
        const shares = given.flatMap(({ bm25, dense }) => {
          const [a, b] = [bm25.slice(0, k), dense.slice(0, k)];
          const union = new Set([...a, ...b]);
          return union.size === 0 ? [] : [a.filter((passage) => b.includes(passage)).length / union.size];
        });
        const expected = shares.length === 0 ? null : shares.reduce((sum, share) => sum + share, 0) / shares.length;
        const found = fusion.overlaps[0]?.jaccard ?? null;
        if (expected === null || found === null) expect(found).toBe(expected);
        else expect(found).toBeCloseTo(expected, 12);
        const only = given.filter(({ bm25, dense }) => bm25.includes(3) && !dense.includes(3)).length;
        expect(fusion.legs[0]?.foundOnlyHere).toBe(only);
      }),
    );
  });
});
