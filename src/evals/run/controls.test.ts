import { describe, expect, it } from 'vitest';
import { GrkError } from '../../contracts/errors.ts';
import { type Stage, StageSchema } from '../../contracts/pipeline.ts';
import type { LegSearch, PipelineInput } from '../../retrieval/pipeline.ts';
import type { RerankCandidates } from '../../retrieval/rerank.ts';
import { parseMeasure } from '../metrics/parse-measure.ts';
import { planControls, runControls } from './controls.ts';
import { executeVariant } from './execute.ts';

const STAGES: Stage[] = [
  { kind: 'bm25' },
  { kind: 'dense' },
  { kind: 'fusion' },
  { kind: 'rerank', reranker: 'x', depth: 10 },
].map((stage) => StageSchema.parse(stage));
const ruler = (primary: string, ...names: string[]) => ({
  measures: [primary, ...names].map(parseMeasure),
  primary,
  topK: 100,
});
const silent = { start: () => {}, advance: () => {}, done: () => {} };
const TOPICS = ['a', 'b'].map((topicId) => ({ topicId, query: topicId, mask: undefined }));

describe('planControls', () => {
  it('plans one run per distinct depth below that of the stage, whatever the measures are', () => {
    const planned = planControls(STAGES, ruler('nDCG@10', 'RR@10', 'R@5', 'Success@5', 'AP', 'R@100', 'Success@1'));
    const rerank = planned.filter(({ kind }) => kind === 'rerank-depth');
    expect(rerank.map(({ of, depth, stage }) => [of, depth, 'depth' in stage && stage.depth])).toEqual([
      ['rerank', 1, 1],
      ['rerank', 5, 5],
    ]);
  });
  it('plans one run without each leg, as deep as the primary measure looks, else 10', () => {
    const legs = (primary: string, topK = 100) =>
      planControls(STAGES, { ...ruler(primary), topK }).flatMap((control) =>
        control.kind === 'without-leg' && control.stage.kind === 'fusion'
          ? [[control.leg, control.depth, control.stage.legs]]
          : [],
      );
    expect(legs('nDCG@20')).toEqual([
      ['bm25', 20, ['dense']],
      ['dense', 20, ['bm25']],
    ]);
    expect(legs('AP', 7).map(([, depth]) => depth)).toEqual([7, 7]);
    expect(legs('AP').map(([, depth]) => depth)).toEqual([10, 10]);
  });
  it('plans nothing for legs', () => {
    expect(planControls(STAGES.slice(0, 2), ruler('nDCG@10'))).toEqual([]);
  });
});

const found =
  (...passages: number[]): LegSearch =>
  async () => ({ passages: Int32Array.from(passages), scores: Float64Array.from(passages, (_, i) => 9 - i) });

async function run(rerank: RerankCandidates, bm25: LegSearch = found(1, 2, 3, 4, 5, 6), stages = STAGES) {
  const input: PipelineInput = {
    stages,
    legs: new Map([
      ['bm25', bm25],
      ['dense', found(1, 2, 3, 4, 5, 6)],
    ]),
    rerankers: new Map([['rerank', rerank]]),
    topK: 100,
    passages: 10,
    documentOf: undefined,
    now: () => 0,
  };
  const { traces } = await executeVariant(input, TOPICS, silent, undefined);
  const planned = planControls(stages, ruler('nDCG@10', 'R@5', 'Success@1'));
  const noClock = () => {
    throw new Error('a control run is not timed');
  };
  return runControls({ ...input, now: noClock }, planned, TOPICS, traces, silent, undefined);
}

describe('runControls', () => {
  it('gives the reranker exactly the candidates of the control, and leaves the rest in place', async () => {
    const sizes: number[] = [];
    const controls = await run(async (_, { passages }) => {
      sizes.push(passages.length);
      return Float64Array.from(passages);
    });
    const lists = controls
      .filter(({ control }) => control.kind === 'rerank-depth')
      .map(({ outcomes }) => outcomes.map(({ list }) => [...list.passages]));
    expect(lists).toEqual([
      [
        [1, 2, 3, 4, 5, 6],
        [1, 2, 3, 4, 5, 6],
      ],
      [
        [5, 4, 3, 2, 1, 6],
        [5, 4, 3, 2, 1, 6],
      ],
    ]);
    // The pipeline itself, warm-up included, then the controls topic by topic.
    expect(sizes.slice(-4)).toEqual([1, 5, 1, 5]);
  });
  it('gives a combined reranker the scores of the legs, over the candidates of the control', async () => {
    const seen: (number[] | undefined)[] = [];
    const combined = StageSchema.parse({ kind: 'rerank', reranker: 'combined(x)', depth: 10 });
    await run(
      async (_, { scores }, legScores) => {
        seen.push(legScores && [...legScores]);
        return scores;
      },
      found(1, 2),
      [...STAGES.slice(0, 3), combined],
    );
    // Passages 3 to 5 have the lowest score of bm25, 8; dense has 9 to 5.
    const own = [2, -0.5, -0.5, -0.5, -0.5].map((z, i) => z + (2 - i) / Math.sqrt(2));
    expect(seen.at(-2)).toEqual([0]);
    seen.at(-1)?.forEach((score, i) => {
      expect(score).toBeCloseTo(own[i] ?? Number.NaN, 12);
    });
    expect(seen.at(-1)).toHaveLength(5);
  });
  it('keeps a failure of a control on a topic as an outcome, and runs the others', async () => {
    const controls = await run(async ({ topicId }, { passages }) => {
      if (topicId === 'b' && passages.length === 5)
        throw new GrkError('GRK_RERANKER_OUTPUT', 'too few', { remedy: '' });
      return Float64Array.from(passages);
    });
    expect(
      controls.map(({ control, outcomes }) => [control.kind, outcomes.map(({ error }) => error?.message)]),
    ).toEqual([
      ['without-leg', [undefined, undefined]],
      ['without-leg', [undefined, undefined]],
      ['rerank-depth', [undefined, undefined]],
      ['rerank-depth', [undefined, 'too few']],
    ]);
  });
  it('fails where its input failed, and not where a leg failed that it leaves out', async () => {
    const failsOnB: LegSearch = async (topic, limit, mask) => {
      if (topic.topicId === 'b') throw new Error('no leg');
      return found(1, 2)(topic, limit, mask);
    };
    const controls = await run(async (_, { passages }) => Float64Array.from(passages), failsOnB);
    const without = controls.flatMap(({ control, outcomes }) =>
      control.kind === 'without-leg' ? [[control.leg, outcomes[1]?.error?.message]] : [],
    );
    expect(without).toEqual([
      ['bm25', undefined],
      ['dense', 'no leg'],
    ]);
  });
  it('reads legs to their window where less is kept', async () => {
    const legs = { bm25: found(9), b2: found(1, 3), dense: found(2, 3) };
    const stages = [
      ...[{ kind: 'bm25' }, { kind: 'bm25', name: 'b2' }, { kind: 'dense' }],
      { kind: 'fusion', legs: Object.keys(legs) },
    ].map((stage) => StageSchema.parse(stage));
    const input = {
      ...{ stages, legs: new Map(Object.entries(legs)), topK: 1, passages: 10 },
      ...{ documentOf: undefined, now: () => 0 },
    };
    const { traces } = await executeVariant(input, TOPICS, silent, undefined);
    const planned = planControls(stages, { ...ruler('nDCG@1'), topK: 1 });
    const [without] = await runControls(input, planned, TOPICS, traces, silent, undefined);
    expect(without?.control).toMatchObject({ leg: 'bm25' });
    // Second in both other legs.
    expect(without?.outcomes.map(({ list }) => [...list.passages])).toEqual([[3], [3]]);
  });
  it('lets an interruption through', async () => {
    let calls = 0;
    const stops: RerankCandidates = async (_, { passages }) => {
      calls++;
      // Twice warm-up, twice the run.
      if (calls > 4) throw new GrkError('GRK_INTERRUPTED', 'stopped');
      return Float64Array.from(passages);
    };
    await expect(run(stops)).rejects.toThrow('stopped');
  });
});
